import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Detail, RoundNumber } from '../src/explorer/data';
import { inWords } from '../src/entries';
import { presentIn } from '../src/sight';
import { Badge, Name, Participants, participantsOf } from './agents';
import { agreedWith } from './agreement';
import { DrawnSelect, drawnOf, Lines, numbersOf, type Scale, scaleOf } from './chart';
import { load, runs } from './details';
import { PresentedTable } from './proposal';
import type { View } from './view';

type Change = (parts: Partial<View>) => void;

/** The collaborations of one number in several runs, by run, as they arrive. */
function useDetails(among: readonly number[], index: number): ReadonlyMap<number, Detail | Error> {
  const key = `${index} ${among.join(' ')}`;
  const [held, hold] = useState({ key: key, details: new Map<number, Detail | Error>() });
  useEffect(() => {
    let wanted = true;
    const keep = (run: number, detail: Detail | Error) => {
      if (!wanted) return;
      hold((before) => ({
        key: key,
        details: new Map([...(before.key === key ? before.details : []), [run, detail]]),
      }));
    };
    for (const run of among)
      load(run, index).then(
        (detail) => keep(run, detail),
        (error: unknown) => keep(run, error as Error),
      );
    return () => void (wanted = false);
  }, [key]);
  return held.key === key ? held.details : new Map();
}

/** The settings of a run that differ among those shown: "rule borda, rounds 3". */
function differingIn(run: number, among: readonly number[]): string {
  const valueIn = (place: number, name: string) => String(runs[place]?.differs[name] ?? '–');
  return Object.keys(runs[run]?.differs ?? {})
    .filter((name) => new Set(among.map((place) => valueIn(place, name))).size > 1)
    .map((name) => ({ name: name, longest: Math.max(...among.map((place) => valueIn(place, name).length)) }))
    .sort((a, b) => a.longest - b.longest) // short ones tell conditions apart at a glance
    .map(({ name }) => `${name} ${valueIn(run, name)}`)
    .join('; ');
}

/** One case under several conditions: a small pane for each run, drawn to one scale. */
export function Multiples({
  view,
  index,
  change,
}: {
  readonly view: View;
  readonly index: number;
  readonly change: Change;
}) {
  const among = view.among.filter((run) => runs[run] !== undefined);
  const details = useDetails(among, index);
  const read = among.flatMap((run) => {
    const detail = details.get(run);
    return detail === undefined || detail instanceof Error ? [] : [{ run: run, detail: detail }];
  });
  const own = read.find(({ run }) => run === view.run) ?? read[0];
  const ownCase = JSON.stringify(own?.detail.instance ?? null);
  const alike = read.filter(({ detail }) => JSON.stringify(detail.instance) === ownCase);
  const participants = useMemo(
    () => participantsOf([...new Set(alike.flatMap(({ detail }) => presentIn(detail)))]),
    [details],
  );
  const numbers = useMemo(
    () => new Map(alike.map(({ run, detail }) => [run, numbersOf(detail)] as const)),
    [details],
  );
  const columns = [...new Set([...numbers.values()].flat().map(({ column }) => column))];
  const drawn = drawnOf(view.drawn, columns);
  const drawnIn = (run: number) => (numbers.get(run) ?? []).filter(({ column }) => column === drawn);
  const scale = scaleOf(among.flatMap(drawnIn));
  const toggle = (run: number) => {
    const next = among.includes(run) ? among.filter((one) => one !== run) : [...among, run];
    if (next.length > 0) change({ among: next.sort((a, b) => a - b) });
  };
  return (
    <Participants.Provider value={participants}>
      <nav class="bar" aria-label="What is compared">
        <h2>Collaboration {index}, under each condition</h2>
        {drawn !== undefined && (
          <label>
            <DrawnSelect drawn={drawn} columns={columns} change={change} /> by round, all to one scale
          </label>
        )}
        <details class="choose">
          <summary>
            {among.length} of {runs.length} runs
          </summary>
          <div>
            {runs.map(({ name }, run) => (
              <label key={run}>
                <input type="checkbox" checked={among.includes(run)} onChange={() => toggle(run)} />
                <bdi>{name}</bdi>
              </label>
            ))}
          </div>
        </details>
        <button type="button" onClick={() => change({ among: [] })}>
          Back to one
        </button>
      </nav>
      <ul class="multiples" aria-label="The case under each condition">
        {among.map((run) => {
          const detail = details.get(run);
          return (
            <li key={run}>
              <Pane
                run={run}
                told={differingIn(run, among)}
                detail={detail}
                isOther={!(detail instanceof Error) && detail !== undefined && !numbers.has(run)}
                drawn={drawn}
                numbers={drawnIn(run)}
                scale={scale}
                change={change}
              />
            </li>
          );
        })}
      </ul>
    </Participants.Provider>
  );
}

