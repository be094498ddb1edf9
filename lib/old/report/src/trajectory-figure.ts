import { needFields, rowsGiven } from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import { AgoraError } from 'agora-voting';
import { check, type JsonObject, listOf, object, oneOf, text } from 'agora-voting/internal';
import { publishedTableGiven } from './published/published-table';
import type { PublishedTableLike, TableCell } from './comparison';
import { figureOptions, range as rangeGiven, reference, words } from './figure-checks';
import { PALETTE, SYMBOLS, axis, baseLayout, cyclic, translucent } from './figure-style';
import type { PlotlyFigure } from './plotly-figure';
import {
  curveBand,
  curveLine,
  hollowDiamonds,
  legendKey,
  publishedKey,
  referenceLines,
  referenceTraces,
  type Curve,
  type ReferenceLine,
} from './traces';

export interface TrajectoryOptions {
  /** The field whose values are lines: "rule". */
  readonly by: string;
  /** The column whose numbers by round are drawn: "utility". */
  readonly value: string;
  /** Published values for the same labels: "utility@3" is a point of utility at round 3. */
  readonly published?: PublishedTableLike;
  /** Default: what is drawn, and of which evidence: "utility by round (simulated)". */
  readonly title?: string;
  readonly subtitle?: string;
  /** What the lines measure, with its unit. Default: the column's name, and percent where the library's column is. */
  readonly valueTitle?: string;
  /**
   * The range of the value axis. Default: from 0 to a little above the maximum, or as the lines need. Percent beside the
   * bars' percent are drawn to the bars' scale.
   */
  readonly valueRange?: readonly [number, number];
  /** The best possible value. */
  readonly maximum?: ReferenceLine;
  /** Further reference values: a baseline, the best known. Dashed lines across the plot, named in the legend. */
  readonly references?: readonly ReferenceLine[];
  /** How the standard error is drawn. Default: a band for up to three lines, else bars. */
  readonly spread?: 'band' | 'bars' | 'none';
}

const trajectoryArguments = object('arguments', {
  rows: rowsGiven,
  options: figureOptions({
    by: text(),
    value: text(),
    published: publishedTableGiven.optional(),
    valueTitle: words.optional(),
    valueRange: rangeGiven.optional(),
    maximum: reference.optional(),
    references: listOf('lines', reference).optional(),
    spread: oneOf('band', 'bars', 'none').optional(),
  }),
});

/**
 * Value by round, in the form of RoundTable's Figures 3 and 20. The left axis has a line for each condition (the mean,
 * with one standard error to either side). The right axis has bars (the share of collaborations without agreement, if
 * the column `withoutAgreement` was measured). A horizontal line marks the maximum. Published numbers are hollow
 * diamonds in the condition's colour, shifted like its bars. A line that equals another one is dotted above it, and the
 * legend says so.
 * @param rows - of `metrics.measure`, by round
 * @throws AgoraError 'figure' when nothing was measured by round, 'rows' when a row lacks the column that `by` names
 * @example
 * const rest = { standardError: null, low: null, high: null, n: 1, evidence: 'simulated' } as const;
 * const rows = [40, 60].map((value, place) => ({ rule: 'Borda', column: 'utility', round: place + 1, value, ...rest }));
 * report.trajectoryFigure(rows, { by: 'rule', value: 'utility', spread: 'none' }).data.length; // => 1
 */
