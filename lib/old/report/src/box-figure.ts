import { check, type JsonObject, listOf, number, object } from 'agora-voting/internal';
import { figureOptions, names as nameList, needOneEach, reference, words } from './figure-checks';
import {
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
import { referenceTraces, type ReferenceLine } from './traces';

/** One box in each category: a model. Lists have an entry for each category, in the order of the categories. */
export interface BoxSeries {
  readonly name: string;
  /** The values of each box: gains by subject. An empty list draws no box. */
  readonly values: readonly (readonly number[])[];
}

export interface BoxFigureOptions {
  /** Default: none. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Left to right: rules. */
  readonly categories: readonly string[];
  readonly valueTitle?: string;
  readonly references?: readonly ReferenceLine[];
}

const boxArguments = object('arguments', {
  series: listOf(
    'series',
    object('a series', { name: words, values: listOf('lists of numbers', listOf('numbers', number())) }),
    1,
  ),
  options: figureOptions({
    categories: nameList,
    valueTitle: words.optional(),
    references: listOf('lines', reference).optional(),
  }),
});

/**
 * Box plots by category, the form of GEDI's Figure 6. The box extends from the median of the lower half to that of the
 * upper half (Tukey's hinges; the middle value of an odd number belongs to both). The whiskers extend to the furthest
 * values within 1.5 times its height; values beyond are points. The line is the median, the dotted line the mean.
 * @throws AgoraError 'figure' when there is no series or category, a list is not as long as the categories, a name
 * occurs twice, or a number is not finite
 * @example
 * const options = { title: 'Gain', valueTitle: 'points', categories: ['borda'] };
 * report.boxFigure([{ name: 'ours', values: [[1, 2, 4]] }], options).data[0].type; // => 'box'
 */
export function boxFigure(series: readonly BoxSeries[], options: BoxFigureOptions): PlotlyFigure {
  check('boxFigure', boxArguments, { series, options });
  const { categories, references = [] } = options;
  needOneEach('boxFigure', series, categories);
  const names = [...series.map(({ name }) => name), ...references.map(({ label }) => label)];
  return {
    data: [
      ...series.map((one, place) => boxes(one, categories, place, series.length)),
      ...referenceTraces(references, -0.5, categories.length - 0.5),
    ],
    layout: {
      ...baseLayout(options.title, options.subtitle),
      boxmode: 'overlay',
      xaxis: categoryAxis(categories, plotWidth(names)),
      yaxis: axis(options.valueTitle ?? ''),
      ...legendPlace(names),
    },
  };
}

function boxes(
  { name, values }: BoxSeries,
  categories: readonly string[],
  place: number,
  series: number,
): JsonObject {
  const { colour } = seriesLook(place);
  const { shift, width } = slot(place, series);
  return {
    type: 'box',
    name,
    legendgroup: name,
    x: values.flatMap((list, at) => list.map(() => at + shift)),
    y: values.flat(),
    text: values.flatMap((list, at) => list.map(() => categories[at] as string)),
    width,
    quartilemethod: 'inclusive',
    boxpoints: 'outliers',
    boxmean: true,
    line: { color: colour, width: 1.6 },
    fillcolor: translucent(colour, 0.25),
    marker: { color: colour, size: 4 },
  };
}