/** What came of the case in one run: the decision, its worth by round, who agreed. */
function Pane({
  run,
  told,
  detail,
  isOther,
  drawn,
  numbers,
  scale,
  change,
}: {
  readonly run: number;
  /** The settings that differ. */
  readonly told: string;
  /** Undefined while it is read. */
  readonly detail: Detail | Error | undefined;
  /** Whether it is about another case than the others. */
  readonly isOther: boolean;
  readonly drawn: string | undefined;
  readonly numbers: readonly RoundNumber[];
  readonly scale: Scale;
  readonly change: Change;
}) {
  const name = runs[run]?.name ?? '';
  const open = () => change({ run: run, among: [], beside: null, event: null });
  const head = (
    <header>
      <button type="button" class="who" title="Read it" onClick={open}>
        <bdi>{name}</bdi>
      </button>
      {told !== '' && (
        <p class="quiet cut" title={told}>
          <bdi>{told}</bdi>
        </p>
      )}
    </header>
  );
  if (detail === undefined || detail instanceof Error || isOther)
    return (
      <section class="pane" aria-label={name}>
        {head}
        {detail === undefined && (
          <p role="status" class="waiting">
            Reading …
          </p>
        )}
        {detail instanceof Error && <p class="fault">{detail.message}</p>}
        {isOther && <p class="fault">Its collaboration of this number is about another case.</p>}
      </section>
    );
  const { finished } = detail;
  const last = detail.events.findLastIndex(({ type }) => type === 'decision');
  const shown = finished?.outcome == null ? undefined : detail.presented[detail.presents[last] ?? -1];
  const outcome = finished?.outcome == null ? null : inWords(finished.outcome);
  return (
    <section class="pane" aria-label={name}>
      {head}
      {shown === undefined ? (
        <p class="outcome" title={outcome ?? undefined}>
          <bdi>{outcome === null ? 'No decision' : `Decision: ${outcome}`}</bdi>
        </p>
      ) : (
        <PresentedTable shown={shown} label={`The decision, ${name}`} />
      )}
      {drawn !== undefined && numbers.length > 0 && <Lines name={drawn} numbers={numbers} scale={scale} />}
      <p class="quiet">
        {[
          ...(drawn === undefined || numbers.length === 0 ? [] : [endOf(drawn, numbers)]),
          finished === null
            ? 'unfinished'
            : `${finished.rounds} round${finished.rounds === 1 ? '' : 's'}, ended: ${finished.cause}`,
        ].join('; ')}
      </p>
      {finished?.outcome != null && <Agreement detail={detail} />}
    </section>
  );
}

const brief = (value: number) => String(Number(value.toPrecision(3)));

/** What a number came to: "share 0.98 in the end"; of several agents, the least and the most. */
function endOf(column: string, numbers: readonly RoundNumber[]): string {
  const last = Math.max(...numbers.map(({ round }) => round));
  const values = numbers.filter(({ round }) => round === last).map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${column} ${least === most ? brief(least) : `${brief(least)} to ${brief(most)}`} in the end`;
}

const verdicts = [
  [true, '✓', 'agreed'],
  [false, '✗', 'wanted something else'],
  [null, '?', 'abstained, or not on record'],
] as const;

/** Who agreed with the decision, who wanted something else, and who abstained or is not on record. */
function Agreement({ detail }: { readonly detail: Detail }) {
  const agreed = useMemo(() => agreedWith(detail), [detail]);
  const groups = verdicts
    .map(([verdict, sign, told]) => ({
      sign: sign,
      told: told,
      agents: [...agreed].flatMap(([agent, own]) => (own === verdict ? [agent] : [])),
    }))
    .filter(({ agents }) => agents.length > 0);
  return (
    <dl class="agreement">
      {groups.map(({ sign, told, agents }) => (
        <div key={told}>
          <dt>
            {sign} {told}
          </dt>
          <dd>
            {agents.map((agent) => (
              <span key={agent} title={agent}>
                <Badge of={agent} />
                <span class="unseen">
                  <Name of={agent} />{' '}
                </span>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