export function trajectoryFigure(rows: readonly Row[], options: TrajectoryOptions): PlotlyFigure {
  check('trajectoryFigure', trajectoryArguments, { rows, options });
  const conditions = conditionsOf(rows, options);
  if (conditions.length === 0)
    throw new AgoraError(
      'figure',
      `trajectoryFigure needs rows of ${options.value} by round, and there are none`,
    );
  const spread = options.spread ?? (conditions.length <= 3 ? 'band' : 'bars');
  const rounds = Math.max(...conditions.map((condition) => condition.values.length));
  const look = (place: number): Look => ({
    colour: cyclic(PALETTE, place),
    symbol: cyclic(SYMBOLS, place),
    shift: ((place + 0.5) / conditions.length - 0.5) * BARS_WIDTH,
    width: (BARS_WIDTH / conditions.length) * 0.92,
  });
  const data = [
    ...conditions.flatMap((condition, place) => bars(condition, look(place))),
    ...(spread === 'band' ? conditions.flatMap((condition, place) => band(condition, look(place))) : []),
    ...conditions.map((condition, place) =>
      line(condition, look(place), spread, twinOf(condition, conditions.slice(0, place))),
    ),
    ...conditions.flatMap((condition, place) => diamonds(condition, look(place))),
    ...referenceTraces(options.references ?? [], 0.45, rounds + 0.55, LEFT),
    ...keys(conditions),
  ];
  const drawn = rows.filter(({ column }) => column === options.value);
  const kinds = [...new Set(drawn.map(({ evidence }) => evidence))].join(', ');
  // A column of one's own may have such a name, and be from 0 to 1.
  const isPercent =
    inPercent.has(options.value) &&
    isWithinPercent(conditions, options.maximum) &&
    drawn.some(({ value }) => value !== null && value > 1);
  const unit = isPercent ? ' (%)' : '';
  const { title = `${options.value} by round (${kinds})`, valueTitle = `${options.value}${unit}` } = options;
  return { data, layout: layoutOf(rounds, conditions, { ...options, title, valueTitle }) };
}

/** Columns by round that the library measures in percent. */
const inPercent = new Set(['utility', 'accuracy', 'pooled']);

/** Room above the top of both axes, so that a line or a bar at its limit is seen whole. */
const HEADROOM = 1.08;

/** The part of a round's width that its bars take together. */
const BARS_WIDTH = 0.78;

function layoutOf(
  rounds: number,
  conditions: readonly Trajectory[],
  {
    title,
    subtitle,
    valueTitle,
    valueRange,
    maximum,
  }: TrajectoryOptions & { readonly title: string; readonly valueTitle: string },
): JsonObject {
  const shares = conditions.some((condition) => condition.withoutAgreement);
  // Two axes in percent, side by side, would be read as one.
  const isSame = shares && /%|percent/i.test(valueTitle) && isWithinPercent(conditions, maximum);
  const range = valueRange ?? (isSame ? [0, 100 * HEADROOM] : maximum && [0, maximum.value * HEADROOM]);
  return {
    ...baseLayout(title, subtitle),
    barmode: 'overlay',
    xaxis: axis('Round', {
      tickmode: 'linear',
      tick0: 1,
      dtick: 1,
      range: [0.45, rounds + 0.55],
      showgrid: false,
    }),
    yaxis: axis('Collaborations yet to agree (%)', {
      side: 'right',
      range: [0, 100 * HEADROOM],
      tickvals: [0, 20, 40, 60, 80, 100],
      showgrid: false,
      visible: shares,
    }),
    yaxis2: axis(valueTitle, {
      side: 'left',
      overlaying: 'y',
      tickmode: 'auto', // the default of an overlaying axis is the other axis' ticks, at odd values of this one
      ...(range ? { range: [...range] } : { rangemode: 'tozero' }),
    }),
    legend: { orientation: 'h', x: 0, xanchor: 'left', y: -0.2, yanchor: 'top', font: { size: 12 } },
    ...referenceLines(maximum ? [maximum] : [], {
      from: 0.45,
      to: rounds + 0.55,
      labelAt: 0.5,
      yref: 'y2',
    }),
  };
}

/** Whether everything on the value axis lies from 0 to 100. */
function isWithinPercent(conditions: readonly Trajectory[], maximum: ReferenceLine | undefined): boolean {
  const drawn = conditions.flatMap(({ values, published }) => [
    ...values,
    ...published.map(({ value }) => value),
  ]);
  return [...drawn, maximum?.value ?? null].every((value) => value === null || (value >= 0 && value <= 100));
}

/** One line and its bars: a rule, a model, a number of agents. Entry i of each list is round i + 1. */
interface Trajectory {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly standardErrors: readonly (number | null)[];
  /** Of all collaborations, the share that has not yet agreed by the end of the round, from 0 to 1. */
  readonly withoutAgreement: readonly (number | null)[] | null;
  readonly published: readonly (TableCell & { readonly round: number })[];
}

