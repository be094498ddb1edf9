import { useState } from 'preact/hooks';
import type { Talk } from './api';
import { RoundLines } from './charts';
import { marksOf } from './colours';
import { tableOf, Value } from './event';
import { shortNumber } from './filter';

type Participant = Talk['participants'][number];

/** The side panel of a collaboration: participants, events heard before a change of mind, proposals and utilities. */
export function SidePanel(p: {
  readonly talk: Talk;
  readonly current: number;
  readonly round: number | null;
  readonly onEvent: (event: number) => void;
}) {
  const { talk } = p;
  return (
    <aside aria-label="About this collaboration">
      <Heard {...p} />
      <Participants talk={talk} />
      <RoundLines
        lines={talk.utilities.map(({ agent, points }) => ({ name: agent, points }))}
        cursor={p.round}
        title="Utility of the decision, by round"
      />
      <Proposals {...p} />
      {Object.keys(talk.score).length > 0 && (
        <details>
          <summary>Final score</summary>
          <Value value={talk.score} />
        </details>
      )}
    </aside>
  );
}

/**
 * Lists the events that an agent had heard before it changed its mind. These events did not necessarily cause the
 * change.
 */
function Heard({ talk, current, onEvent }: Parameters<typeof SidePanel>[0]) {
  const markOf = marksOf(talk);
  const move = talk.moves.findLast(({ event }) => event <= current) ?? talk.moves[0];
  if (move === undefined) return null;
  return (
    <section>
      <h2>Heard before the change</h2>
      <p>
        <b dir="auto">{move.agent}</b> changed its mind in round {move.round} from{' '}
        <span class={`key ${markOf(move.from).colour}`}>{markOf(move.from).label}</span> to{' '}
        <span class={`key ${markOf(move.to).colour}`}>{markOf(move.to).label}</span>.{' '}
        {move.heard.length === 0
          ? 'The record does not show what it heard after stating its previous position.'
          : 'After stating its previous position, it heard:'}
      </p>
      <ol class="heard">
        {move.heard.slice(0, 8).map(({ event, isSponsor }) => {
          const one = talk.events[event]!;
          const text = 'text' in one && typeof one.text === 'string' ? one.text : '';
          return (
            <li key={event}>
              <button type="button" onClick={() => onEvent(event)}>
                <b dir="auto">{'agent' in one ? one.agent : ''}</b>{' '}
                {isSponsor && <span class="sponsor">backs {markOf(move.to).label}</span>}{' '}
                <span dir="auto">{firstWords(text)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {move.heard.length > 8 && <p class="note">and {move.heard.length - 8} more</p>}
    </section>
  );
}

/** The beginning of a text, cut between two words. */
function firstWords(text: string, most = 140): string {
  if (text.length <= most) return text;
  const begin = text.slice(0, most + 1);
  const end = begin.search(/\s+\S*$/);
  return `${end > 0 ? begin.slice(0, end) : begin.slice(0, most)}\u00a0…`;
}

const columns: readonly (readonly [title: string, value: (one: Participant) => number | null])[] = [
  ['words', (one) => one.words],
  ['share %', (one) => Math.round(one.share)],
  ['changes of mind', (one) => one.switches],
  ['new proposals', (one) => one.introduced],
  ['adopted', (one) => one.adopted],
  ['unusable', (one) => one.unusable],
  ['output tokens', (one) => one.output],
  ['utility', (one) => one.utility],
  ['best offer', (one) => one.best],
];

function Participants({ talk }: { readonly talk: Talk }) {
  const [sort, setSort] = useState<{ column: number; sign: 1 | -1 } | null>(null);
  const shown = columns.filter(([, value]) => talk.participants.some((one) => (value(one) ?? 0) !== 0));
  const people = [...talk.participants];
  if (sort !== null)
    people.sort(
      (a, b) =>
        sort.sign * ((columns[sort.column]![1](a) ?? -Infinity) - (columns[sort.column]![1](b) ?? -Infinity)),
    );
  return (
    <section>
      <h2>Participants</h2>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Participants">
        <table class="participants">
          <thead>
            <tr>
              <th scope="col">agent</th>
              {shown.map((column) => {
                const number = columns.indexOf(column);
                const isSorted = sort?.column === number;
                return (
                  <th
                    scope="col"
                    key={column[0]}
                    aria-sort={!isSorted ? 'none' : sort.sign < 0 ? 'descending' : 'ascending'}
                  >
                    <button
                      type="button"
                      class="sort"
                      onClick={() => setSort({ column: number, sign: isSorted && sort.sign < 0 ? 1 : -1 })}
                    >
                      {column[0]}
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <tr key={one.name}>
                <th scope="row" dir="auto" title={one.background}>
                  {one.name} {one.role && <small>{one.role}</small>}
                </th>
                {shown.map(([title, value]) => {
                  const number = value(one);
                  return <td key={title}>{number === null ? '–' : shortNumber(number)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {talk.dominance !== null && (
        <p class="note">
          Dominance: {Math.round(talk.dominance)} out of 100. 0 means that all agents use the same number of
          words; 100 means that only one agent speaks.
        </p>
      )}
    </section>
  );
}

/** Compares any two candidates, and marks the cells that differ. */
function Proposals({ talk }: Parameters<typeof SidePanel>[0]) {
  const { candidates, standing } = talk.positions;
  const withContent = candidates.filter(({ proposal }) => proposal !== null && typeof proposal === 'object');
  const last = standing.findLast((one) => one !== null);
  const [left, setLeft] = useState(withContent[0]?.id);
  const [right, setRight] = useState(
    last !== undefined && withContent.some(({ id }) => id === last) ? last : withContent[1]?.id,
  );
  if (withContent.length < 2) return null;
  const markOf = marksOf(talk);
  const choose = (label: string, value: string | undefined, set: (id: string) => void) => (
    <select aria-label={label} value={value} onChange={(event) => set(event.currentTarget.value)}>
      {withContent.map(({ id, by }) => (
        <option key={id} value={id}>
          {markOf(id).label} {by && `by ${by}`}
        </option>
      ))}
    </select>
  );
  const find = (id: string | undefined) => withContent.find((one) => one.id === id)!.proposal;
  return (
    <section>
      <h2>Compare two proposals</h2>
      {choose('First proposal', left, setLeft)} and {choose('Second proposal', right, setRight)}
      <Difference one={find(left)} other={find(right)} />
    </section>
  );
}

function Difference({ one, other }: { readonly one: unknown; readonly other: unknown }) {
  const ones = rowsOf(one);
  const others = rowsOf(other);
  const names = [...new Set([...ones.keys(), ...others.keys()])];
  const cells = [...new Set([...ones.values(), ...others.values()].flatMap((row) => Object.keys(row)))];
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Difference between two proposals">
      <table class="value difference">
        <thead>
          <tr>
            <td />
            {cells.map((cell) => (
              <th scope="col" key={cell}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name || 'value'}</th>
              {cells.map((cell) => {
                const [a, b] = [textOf(ones.get(name)?.[cell]), textOf(others.get(name)?.[cell])];
                return (
                  <td key={cell} class={a === b ? '' : 'differs'}>
                    {a === b ? (
                      a
                    ) : (
                      <>
                        <del>{a || '–'}</del> <ins>{b || '–'}</ins>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the rows of a table, or any other value as its only row. */
const rowsOf = (value: unknown): ReadonlyMap<string, Record<string, unknown>> =>
  new Map(tableOf(value) ?? [['', value as Record<string, unknown>]]);

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : `${value as string}`;
