import { check, flag, type JsonObject, listOf, number, object, oneOf } from 'agora-voting/internal';
import { figureOptions, needDistinct, reference, value, words } from './figure-checks';
import { axis, baseLayout, legendPlace, seriesLook } from './figure-style';
import type { PlotlyFigure } from './plotly-figure';
import {
  curveBand,
  curveLine,
  type CurveLook,
  referenceTraces,
  type Curve,
  type ReferenceLine,
} from './traces';

/** A point: a value at a number of raters, of unreliable raters, or at k. */
export interface LinePoint {
  readonly x: number;
  readonly value: number | null;
  readonly standardError?: number | null;
}

/** One line: a rule, a model. */
export interface LineSeries {
  readonly name: string;
  readonly points: readonly LinePoint[];
}

export interface LineFigureOptions {
  /** Default: none. */
  readonly title?: string;
  readonly subtitle?: string;
  readonly xTitle?: string;
  /** What the lines measure, with its unit. */
  readonly valueTitle?: string;
  /** Horizontal lines across the plot: a random baseline, a single rater. */
  readonly references?: readonly ReferenceLine[];
  /** How standard errors are drawn. Default: a band for up to three series, else bars. */
  readonly spread?: 'band' | 'bars' | 'none';
  /** Whether lines stand a little beside each other, so that no marker hides another. Default false. */
  readonly dodge?: boolean;
}

const point = object('a point', { x: number(), value, standardError: value.optional() });
const lineArguments = object('arguments', {
  series: listOf('series', object('a series', { name: words, points: listOf('points', point, 1) }), 1),
  options: figureOptions({
    xTitle: words.optional(),
    valueTitle: words.optional(),
    references: listOf('lines', reference).optional(),
    spread: oneOf('band', 'bars', 'none').optional(),
    dodge: flag.optional(),
  }),
});

/**
 * Value by a number, the form of GEDI's Figures 3 and 4 (accuracy by quorum, and by unreliable raters): a line with
 * markers per series. Each x that occurs has a tick where there are at most 15. A line that another would cover, number by
 * number, is dotted above it, and named so.
 * @throws AgoraError 'figure' when there is no series or no point, a name occurs twice, or a number is not finite
 * @example
 * const options = { title: 'Accuracy', xTitle: 'Raters', valueTitle: 'percent' };
 * const points = [{ x: 1, value: 50 }, { x: 3, value: 60 }];
 * report.lineFigure([{ name: 'borda', points }], options).layout.xaxis.tickvals; // => [1, 3]
 */
export function lineFigure(series: readonly LineSeries[], options: LineFigureOptions): PlotlyFigure {
  check('lineFigure', lineArguments, { series, options });
  needDistinct(
    'lineFigure',
    'series',
    series.map(({ name }) => name),
  );
  const { title, subtitle, xTitle = '', valueTitle = '', references = [], dodge = false } = options;
  const spread = options.spread ?? (series.length <= 3 ? 'band' : 'bars');
  const places = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const [first, last] = [places[0] as number, places.at(-1) as number];
  const room = 0.04 * (last - first) || 0.5;
  const curves = series.map(({ name, points }) => curve(name, points, xTitle));
  const names = [...series.map(({ name }) => name), ...references.map(({ label }) => label)];
  return {
    data: [
      ...(spread === 'band' ? curves.flatMap((one, place) => curveBand(one, seriesLook(place))) : []),
      ...curves.map((one, place) => {
        const twin = twinOf(one, curves.slice(0, place));
        const shift = dodge ? (place - (curves.length - 1) / 2) * DODGE * (last - first) : 0;
        return line(one, seriesLook(place), spread, { twin: dodge ? undefined : twin, shift: shift });
      }),
      ...referenceTraces(references, first - room, last + room),
    ],
    layout: {
      ...baseLayout(title, subtitle),
      xaxis: axis(xTitle, {
        range: [first - room, last + room],
        showgrid: false,
        ...(places.length <= 15 ? { tickmode: 'array', tickvals: places } : {}),
      }),
      yaxis: axis(valueTitle),
      ...legendPlace(names),
    },
  };
}

/** How far lines that are dodged stand from each other, as a part of the axis: a marker's width. */
const DODGE = 0.012;

/** A line with its markers; a twin of an earlier one dotted, without bars of its own. */
function line(
  one: Curve,
  look: CurveLook,
  spread: LineFigureOptions['spread'],
  { twin, shift }: { readonly twin: Curve | undefined; readonly shift: number },
): JsonObject {
  if (twin !== undefined) {
    const dotted = { ...look, symbol: `${look.symbol}-open`, dash: 'dot' };
    const name = `${one.name} (same as ${twin.name})`;
    return { ...curveLine({ ...one, name: name }, dotted, false), legendgroup: one.name };
  }
  const drawn = curveLine({ ...one, x: one.x.map((x) => x + shift) }, look, spread === 'bars');
  if (shift === 0) return drawn;
  const hover = `${one.name}, ${one.xName} %{customdata}: %{y:.2f}<extra></extra>`;
  return { ...drawn, customdata: [...one.x], hovertemplate: hover };
}

/** The earlier line that this one would cover; sums in another order differ by rounding. */
function twinOf({ x, values }: Curve, earlier: readonly Curve[]): Curve | undefined {
  type Numbers = readonly (number | null)[];
  const isSame = (these: Numbers, those: Numbers): boolean =>
    these.length === those.length &&
    these.every((value, place) => {
      const other = those[place] ?? null;
      return value === other || (value !== null && other !== null && Math.abs(value - other) < 1e-9);
    });
  return earlier.find((other) => isSame(x, other.x) && isSame(values, other.values));
}

/** In the order of x, so that a line never runs back. */
function curve(name: string, points: readonly LinePoint[], xName: string): Curve {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  return {
    name,
    x: sorted.map(({ x }) => x),
    values: sorted.map(({ value }) => value),
    xName: xName.toLowerCase(),
    ...(sorted.some(({ standardError }) => typeof standardError === 'number')
      ? { standardErrors: sorted.map(({ standardError }) => standardError ?? null) }
      : {}),
  };
}
