import type { ComponentChildren } from 'preact';
import { numbersOf, plural, shortNumber } from './filter';
import type { Flow, TalkRow } from './api';

/** Shows a numeric column as a histogram with up to twelve bars. Clicking a bar filters by its range. */
export function Histogram(p: {
  readonly rows: readonly TalkRow[];
  readonly column: string;
  readonly onRange: (range: string) => void;
}) {
  const numbers = numbersOf(p.rows, p.column);
  const [low, high] = numbers.reduce(
    ([a, b], one) => [Math.min(a, one), Math.max(b, one)],
    [Infinity, -Infinity],
  );
  if (numbers.length === 0 || low === high)
    return <div class="histogram-note">{numbers.length === 0 ? '' : `all ${shortNumber(low)}`}</div>;
  const areWhole = numbers.every((one) => Number.isInteger(one)) && high - low < 12;
  const bins = areWhole ? high - low + 1 : 12;
  const step = areWhole ? 1 : (high - low) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (const one of numbers) counts[Math.min(bins - 1, Math.floor((one - low) / step))]!++;
  const most = Math.max(...counts);
  return (
    <div class="histogram" role="group" aria-label={`Distribution of ${p.column}`}>
      {counts.map((count, bin) => {
        const from = low + bin * step;
        const to = areWhole ? from : from + step;
        const range = areWhole ? shortNumber(from) : `${shortNumber(from)} to ${shortNumber(to)}`;
        return (
          <button
            type="button"
            key={bin}
            title={`${range}: ${count}`}
            aria-label={`${range}: ${plural(count, 'collaboration')}. Show only these.`}
            disabled={count === 0}
            onClick={() => p.onRange(`${from}..${to}`)}
          >
            <span style={{ height: `${Math.max(count === 0 ? 0 : 8, (100 * count) / most)}%` }} />
          </button>
        );
      })}
    </div>
  );
}

