import { check, flag, listOf, number, object, oneOf } from '../check';
import type { JsonObject } from '../json';
import {
  decimals,
  figureOptions,
  needDistinct,
  range as valueRangeGiven,
  value,
  words,
} from './figure-checks';
import { INK, axis, baseLayout, legendPlace } from './figure-style';
import type { PlotlyFigure } from './plotly-figure';
import { hollowDiamonds, publishedKey } from './traces';

export interface DifferenceFigureOptions {
  readonly title: string;
  readonly subtitle?: string;
  /** What the bars measure, with its unit. */
  readonly valueTitle: string;
  /** What it means that a bar points right, and left: "ranked pairs is better". */
  readonly positive: string;
  readonly negative: string;
  readonly valueRange?: readonly [number, number];
  /** Highest first, unless the order is kept as given. */
  readonly order?: 'by value' | 'as given';
  /** Of the values written at the bars; 1 unless stated. */
  readonly decimals?: number;
}

const BLUE = '#0072B2';
const ORANGE = '#D55E00';

/** Pixels of a bar's row, and of all that is above and below the bars. */
const ROW = 17;
const AROUND = 170;

const differenceArguments = object('arguments', {
  differences: listOf(
    'differences',
    object('a difference', {
      label: words,
      value: number(),
      standardError: value.optional(),
      published: value.optional(),
      marked: flag.optional(),
    }),
    1,
  ),
  options: figureOptions({
    ...{ valueTitle: words, positive: words, negative: words, valueRange: valueRangeGiven.optional() },
    ...{ order: oneOf('by value', 'as given').optional(), decimals: decimals.optional() },
  }),
});

/**
 * Bars to either side of zero, one per subject, the form of GEDI's Figure 7, with each value written at its bar's end.
 * The figure grows in height with the number of bars.
 * @throws AgoraError 'figure' when there is no bar, a label occurs twice, or a number is not finite
 * @example
 * const options = { title: 'Borda', valueTitle: 'points', positive: 'better', negative: 'worse' };
 * report.differenceFigure([{ label: 'law', value: 2 }], options).data.length; // => 2
 */
export function differenceFigure(
  differences: readonly Difference[],
  options: DifferenceFigureOptions,
): PlotlyFigure {
  check('differenceFigure', differenceArguments, { differences, options });
  needDistinct(
    'differenceFigure',
    'label',
    differences.map(({ label }) => label),
  );
  const { title, subtitle, valueTitle, positive, negative, valueRange, order = 'by value' } = options;
  const rows = order === 'as given' ? [...differences] : [...differences].sort((a, b) => b.value - a.value);
  const range = valueRange ?? reach(rows);
  const published = rows.flatMap((row, place) =>
    typeof row.published === 'number' ? [{ place, value: row.published }] : [],
  );
  return {
    data: [
      side(rows, positive, BLUE, ({ value }) => value >= 0),
      side(rows, negative, ORANGE, ({ value }) => value < 0),
      ...hollowDiamonds(
        {
          name: valueTitle,
          x: published.map(({ value }) => value),
          values: published.map(({ place }) => place),
        },
        INK,
      ),
      ...(published.length > 0 ? [publishedKey('published')] : []),
    ],
    layout: {
      ...baseLayout(title, subtitle),
      height: Math.max(500, AROUND + ROW * rows.length),
      barmode: 'overlay',
      bargap: 0.25,
      xaxis: axis(valueTitle, {
        range: [...range],
        zeroline: true,
        zerolinecolor: INK,
      }),
      yaxis: axis('', {
        tickmode: 'array',
        tickvals: rows.map((_, place) => place),
        ticktext: rows.map(({ label }) => label),
        tickfont: { size: 11 },
        range: [rows.length - 0.4, -0.6],
        showgrid: false,
        ticks: '',
        ticklabelstandoff: 6,
      }),
      annotations: rows.map((row, place) => written(row, place, range, options.decimals ?? 1)),
      ...legendPlace([positive, negative, ...(published.length > 0 ? ['published'] : [])]),
    },
  };
}

function side(
  rows: readonly Difference[],
  name: string,
  colour: string,
  belongs: (row: Difference) => boolean,
): JsonObject {
  const own = rows.flatMap((row, place) => (belongs(row) ? [{ ...row, place }] : []));
  const errors = own.map(({ standardError }) => standardError ?? null);
  return {
    type: 'bar',
    orientation: 'h',
    name,
    x: own.map(({ value }) => value),
    y: own.map(({ place }) => place),
    customdata: own.map(({ label }) => label),
    marker: {
      color: colour,
      line: { color: '#B8860B', width: own.map(({ marked }) => (marked === true ? 2.5 : 0)) },
    },
    ...(errors.some((error) => error !== null)
      ? { error_x: { type: 'data', array: errors, thickness: 1.2, width: 2, color: INK } }
      : {}),
    hovertemplate: '%{customdata}: %{x:.2f}<extra></extra>',
  };
}

/** One bar: a subject, and by how much the first of two things is ahead of the second there. */
export interface Difference {
  readonly label: string;
  readonly value: number;
  readonly standardError?: number | null;
  /** What a paper prints, drawn as a hollow diamond. */
  readonly published?: number | null;
  /** Drawn with a border: a bar that the text speaks of. */
  readonly marked?: boolean;
}

/** The value beyond its bar's end and its error; at the bar's foot where the published diamond takes that place. */
export function written(
  row: Difference,
  place: number,
  [low, high]: readonly [number, number],
  decimals: number,
): JsonObject {
  const side = row.value >= 0 ? 1 : -1;
  const error = row.standardError ?? 0;
  const end = side * row.value + error;
  const diamond = typeof row.published === 'number' ? side * row.published : -Infinity;
  const taken = Math.abs(diamond - end) < 0.08 * (high - low);
  const foot = Math.min(0, side * row.value - error);
  const [at, towards] = taken ? [side * foot, -side] : [side * end, side];
  return {
    x: at,
    y: place,
    text: `${row.value > 0 ? '+' : ''}${row.value.toFixed(decimals)}`.replace('-', '−'),
    showarrow: false,
    xanchor: towards > 0 ? 'left' : 'right',
    yanchor: 'middle',
    xshift: towards * 3,
    font: { size: 10.5 },
  };
}

/** Room for the numbers beyond the longest bars, and always some on both sides of zero. */
export function reach(rows: readonly Difference[]): [number, number] {
  const ends = rows.flatMap(({ value, standardError, published }) => {
    const error = standardError ?? 0;
    return [value - error, value + error, ...(typeof published === 'number' ? [published] : [])];
  });
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = 0.12 * (high - low) || 1;
  return [low - room, high + room];
}
