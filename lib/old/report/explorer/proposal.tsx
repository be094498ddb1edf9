import { Wide } from './wide';
import { useContext } from 'preact/hooks';
import type { Presented, PresentedCell } from 'agora-core/browser';
import { inWords } from '../src/entries';
import { Badge, Name, Participants } from './agents';

const shownNumber = (value: number) => String(Number(value.toPrecision(4)));
const shownCell = (value: PresentedCell['value']) =>
  value === null ? '' : typeof value === 'number' ? shownNumber(value) : value;

/** Rows of a proposal that are shown at once; further ones are folded. */
const most = 12;

/** A proposal as a small table: who gets what, against what each wants. */
export function PresentedTable({ shown, label }: { readonly shown: Presented; readonly label: string }) {
  const participants = useContext(Participants);
  const { columns, rows, rowsAre, against } = shown;
  const hasNames = rows.some(({ name }) => name !== '');
  // Numbers are to the right; a column of words is not.
  const kinds = columns.map((_, at) => {
    const values = rows.map(({ cells }) => cells[at]?.value ?? null);
    return values.some((value) => typeof value === 'string' && value !== '') ? '' : 'number';
  });
  const table = (some: typeof rows, isFirst: boolean) => (
    <table class="presented" aria-label={isFirst ? label : `${label}, further rows`}>
      <thead>
        <tr>
          {hasNames && (rowsAre === '' ? <td /> : <th scope="col">{rowsAre}</th>)}
          {columns.map((column, at) => (
            <th scope="col" key={column} class={kinds[at]}>
              <Name of={column} bare />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {some.map(({ name, cells }, place) => (
          <tr key={place}>
            {hasNames && (
              <th scope="row">
                {participants.has(name) && <Badge of={name} />}
                <Name of={name} bare />
              </th>
            )}
            {cells.map((cell, at) => (
              <td key={at} class={`${kinds[at] ?? ''} ${cell.fails === true ? 'fails' : ''}`}>
                {typeof cell.value === 'string' && participants.has(cell.value) && <Badge of={cell.value} />}
                <bdi>{shownCell(cell.value)}</bdi>
                {cell.against !== undefined && (
                  <span class="against" title={against}>
                    {' / '}
                    {shownCell(cell.against)}
                  </span>
                )}
                {cell.part !== undefined && (
                  <span class="part" aria-hidden="true">
                    <span style={{ width: `${100 * Math.max(0, Math.min(1, cell.part))}%` }} />
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <Wide>
      {table(rows.slice(0, most), true)}
      {rows.length > most && (
        <details>
          <summary>{rows.length - most} more</summary>
          {table(rows.slice(most), false)}
        </details>
      )}
      {against !== undefined && <p class="quiet">after the slash: {against}</p>}
    </Wide>
  );
}

/** An option or a candidate on a ballot, in the colour of who proposed it first. */
function Chip({ of, by, after }: { readonly of: string; readonly by?: string; readonly after?: string }) {
  const owner = useContext(Participants).get(by ?? of);
  return (
    <span class="chip" style={owner === undefined ? {} : { '--own': owner.colour }}>
      <Name of={of} bare />
      {after !== undefined && <b>{after}</b>}
    </span>
  );
}

const numbersOf = (value: unknown) =>
  Object.entries(Object(value) as Record<string, unknown>)
    .map(([name, number]) => [name, Number(number)] as const)
    .sort(([, a], [, b]) => b - a);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A ballot as chips, in its order. */
export function Ballot({
  ballot,
  proposers,
}: {
  readonly ballot: unknown;
  readonly proposers: ReadonlyMap<string, string>;
}) {
  const given = (typeof ballot === 'object' && ballot !== null ? ballot : {}) as Record<string, unknown>;
  const chip = (of: string, after?: string) => {
    const by = proposers.get(of);
    return (
      <Chip
        key={of}
        of={of}
        {...(by === undefined ? {} : { by })}
        {...(after === undefined ? {} : { after })}
      />
    );
  };
  const between = <span class="quiet"> › </span>;
  switch (given['kind']) {
    case 'choice':
      return <p class="chips">{chip(String(given['choice']))}</p>;
    case 'ranking':
      return (
        <p class="chips">
          {listOf(given['ranking']).map((one, place) => (
            <span key={one}>
              {place > 0 && between}
              {chip(one)}
            </span>
          ))}
        </p>
      );
    case 'weak-ranking':
      return (
        <p class="chips">
          {(Array.isArray(given['tiers']) ? given['tiers'] : []).map((tier, place) => (
            <span key={place} class="tier">
              {place > 0 && between}
              {listOf(tier).map((one) => chip(one))}
            </span>
          ))}
        </p>
      );
    case 'approval':
      return <p class="chips">{listOf(given['approved']).map((one) => chip(one))}</p>;
    case 'rating':
      return (
        <p class="chips">
          {numbersOf(given['ratings']).map(([name, value]) => chip(name, shownNumber(value)))}
        </p>
      );
    case 'points':
      return (
        <p class="chips">
          {numbersOf(given['points']).map(([name, value]) => chip(name, shownNumber(value)))}
        </p>
      );
    default:
      return <p class="said">{inWords(ballot)}</p>;
  }
}

/** What the count came to, as bars; winners are marked. */
export function Tally({
  tally,
  winners,
  proposers,
}: {
  readonly tally: Readonly<Record<string, number>>;
  readonly winners: readonly string[];
  readonly proposers: ReadonlyMap<string, string>;
}) {
  const counts = Object.entries(tally).sort(([, a], [, b]) => b - a);
  if (counts.length === 0) return null;
  const top = Math.max(...counts.map(([, count]) => Math.abs(count)), 1e-9);
  return (
    <table class="tally" aria-label="Tally">
      <tbody>
        {counts.slice(0, 20).map(([name, count]) => {
          const by = proposers.get(name);
          return (
            <tr key={name} class={winners.includes(name) ? 'winner' : ''}>
              <th scope="row">
                <Chip of={name} {...(by === undefined ? {} : { by })} />
              </th>
              <td class="number">{shownNumber(count)}</td>
              <td class="bar-cell" aria-hidden="true">
                <span style={{ width: `${(100 * Math.max(0, count)) / top}%` }} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