/** Lists the most frequent values in a text column. Clicking a value filters by that value. */
export function TopValues(p: {
  readonly rows: readonly TalkRow[];
  readonly column: string;
  readonly onValue: (value: string) => void;
}) {
  const counts = new Map<string, number>();
  for (const row of p.rows) {
    const value = String(row[p.column] ?? '');
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  if (counts.size > 30) return <div class="histogram-note">{counts.size.toLocaleString('en')} values</div>;
  const top = [...counts].sort(([, a], [, b]) => b - a).slice(0, 3);
  return (
    <div class="top-values">
      {top.map(([value, count]) => (
        <button type="button" key={value} title={`${value}: ${count}`} onClick={() => p.onValue(value)}>
          <span class="bar" style={{ width: `${(100 * count) / p.rows.length}%` }} />
          <span class="name">{value || '–'}</span> {count}
        </button>
      ))}
    </div>
  );
}

/** Draws a line chart over rounds, with axes and a cursor at the round in view. */
export function RoundLines(p: {
  readonly lines: readonly {
    readonly name: string;
    readonly points: readonly { round: number; value: number }[];
  }[];
  readonly cursor: number | null;
  readonly title: string;
}) {
  const points = p.lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const [width, height, left, bottom] = [320, 190, 44, 26];
  const rounds = [...new Set(points.map(({ round }) => round))].sort((a, b) => a - b);
  const [first, last] = [rounds[0]!, rounds.at(-1)!];
  const low = Math.min(0, ...points.map(({ value }) => value));
  const high = Math.max(low + 1e-6, ...points.map(({ value }) => value));
  if (high - low < 1e-3) return null; // all values are 0
  const x = (round: number): number =>
    last === first
      ? left + (width - left) / 2
      : left + 8 + ((round - first) / (last - first)) * (width - left - 20);
  const y = (value: number): number => 8 + (1 - (value - low) / (high - low)) * (height - bottom - 16);
  const ticks = ticksOf(low, high);
  return (
    <figure class="lines">
      <figcaption>{p.title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={describeLines(p.lines)}>
        {ticks.map((tick) => (
          <g key={tick} class="grid">
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={left - 6} y={y(tick) + 4} text-anchor="end">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
        {rounds
          .filter((_, at) => at % Math.ceil(rounds.length / 10) === 0)
          .map((round) => (
            <text key={round} x={x(round)} y={height - 8} text-anchor="middle">
              {round}
            </text>
          ))}
        {p.cursor !== null && rounds.includes(p.cursor) && (
          <line class="cursor" x1={x(p.cursor)} x2={x(p.cursor)} y1={4} y2={height - bottom} />
        )}
        {p.lines.map(({ name, points: own }, number) => (
          <g key={name} class={`line line-${(number % 8) + 1}`}>
            <polyline points={own.map(({ round, value }) => `${x(round)},${y(value)}`).join(' ')} />
            {own.map(({ round, value }) => (
              <circle key={round} cx={x(round)} cy={y(value)} r="3">
                <title>{`${name}, round ${round}: ${shortNumber(value)}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <Legend>
        {p.lines.map(({ name, points: own }, number) => (
          <li key={name}>
            <span class={`key line-${(number % 8) + 1}`} /> {name} <b>{shortNumber(own.at(-1)!.value)}</b>
          </li>
        ))}
      </Legend>
    </figure>
  );
}

const Legend = ({ children }: { readonly children: ComponentChildren }) => <ul class="legend">{children}</ul>;

const describeLines = (lines: Parameters<typeof RoundLines>[0]['lines']): string =>
  lines
    .map(
      ({ name, points }) =>
        `${name} from ${shortNumber(points[0]!.value)} to ${shortNumber(points.at(-1)!.value)}`,
    )
    .join('; ');

/** Returns evenly spaced tick values between two bounds. */
function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + 1e-9; tick += step)
    ticks.push(Number(tick.toPrecision(6)));
  return ticks;
}

/** Shows how many agents back each position in each round, and how many agents moved between positions. */
export function OpinionFlow({ flow }: { readonly flow: Flow }) {
  const stances = ['final position', 'another position', 'no position'] as const;
  const [width, height, node, top] = [420, 160, 7, 22];
  const agents = stances.reduce((sum, stance) => sum + flow.counts[0]![stance], 0);
  const isKnown = flow.counts.some((round) => round['no position'] < agents);
  if (!isKnown || flow.rounds.length < 2) return null;
  const scale = (height - top - 16) / agents;
  const x = (at: number): number => 4 + (at * (width - node - 8)) / (flow.rounds.length - 1);
  const y = (at: number, stance: (typeof stances)[number]): number => {
    const before = stances.slice(0, stances.indexOf(stance));
    return top + before.reduce((sum, one) => sum + flow.counts[at]![one] * scale + 6, 0);
  };
  const bands: { path: string; from: string; title: string }[] = [];
  for (let at = 1; at < flow.rounds.length; at++) {
    const used = new Map<string, number>();
    const take = (key: string, size: number): number => {
      const start = used.get(key) ?? 0;
      used.set(key, start + size);
      return start;
    };
    for (const from of stances)
      for (const to of stances) {
        const link = flow.links.find(
          (one) => one.round === flow.rounds[at] && one.from === from && one.to === to,
        );
        if (link === undefined) continue;
        const size = link.agents * scale;
        const [x1, x2] = [x(at - 1) + node, x(at)];
        const y1 = y(at - 1, from) + take(`out ${from}`, size);
        const y2 = y(at, to) + take(`in ${to}`, size);
        const half = (x1 + x2) / 2;
        bands.push({
          path: `M${x1},${y1} C${half},${y1} ${half},${y2} ${x2},${y2} v${size} C${half},${y2 + size} ${half},${y1 + size} ${x1},${y1 + size} z`,
          from,
          title: `${link.agents} agents: ${from} in round ${flow.rounds[at - 1]}, ${to} in round ${flow.rounds[at]}`,
        });
      }
  }
  const last = flow.counts.at(-1)!;
  return (
    <figure class="flow">
      <figcaption>
        Positions that agents back, by round
        {flow.talks > 1 && `, in ${flow.talks.toLocaleString('en')} collaborations`}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`In the last round, ${last['final position']} of ${agents} agents back their group's final position, and ${last['another position']} back another.`}
      >
        {bands.map(({ path, from, title }) => (
          <path key={path} d={path} class={`band ${from.replace(' ', '-')}`}>
            <title>{title}</title>
          </path>
        ))}
        {flow.rounds.map((round, at) => (
          <g key={round}>
            <text
              x={x(at) + node / 2}
              y={14}
              text-anchor={at === 0 ? 'start' : at === flow.rounds.length - 1 ? 'end' : 'middle'}
            >
              {round}
            </text>
            {stances.map((stance) => (
              <rect
                key={stance}
                class={stance.replace(' ', '-')}
                x={x(at)}
                y={y(at, stance)}
                width={node}
                height={flow.counts[at]![stance] * scale}
              >
                <title>{`Round ${round}: ${flow.counts[at]![stance]} agents, ${stance}`}</title>
              </rect>
            ))}
          </g>
        ))}
      </svg>
      <Legend>
        {stances.map((stance) => (
          <li key={stance}>
            <span class={`key ${stance.replace(' ', '-')}`} /> {stance}{' '}
            <b>{last[stance].toLocaleString('en')}</b>
          </li>
        ))}
      </Legend>
    </figure>
  );
}
