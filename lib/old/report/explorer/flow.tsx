import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Event, FailureEvent } from 'agora-core/transcripts';
import type { Detail } from '../src/explorer/data';
import { Badge, Name } from './agents';
import type { View } from './view';

/** What an agent did in a round, in the order in which it is told. */
interface Cell {
  readonly words: number;
  readonly messages: number;
  readonly proposes: boolean;
  readonly votes: boolean;
  readonly abstains: boolean;
  /** Why an answer could not be used; null where all could. */
  readonly failure: FailureEvent['kind'] | null;
  /** The first of its events, to be looked into; what failed comes first. */
  readonly place: number | undefined;
}

const signs = { proposes: '◆', votes: '✓', abstains: '○' };
/** Why there was no answer that could be used: a refusal is none of a broken form, and none that never came. */
const signOfFailure: Readonly<Record<FailureEvent['kind'], string>> = {
  unparsed: '!',
  invalid: '!',
  refused: '⊘',
  failed: '✕',
};

/**
 * Rounds that are drawn at once. With 10,000 of them, what is outside of sight took 40 ms of every frame while messages
 * were scrolled.
 */
const mostRounds = 60;

/** Rounds by agents: who spoke (how many words), proposed, voted, was silent, and whose answer could not be used. */
export function Flow({
  detail,
  run,
  view,
  change,
}: {
  readonly detail: Detail;
  readonly run: number;
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
}) {
  const byRound = useMemo(() => {
    const found = new Map<number, { readonly event: Event; readonly place: number }[]>();
    for (const [place, event] of detail.events.entries()) {
      if (!('round' in event)) continue;
      const own = found.get(event.round);
      if (own === undefined) found.set(event.round, [{ event, place }]);
      else own.push({ event, place });
    }
    return found;
  }, [detail]);
  const all = useMemo(() => [...byRound.keys()].sort((a, b) => a - b), [byRound]);
  const [from, setFrom] = useState(0);
  const rounds = all.slice(from, from + mostRounds);
  // What is looked into, or slid to, is among them.
  const looked = view.event === null || run !== view.run ? undefined : detail.events[view.event];
  const wanted = looked !== undefined && 'round' in looked ? looked.round : (view.rounds[0] ?? all[0]);
  useEffect(() => {
    const at = Math.max(0, all.indexOf(wanted ?? 0));
    setFrom(at - (at % mostRounds));
  }, [all, wanted]);
  const cellOf = (agent: string, round: number): Cell => {
    const own = byRound.get(round) ?? [];
    const failed = own.find(({ event }) => event.type === 'failure' && event.agent === agent);
    const said = own.filter(({ event }) => event.type === 'message' && event.from === agent);
    const proposed = own.find(
      ({ event }) => event.type === 'proposal' && event.by === agent && event.candidate !== null,
    );
    const ballots = own.filter(({ event }) => event.type === 'vote' && event.by === agent);
    const done = own.find(({ event }) => 'by' in event && event.by === agent);
    return {
      words: said.reduce((sum, one) => sum + (detail.said[one.place]?.words ?? 0), 0),
      messages: said.length,
      proposes: proposed !== undefined,
      votes: ballots.some(({ event }) => event.type === 'vote' && event.ballot !== null),
      abstains: ballots.some(({ event }) => event.type === 'vote' && event.ballot === null),
      failure: failed?.event.type === 'failure' ? failed.event.kind : null,
      place: (failed ?? said[0] ?? done)?.place,
    };
  };
  const told = ({ words, messages, proposes, votes, abstains, failure }: Cell) => {
    const parts = [
      ...(failure === null ? [] : [failure]),
      ...(messages > 0 ? [`${words} words`] : []),
      ...(proposes ? ['proposes'] : []),
      ...(votes ? ['votes'] : []),
      ...(abstains ? ['abstains'] : []),
    ];
    return parts.length === 0 ? 'silent' : parts.join(', ');
  };
  const textOf = ({ words, messages, proposes, votes, abstains, failure }: Cell) => {
    const text = [
      messages > 0 ? String(words) : '',
      proposes ? signs.proposes : '',
      votes ? signs.votes : '',
      abstains ? signs.abstains : '',
      failure === null ? '' : signOfFailure[failure],
    ].join('');
    return text === '' ? '·' : text;
  };
  return (
    <div class="flow">
      {all.length > mostRounds && (
        <p class="quiet">
          <button type="button" disabled={from === 0} onClick={() => setFrom(from - mostRounds)}>
            Earlier
          </button>{' '}
          rounds {rounds[0]} to {rounds.at(-1)} of {all.at(-1)}{' '}
          <button
            type="button"
            disabled={from + mostRounds >= all.length}
            onClick={() => setFrom(from + mostRounds)}
          >
            Later
          </button>
        </p>
      )}
      <div class="wide grid-box" tabIndex={0} role="group" aria-label="Rounds by agents">
        <table class="grid" aria-label="Words by round and agent">
          <thead>
            <tr>
              <th scope="col">words</th>
              {rounds.map((round) => (
                <th scope="col" key={round} class={view.rounds.includes(round) ? 'chosen' : ''}>
                  <button
                    type="button"
                    aria-label={`Round ${round} alone`}
                    aria-pressed={view.rounds.length === 1 && view.rounds[0] === round}
                    onClick={() =>
                      change({ rounds: view.rounds.length === 1 && view.rounds[0] === round ? [] : [round] })
                    }
                  >
                    {round}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {detail.agents.map((agent) => (
              <tr key={agent}>
                <th scope="row">
                  <Badge of={agent} />
                  <Name of={agent} />
                </th>
                {rounds.map((round) => {
                  const cell = cellOf(agent, round);
                  const chosen = cell.place !== undefined && cell.place === view.event && run === view.run;
                  return (
                    <td key={round} class={cell.failure === null ? '' : 'failed'}>
                      <button
                        type="button"
                        class={chosen ? 'chosen' : ''}
                        disabled={cell.place === undefined}
                        aria-label={`${agent}, round ${round}: ${told(cell)}`}
                        title={told(cell)}
                        onClick={() => change({ event: cell.place ?? null })}
                      >
                        {textOf(cell)}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">
        a number: words said; {signs.proposes} proposed, {signs.votes} voted, {signs.abstains} abstained, ·
        silent, {signOfFailure.invalid} unusable answer, {signOfFailure.refused} refused,{' '}
        {signOfFailure.failed} no reply
      </p>
    </div>
  );
}

/** A slider over the rounds: all of them at its left end, then each alone. */
export function RoundSlider({
  rounds,
  view,
  change,
}: {
  readonly rounds: readonly number[];
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
}) {
  if (rounds.length < 2) return null;
  const at = view.rounds.length === 1 ? rounds.indexOf(view.rounds[0]!) + 1 : 0;
  const told = at === 0 ? (view.rounds.length > 1 ? view.rounds.join(', ') : 'all') : String(rounds[at - 1]);
  return (
    <label class="slider">
      <input
        type="range"
        aria-label="Slide over rounds"
        aria-valuetext={at === 0 ? 'all rounds' : `round ${told}`}
        min={0}
        max={rounds.length}
        value={at}
        onInput={({ currentTarget: { value } }) =>
          change({ rounds: Number(value) === 0 ? [] : [rounds[Number(value) - 1]!] })
        }
      />
      <output>{told}</output>
    </label>
  );
}
