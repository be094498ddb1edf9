import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'preact/hooks';
import { Fault, useAnswer } from './answer';
import type { Effect, Talk, TalkRow } from './api';
import { columnsOf, plural, shortNumber } from './filter';
import { goTo, linkTo, type Route } from './route';
import { StanceStrip } from './stance-strip';

/** Compares two groups of collaborations on the same cases. The pairs that differ most come first. */
export function Compare({ rows, route }: { readonly rows: readonly TalkRow[]; readonly route: Route }) {
  const groupings = useMemo(
    () =>
      columnsOf(rows).filter((column) => {
        const values = new Set(rows.map((row) => row[column]));
        return (
          values.size > 1 && values.size <= 60 && typeof rows[0]![column] === 'string' && column !== 'case'
        );
      }),
    [rows],
  );
  const numeric = useMemo(
    () => columnsOf(rows).filter((column) => rows.some((row) => typeof row[column] === 'number')),
    [rows],
  );
  const by =
    route.query.get('by') ?? groupings.find((column) => column === 'condition') ?? groupings[0] ?? '';
  const values = [...new Set(rows.map((row) => String(row[by] ?? '')))].sort();
  const shared = useMemo(() => pairable(rows, by, values), [rows, by]);
  const a = route.query.get('a') ?? shared[0] ?? values[0] ?? '';
  const b = route.query.get('b') ?? shared[1] ?? values[1] ?? '';
  const column =
    route.query.get('column') ??
    ['share', 'correct', 'total'].find((one) => numeric.includes(one)) ??
    'words';
  const { found: effect, fault } = useAnswer<Effect>(
    '/api/compare',
    by !== '' && a !== b ? { by, a, b, column } : null,
  );
  const pairs = useMemo(() => pairsOf(rows, by, a, b, column), [rows, by, a, b, column]);
  const change = (next: Record<string, string>): void =>
    goTo(linkTo('compare', { by, a, b, column, ...next }));
  const select = (label: string, value: string, options: readonly string[], set: (value: string) => void) => (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
  const pair = route.query.get('pair')?.split(',');
  if (groupings.length === 0)
    return (
      <main id="main" class="compare">
        <h1>Compare</h1>
        <p class="empty">
          This set has only one condition, so there is nothing to compare. <a href="#/">All collaborations</a>
        </p>
      </main>
    );
  return (
    <main id="main" class="compare">
      <h1>Compare</h1>
      <div class="choices">
        {select('By', by, groupings, (value) => goTo(linkTo('compare', { by: value, column })))}
        {select('from', a, values, (value) => change({ a: value }))}
        {select('to', b, values, (value) => change({ b: value }))}
        {select('in', column, numeric, (value) => change({ column: value }))}
      </div>
      <Fault text={fault} />
      {effect !== undefined && (
        <p class="effect">
          <b>
            {b} minus {a}: {effect.effect === null ? 'no common cases' : shortNumber(effect.effect)}
          </b>{' '}
          {effect.low !== null &&
            effect.high !== null &&
            effect.low !== undefined &&
            `[${shortNumber(effect.low)}, ${shortNumber(effect.high)}]`}{' '}
          in {column}, across {effect.clusters} {effect.clusters === 1 ? 'case' : 'cases'}
        </p>
      )}
      <table class="pairs">
        <caption>{plural(pairs.length, 'pair')} with the same case, largest difference first</caption>
        <thead>
          <tr>
            <th scope="col">case</th>
            <th scope="col">{a}</th>
            <th scope="col">{b}</th>
            <th scope="col">difference</th>
            <th scope="col">decisions</th>
          </tr>
        </thead>
        <tbody>
          {pairs.slice(0, 200).map(({ one, other, difference }) => (
            <tr key={`${one.place} ${other.place}`}>
              <th scope="row">
                <button
                  type="button"
                  class="quiet"
                  onClick={() => change({ pair: `${one.place},${other.place}` })}
                >
                  {String(one['case'])}
                </button>
              </th>
              <td>{shortNumber(Number(one[column]))}</td>
              <td>{shortNumber(Number(other[column]))}</td>
              <td>{shortNumber(difference)}</td>
              <td>
                {one['decision'] === other['decision'] ? 'same' : `${one['decision']} / ${other['decision']}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pair !== undefined && <SideBySide first={pair[0] ?? ''} second={pair[1] ?? ''} />}
    </main>
  );
}

/** Returns the two values whose groups have the most cases in common. */
function pairable(rows: readonly TalkRow[], by: string, values: readonly string[]): readonly string[] {
  const cases = new Map(
    values.map((value) => [
      value,
      new Set(rows.filter((row) => row[by] === value).map((row) => row['case'])),
    ]),
  );
  let [best, most]: [readonly string[], number] = [values, 0];
  for (const [at, one] of values.entries())
    for (const other of values.slice(at + 1)) {
      const common = [...cases.get(one)!].filter((name) => cases.get(other)!.has(name)).length;
      if (common > most) [best, most] = [[one, other], common];
    }
  return best;
}

/**
 * Pairs collaborations on the same case. If a case has several collaborations, they are paired in order. Each
 * collaboration is in at most one pair.
 */
function pairsOf(rows: readonly TalkRow[], by: string, a: string, b: string, column: string) {
  const measured = rows.filter((row) => typeof row[column] === 'number');
  const others = new Map<unknown, TalkRow[]>();
  for (const row of measured.filter((one) => one[by] === b))
    others.set(row['case'], [...(others.get(row['case']) ?? []), row]);
  return measured
    .filter((row) => row[by] === a)
    .flatMap((one) => {
      const other = others.get(one['case'])?.shift();
      return other === undefined
        ? []
        : [{ one, other, difference: Number(other[column]) - Number(one[column]) }];
    })
    .sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference));
}

/** Shows two collaborations side by side, round by round, and marks the words that differ. */
function SideBySide({ first, second }: { readonly first: string; readonly second: string }) {
  const { found: one, fault: oneFault } = useAnswer<Talk>('/api/talk', { place: first });
  const { found: other, fault: otherFault } = useAnswer<Talk>('/api/talk', { place: second });
  const fault = oneFault ?? otherFault;
  if (fault !== undefined) return <Fault text={fault} />;
  if (one === undefined || other === undefined) return <p aria-busy="true">Loading both collaborations…</p>;
  const rounds = [...new Set([one, other].flatMap((talk) => talk.events.map(({ round }) => round)))].sort(
    (x, y) => x - y,
  );
  const said = (talk: Talk, round: number): string =>
    talk.events
      .filter((event) => event.round === round && 'text' in event && event.type !== 'unusable')
      .map((event) => `${'agent' in event ? event.agent : ''}: ${(event as { text: string }).text}`)
      .join('\n')
      .slice(0, 20_000);
  return (
    <section class="side-by-side" aria-label="Two collaborations side by side">
      {[one, other].map((talk) => (
        <div key={talk.row.place}>
          <h2>
            <a href={linkTo('talk', {}, talk.row.place)}>Collaboration {talk.row.place}</a>{' '}
            <small>{String(talk.row['condition'] ?? '')}</small>
          </h2>
          <p>{talk.end}</p>
          <StanceStrip
            talk={talk}
            round={null}
            onEvent={(event) => goTo(linkTo('talk', { event: String(event) }, talk.row.place))}
          />
        </div>
      ))}
      {rounds.map((round) => {
        const pieces = diffWordsWithSpace(said(one, round), said(other, round), { timeout: 1000 }) ?? [];
        return (
          <section key={round} class="round-pair">
            <h3>Round {round}</h3>
            <div dir="auto">
              {pieces
                .filter(({ added }) => !added)
                .map(({ value, removed }, at) =>
                  removed ? <del key={at}>{value}</del> : <span key={at}>{value}</span>,
                )}
            </div>
            <div dir="auto">
              {pieces
                .filter(({ removed }) => !removed)
                .map(({ value, added }, at) =>
                  added ? <ins key={at}>{value}</ins> : <span key={at}>{value}</span>,
                )}
            </div>
          </section>
        );
      })}
    </section>
  );
}
