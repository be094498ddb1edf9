import { check, type JsonObject, listOf, object } from 'agora-voting/internal';
import {
  figureOptions,
  names as nameList,
  needOneEach,
  range,
  reference,
  values as valueList,
  words,
} from './figure-checks';
import {
  INK,
  axis,
  baseLayout,
  categoryAxis,
  legendPlace,
  plotWidth,
  seriesLook,
  slot,
  translucent,
} from './figure-style';
import type { PlotlyFigure } from './plotly-figure';
import { hollowDiamonds, publishedKey, referenceTraces, type ReferenceLine } from './traces';

/** One bar in each category: a rule, a model. Lists have an entry for each category, null where there is no value. */
export interface BarSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly standardErrors?: readonly (number | null)[];
  /** Published values, drawn as hollow diamonds on the bars. */
  readonly published?: readonly (number | null)[];
}

export interface BarFigureOptions {
  /** Default: none. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Left to right. */
  readonly categories: readonly string[];
  readonly valueTitle?: string;
  /** From 0 unless stated. */
  readonly valueRange?: readonly [number, number];
  /** Horizontal lines across the plot: a random baseline. */
  readonly references?: readonly ReferenceLine[];
}

const barArguments = object('arguments', {
  series: listOf(
    'series',
    object('a series', {
      name: words,
      values: valueList,
      standardErrors: valueList.optional(),
      published: valueList.optional(),
    }),
    1,
  ),
  options: figureOptions({
    categories: nameList,
    valueTitle: words.optional(),
    valueRange: range.optional(),
    references: listOf('lines', reference).optional(),
  }),
});

/**
 * Grouped bars with standard errors: categories side by side, a bar per series in each.
 * @throws AgoraError 'figure' when there is no series or category, a list is not as long as the categories, a name occurs
 *   twice, or a number is not finite
 * @example
 * const options = { title: 'Accuracy', valueTitle: 'percent', categories: ['borda', 'range'] };
 * report.barFigure([{ name: 'ours', values: [60, 58] }], options).data.length; // => 1
 */
export function barFigure(series: readonly BarSeries[], options: BarFigureOptions): PlotlyFigure {
  check('barFigure', barArguments, { series, options });
  const { categories, valueRange, references = [] } = options;
  needOneEach('barFigure', series, categories);
  const looks = series.map((_, place) => ({ ...seriesLook(place), ...slot(place, series.length) }));
  const published = series.some((one) => one.published?.some((value) => value !== null));
  const names = [
    ...series.map(({ name }) => name),
    ...references.map(({ label }) => label),
    ...(published ? ['published'] : []),
  ];
  const width = plotWidth(names);
  return {
    data: [
      ...series.map((one, place) => bars(one, categories, looks[place] as Look)),
      ...referenceTraces(references, -0.5, categories.length - 0.5),
      ...series.flatMap((one, place) => diamonds(one, looks[place] as Look, width / categories.length)),
      ...(published ? [publishedKey('published')] : []),
    ],
    layout: {
      ...baseLayout(options.title, options.subtitle),
      barmode: 'overlay',
      xaxis: categoryAxis(categories, width),
      yaxis: axis(
        options.valueTitle ?? '',
        valueRange ? { range: [...valueRange] } : { rangemode: 'tozero' },
      ),
      ...legendPlace(names),
    },
  };
}

interface Look {
  readonly colour: string;
  /** Bars after the eighth, whose colours come round again, are paler with a border. */
  readonly dash: string;
  readonly shift: number;
  readonly width: number;
}

function bars(
  { name, values, standardErrors }: BarSeries,
  categories: readonly string[],
  { colour, dash, shift, width }: Look,
): JsonObject {
  return {
    type: 'bar',
    name,
    legendgroup: name,
    x: values.map((_, place) => place + shift),
    y: [...values],
    customdata: [...categories],
    width,
    marker: {
      color: dash === 'solid' ? colour : translucent(colour, 0.35),
      line: { color: colour, width: dash === 'solid' ? 0 : 1.2 },
    },
    ...(standardErrors
      ? { error_y: { type: 'data', array: [...standardErrors], thickness: 1.2, width: 2, color: INK } }
      : {}),
    hovertemplate: `${name}, %{customdata}: %{y:.2f}<extra></extra>`,
  };
}

/** Left of the middle of its bar, so that the standard error is seen, and no wider than the bar. */
function diamonds({ name, published = [] }: BarSeries, look: Look, pixels: number): JsonObject[] {
  const there = published.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const points = {
    name,
    x: there.map(({ at }) => at + look.shift - 0.28 * look.width),
    values: there.map(({ value }) => value),
  };
  return hollowDiamonds(points, look.colour, Math.max(5, Math.min(10, Math.round(look.width * pixels))));
}