function conditionsOf(rows: readonly Row[], { by, value, published }: TrajectoryOptions): Trajectory[] {
  const drawn = rows.filter((row) => row.column === value && row['round'] !== undefined);
  needFields('trajectoryFigure', drawn, [by]);
  const rounds = drawn.reduce((last, row) => Math.max(last, Number(row['round'])), 0);
  return [...new Set(drawn.map((row) => String(row[by])))].map((name) => {
    const own = rows.filter((row) => String(row[by]) === name);
    const of = (column: string) =>
      Array.from({ length: rounds }, (_, place) =>
        own.find((row) => row.column === column && row['round'] === place + 1),
      );
    const waiting = of('withoutAgreement');
    const cells = published?.rows.find(({ label }) => label === name)?.cells ?? {};
    return {
      name,
      values: of(value).map((row) => row?.value ?? null),
      standardErrors: of(value).map((row) => row?.standardError ?? null),
      withoutAgreement: waiting.some((row) => row) ? waiting.map((row) => row?.value ?? null) : null,
      published: Object.entries(cells).flatMap(([column, cell]) => {
        const [measured, round] = column.split('@');
        return measured === value ? [{ round: Number(round), ...cell }] : [];
      }),
    };
  });
}

/** How a condition is told from the others. */
interface Look {
  readonly colour: string;
  readonly symbol: string;
  /** The distance of its bars and diamonds from the round's tick, in rounds. */
  readonly shift: number;
  /** Of a bar, in rounds. */
  readonly width: number;
}

const roundsOf = (condition: Trajectory): number[] => condition.values.map((_, place) => place + 1);

/** Share without agreement, behind everything, against the right axis. */
function bars(condition: Trajectory, { colour, shift, width }: Look): JsonObject[] {
  if (!condition.withoutAgreement) return [];
  return [
    {
      type: 'bar',
      name: condition.name,
      legendgroup: condition.name,
      showlegend: false,
      x: roundsOf(condition).map((round) => round + shift),
      y: condition.withoutAgreement.map((share) => (share === null ? null : 100 * share)),
      width,
      marker: { color: translucent(colour, 0.28), line: { width: 0 } },
      hovertemplate: `${condition.name}: %{y:.1f}% yet to agree<extra></extra>`,
    },
  ];
}

/** One standard error to either side of the line, as a surface. */
function band(condition: Trajectory, look: Look): JsonObject[] {
  return curveBand(curveOf(condition), look);
}

/** The means, with their standard errors as bars where no band shows them. */
function line(
  condition: Trajectory,
  look: Look,
  spread: TrajectoryOptions['spread'],
  twin: Trajectory | undefined,
): JsonObject {
  if (twin === undefined) return curveLine(curveOf(condition), look, spread === 'bars');
  const dotted = { ...look, symbol: `${look.symbol}-open`, dash: 'dot' };
  const name = `${condition.name} (same as ${twin.name})`;
  return { ...curveLine({ ...curveOf(condition), name }, dotted, false), legendgroup: condition.name };
}

/** The earlier line that this one would cover, number by number: it is then drawn dotted above it. */
function twinOf({ values }: Trajectory, earlier: readonly Trajectory[]): Trajectory | undefined {
  return earlier.find((other) => values.every((value, place) => value === other.values[place]));
}

function curveOf(condition: Trajectory): Curve {
  const { name, values, standardErrors } = condition;
  return { name, x: roundsOf(condition), values, standardErrors, yaxis: LEFT, xName: 'round' };
}

/** What the paper prints, hollow, so that it is never taken for ours. */
function diamonds({ name, published }: Trajectory, { colour, shift }: Look): JsonObject[] {
  const points = {
    name,
    x: published.map((point) => point.round + shift),
    values: published.map((point) => point.value),
    standardErrors: published.map((point) => point.standardError),
    yaxis: LEFT,
  };
  return hollowDiamonds(points, colour);
}

/** Legend entries that belong to no condition: what a bar is, what a diamond is. */
function keys(conditions: readonly Trajectory[]): JsonObject[] {
  const bar = { color: translucent('#5B5B5B', 0.35) };
  return [
    ...(conditions.some((condition) => condition.withoutAgreement)
      ? [legendKey('yet to agree (right axis)', 'square', bar, LEFT)]
      : []),
    ...(conditions.some((condition) => condition.published.length > 0)
      ? [publishedKey('published (beside its round)', LEFT)]
      : []),
  ];
}

/** The axis of values: drawn over the bars' axis, which is Plotly's first. */
const LEFT = 'y2';
