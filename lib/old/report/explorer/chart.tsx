import { useContext, useMemo } from 'preact/hooks';
import type { Detail, RoundNumber } from '../src/explorer/data';
import { Name, Participants } from './agents';
import type { View } from './view';

/** What the record itself says by round: what is decided is worth (by each who decides, if several do), and how far stated beliefs are off. */
function recorded({ events }: Detail): RoundNumber[] {
  const decisions = events.filter((event) => event.type === 'decision');
  const deciders = new Set(decisions.map(({ round, by }) => `${round} ${by}`));
  const several = deciders.size > new Set(decisions.map(({ round }) => round)).size;
  const found = new Map<string, RoundNumber>();
  const keep = (prefix: string, score: unknown, round: number, agent: string | null) => {
    for (const [name, value] of Object.entries(Object(score) as object)) {
      const column = prefix + name;
      if (typeof value === 'number')
        found.set(JSON.stringify([column, round, agent]), { column, round, agent, value });
    }
  };
  for (const { score, round, by } of decisions) keep('', score, round, several ? by : null);
  for (const event of events)
    if (event.type === 'note' && event.kind === 'belief')
      keep('belief: ', (event.data as { errors?: unknown } | null)?.errors, event.round, event.by ?? null);
  return [...found.values()];
}

/** All numbers by round: those that were measured, and those on record. */
export const numbersOf = (detail: Detail): RoundNumber[] => [...detail.numbers, ...recorded(detail)];

const shownNumber = (value: number) => String(Number(value.toPrecision(4)));
const [wide, high, edge] = [300, 64, 6];
/** What is drawn unless something else is chosen: what a decision is worth of the best there is. */
const first = ['share', 'normalized', 'correct'];

/** The column that is drawn; undefined where there is none. */
export const drawnOf = (chosen: string, columns: readonly string[]): string | undefined =>
  [chosen, ...first, ...columns].find((name) => columns.includes(name));

/** The rounds and the values that a drawing reaches over; 0 is always among them. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly top: number;
}

/** What drawings of these numbers reach over, so that they can be compared. */
export function scaleOf(numbers: readonly RoundNumber[]): Scale {
  let [from, to, low, top] = [Infinity, -Infinity, 0, 0];
  for (const { round, value } of numbers) {
    [from, to] = [Math.min(from, round), Math.max(to, round)];
    [low, top] = [Math.min(low, value), Math.max(top, value)];
  }
  return { from: from, to: to, low: low, top: top };
}

interface Line {
  readonly agent: string | null;
  readonly colour: string;
  readonly points: readonly RoundNumber[];
}

/** A line for the group or one for each agent, in the order of rounds. */
function linesOf(
  numbers: readonly RoundNumber[],
  participants: ReadonlyMap<string, { readonly colour: string }>,
): Line[] {
  const sorted = [...numbers].sort((a, b) => a.round - b.round);
  const agents = [...new Set(sorted.map(({ agent }) => agent))];
  return agents.map((agent) => ({
    agent: agent,
    colour: (agents.length === 1 ? undefined : participants.get(agent ?? '')?.colour) ?? 'var(--accent)',
    points: sorted.filter((one) => one.agent === agent),
  }));
}

/** Of a longer line only the ends have points of their own: they would touch, and each is laid out by itself. */
const mostPoints = 150;

