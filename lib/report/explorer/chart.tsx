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

const shownNumber = (value: number) => String(Number(value.toPrecision(4)));
const [wide, high, edge] = [300, 64, 6];
/** What is drawn unless something else is chosen: what a decision is worth of the best there is. */
const first = ['share', 'normalized', 'correct'];

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
    () => [detail, beside].map((one) => (one === null ? [] : [...one.numbers, ...recorded(one)])),
    [detail, beside],
  ) as [RoundNumber[], RoundNumber[]];
  const participants = useContext(Participants);
  const columns = [...new Set(numbers.map(({ column }) => column))];
  const drawn = [view.drawn, ...first, ...columns].find((name) => columns.includes(name));
  const own = numbers.filter(({ column }) => column === drawn).sort((a, b) => a.round - b.round);
  if (drawn === undefined) return null;
  const [from, to] = [own[0]!.round, own.at(-1)!.round];
  const scaled = [...own, ...others.filter(({ column }) => column === drawn)];
  const low = scaled.reduce((least, { value }) => Math.min(least, value), 0);
  const top = scaled.reduce((most, { value }) => Math.max(most, value), 0);
  const x = (round: number) => edge + ((round - from) / (to - from || 1)) * (wide - 2 * edge);
  const y = (value: number) => high - edge - ((value - low) / (top - low || 1)) * (high - 2 * edge);
  const lines = [...new Set(own.map(({ agent }) => agent))].map((agent, _, all) => ({
    agent,
    colour: (all.length === 1 ? undefined : participants.get(agent ?? '')?.colour) ?? 'var(--accent)',
    points: own.filter((one) => one.agent === agent),
  }));
  const told = lines.map(
    ({ agent, points }) =>
      `${agent ?? 'the group'}: ${points.map(({ round, value }) => `${shownNumber(value)} in round ${round}`).join(', ')}`,
  );
  return (
    <figure class="chart">
      <figcaption>
        <select
          id="drawn"
          aria-label="Number by round"
          value={drawn}
          onChange={({ currentTarget: { value } }) => change({ drawn: value })}
        >
          {columns.map((column) => (
            <option key={column}>{column}</option>
          ))}
        </select>{' '}
        by round, {shownNumber(low)} to {shownNumber(top)}
        {lines.length > 1 &&
          lines.map(({ agent, colour }) => (
            <span key={agent} class="key" style={{ color: colour }}>
              {agent === null ? 'the group' : <Name of={agent} bare />}
            </span>
          ))}
      </figcaption>
      <svg viewBox={`0 0 ${wide} ${high}`} role="img" aria-label={`${drawn} by round. ${told.join('; ')}`}>
        <line x1={0} x2={wide} y1={y(0)} y2={y(0)} stroke="currentColor" stroke-opacity="0.3" />
        {lines.map(({ agent, colour, points }) => (
          <g key={agent} style={{ stroke: colour, fill: colour }}>
            <polyline
              points={points.map(({ round, value }) => `${x(round)},${y(value)}`).join(' ')}
              style={{ fill: 'none' }}
              stroke-width="1.5"
            />
            {points.map(({ round, value }) => (
              <circle key={round} cx={x(round)} cy={y(value)} r={2.2}>
                <title>{`${agent === null ? '' : `${agent}, `}round ${round}: ${shownNumber(value)}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}