/** The drawing alone: numbers of one column by round. */
export function Lines({
  name,
  numbers,
  scale: { from, to, low, top },
}: {
  readonly name: string;
  readonly numbers: readonly RoundNumber[];
  readonly scale: Scale;
}) {
  const lines = linesOf(numbers, useContext(Participants));
  const x = (round: number) => edge + ((round - from) / (to - from || 1)) * (wide - 2 * edge);
  const y = (value: number) => high - edge - ((value - low) / (top - low || 1)) * (high - 2 * edge);
  const pointsOf = (points: readonly RoundNumber[]) =>
    points.length <= mostPoints ? points : [points[0]!, points.at(-1)!];
  const told = lines.map(
    ({ agent, points }) =>
      `${agent ?? 'the group'}: ${pointsOf(points)
        .map(({ round, value }) => `${shownNumber(value)} in round ${round}`)
        .join(points.length <= mostPoints ? ', ' : ' to ')}`,
  );
  return (
    <svg viewBox={`0 0 ${wide} ${high}`} role="img" aria-label={`${name} by round. ${told.join('; ')}`}>
      <line x1={0} x2={wide} y1={y(0)} y2={y(0)} stroke="currentColor" stroke-opacity="0.3" />
      {lines.map(({ agent, colour, points }) => (
        <g key={agent} style={{ stroke: colour, fill: colour }}>
          <polyline
            points={points.map(({ round, value }) => `${x(round)},${y(value)}`).join(' ')}
            style={{ fill: 'none' }}
            stroke-width="1.5"
          />
          {pointsOf(points).map(({ round, value }) => (
            <circle key={round} cx={x(round)} cy={y(value)} r={2.2}>
              <title>{`${agent === null ? '' : `${agent}, `}round ${round}: ${shownNumber(value)}`}</title>
            </circle>
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Chooses the number that is drawn. */
export function DrawnSelect({
  drawn,
  columns,
  change,
}: {
  readonly drawn: string;
  readonly columns: readonly string[];
  readonly change: (parts: Partial<View>) => void;
}) {
  return (
    <select
      id="drawn"
      aria-label="Number by round"
      value={drawn}
      onChange={({ currentTarget: { value } }) => change({ drawn: value })}
    >
      {columns.map((column) => (
        <option key={column}>{column}</option>
      ))}
    </select>
  );
}

/** One number by round, a line for the group or one for each agent: chosen among what was recorded and what was measured. */
export function Chart({
  detail,
  beside,
  view,
  change,
}: {
  readonly detail: Detail;
  /** What is held beside it is drawn to the same scale. */
  readonly beside: Detail | null;
  readonly view: View;
  readonly change: (parts: Partial<View>) => void;
}) {
  const [numbers, others] = useMemo(
    () => [detail, beside].map((one) => (one === null ? [] : numbersOf(one))),
    [detail, beside],
  ) as [RoundNumber[], RoundNumber[]];
  const participants = useContext(Participants);
  const columns = [...new Set(numbers.map(({ column }) => column))];
  const drawn = drawnOf(view.drawn, columns);
  if (drawn === undefined) return null;
  const own = numbers.filter(({ column }) => column === drawn);
  const { from, to } = scaleOf(own);
  const { low, top } = scaleOf([...own, ...others.filter(({ column }) => column === drawn)]);
  const lines = linesOf(own, participants);
  // One round makes no line: its numbers are told.
  if (from === to)
    return (
      <figure class="chart told">
        <figcaption>
          <DrawnSelect drawn={drawn} columns={columns} change={change} /> in round {from}
        </figcaption>
        <table class="tally" aria-label={`${drawn} in round ${from}`}>
          <tbody>
            {lines.map(({ agent, points }) => (
              <tr key={agent}>
                <th scope="row">{agent === null ? 'the group' : <Name of={agent} bare />}</th>
                <td class="number">{points.map(({ value }) => shownNumber(value)).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
    );
  return (
    <figure class="chart">
      <figcaption>
        <DrawnSelect drawn={drawn} columns={columns} change={change} /> by round, {shownNumber(low)} to{' '}
        {shownNumber(top)}
        {lines.length > 1 &&
          lines.map(({ agent, colour }) => (
            <span key={agent} class="key" style={{ color: colour }}>
              {agent === null ? 'the group' : <Name of={agent} bare />}
            </span>
          ))}
      </figcaption>
      <Lines name={drawn} numbers={own} scale={{ from: from, to: to, low: low, top: top }} />
    </figure>
  );
}
