import type { JsonObject } from '../environments/environment';
import { AgoraError, knownOptions } from '../error';
import { showsItself, type Bundle } from './display';
import { noteOf, type AnyRow } from './table';

/** A figure in Plotly's format. */
export interface Figure {
  readonly data: readonly JsonObject[];
  readonly layout: JsonObject;
}

export interface FigureOptions {
  readonly title?: string;
  /**
   * The line below the title. By default, it shows where the numbers come from (their evidence and models) and the
   * confidence level of the intervals.
   */
  readonly subtitle?: string;
  readonly xTitle?: string;
  readonly yTitle?: string;
  /** The limits of the value axis. Default: the range of the numbers. */
  readonly range?: readonly [number, number];
  /** Height in pixels. Default: 500. */
  readonly height?: number;
}

export interface SeriesOptions extends FigureOptions {
  /** The field on the x axis, for example 'round'. */
  readonly x: string;
  /** The field whose values separate the rows into series, for example 'rule'. Default: one series. */
  readonly by?: string;
}

const optionNames = ['title', 'subtitle', 'xTitle', 'yTitle', 'range', 'height'];

/**
 * Colours that readers with any type of colour vision can distinguish (Okabe and Ito, 2008), and marker shapes that
 * differ even in black and white.
 */
const colours = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#5B5B5B', '#7A3E9D'];
const shapes = ['circle', 'square', 'triangle-up', 'triangle-down', 'cross', 'x', 'star', 'hexagon'];
const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T;

/** Draws one line of values per series, with 95% intervals. `rows` are summaries. */
export function lineFigure(rows: readonly object[], options: SeriesOptions): Figure {
  knownOptions('lineFigure', options, [...optionNames, 'x', 'by']);
  const data = seriesOf(rows, options).map(({ name, rows: own }, place) => ({
    type: 'scatter',
    mode: 'lines+markers',
    name,
    x: own.map((row) => row[options.x]),
    ...valuesOf(own),
    line: { color: at(colours, place), dash: place < colours.length ? 'solid' : 'dash' },
    marker: { symbol: at(shapes, place), size: 7 },
  }));
  const isGrouped = data.length > 1 && hasIntervals(data);
  const [across, up] = isGrouped ? tightRanges(records(rows), options) : [{}, {}];
  return figure(data, rows, options, {
    xaxis: { ...wholeTicks(data), ...across },
    yaxis: { ...up, ...valueAxis(options) },
    // Several series are drawn side by side at each x, so that their intervals do not overlap.
    ...(isGrouped && { scattermode: 'group', scattergap: 1 - Math.min(0.25, 0.04 * data.length) }),
  });
}

/**
 * Returns axis ranges that fit the numbers. Without these ranges, Plotly would start the value axis at 0 for series
 * that are drawn side by side.
 */
function tightRanges(rows: readonly AnyRow[], { x }: SeriesOptions): [JsonObject, JsonObject] {
  const numbers = (fields: readonly string[]): number[] =>
    rows
      .flatMap((row) => fields.map((field) => row[field]))
      .filter((one): one is number => typeof one === 'number')
      .sort((one, other) => one - other);
  const fit = (sorted: readonly number[], least: number): JsonObject => {
    const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
    const margin = Math.max(0.06 * (high - low), least);
    return margin === 0 ? {} : { range: [low - margin, high + margin] };
  };
  const places = numbers([x]);
  const steps = places.slice(1).map((place, index) => place - Number(places[index]));
  const step = steps.filter((one) => one > 0).reduce((one, other) => Math.min(one, other), Infinity);
  return [
    step === Infinity ? {} : fit(places, 0.2 * step),
    fit(numbers(['value', 'effect', 'low', 'high']), 0),
  ];
}

/** Returns axis settings that give rounds and other small whole numbers one tick each, with no ticks in between. */
function wholeTicks(series: readonly { readonly x: readonly unknown[] }[]): JsonObject {
  const places = series.flatMap(({ x }) => x).map(Number);
  const isSmall = places.every((place) => Number.isInteger(place) && Math.abs(place) <= 12);
  return isSmall ? { dtick: 1 } : {};
}

/** Draws values as bars with 95% intervals, grouped by x. `rows` are summaries. */
export function barFigure(rows: readonly object[], options: SeriesOptions): Figure {
  knownOptions('barFigure', options, [...optionNames, 'x', 'by']);
  const data = seriesOf(rows, options).map(({ name, rows: own }, place) => ({
    type: 'bar',
    name,
    x: own.map((row) => String(row[options.x])),
    ...valuesOf(own),
    marker: { color: at(colours, place) },
  }));
  return figure(data, rows, options, {
    xaxis: { type: 'category' },
    yaxis: valueAxis(options),
    barmode: 'group',
  });
}

/**
 * Draws points without lines. `y` is the field on the y axis (default: `value`); `label` is the field that contains the
 * labels. A label is above its point unless the row has the field `side`, such as 'bottom center' or 'middle right'.
 */
export function scatterFigure(
  rows: readonly object[],
  options: SeriesOptions & { readonly y?: string; readonly label?: string },
): Figure {
  knownOptions('scatterFigure', options, [...optionNames, 'x', 'y', 'by', 'label']);
  const { x, y = 'value', label } = options;
  const data = seriesOf(rows, options).map(({ name, rows: own }, place) => ({
    type: 'scatter',
    mode: label === undefined ? 'markers' : 'markers+text',
    name,
    x: own.map((row) => row[x]),
    ...(y === 'value' ? valuesOf(own) : { y: own.map((row) => row[y]) }),
    ...(label !== undefined && {
      text: own.map((row) => plain(String(row[label]))),
      textposition: own.map((row) => row['side'] ?? 'top center'),
    }),
    marker: { color: at(colours, place), symbol: at(shapes, place), size: 9 },
  }));
  return figure(data, rows, options, { xaxis: {}, yaxis: valueAxis(options) });
}

export interface HeatMapOptions extends FigureOptions {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** The values by row and column. Null is an empty cell. */
  readonly values: readonly (readonly (number | null)[])[];
  /**
   * The value drawn in white; values above and below it get different colours. Default: a one-colour scale with no
   * midpoint.
   */
  readonly middle?: number;
  /** Number of decimals in the cells. Default: 1. */
  readonly decimals?: number;
}

/** Draws a matrix of numbers as coloured cells that contain the numbers. */
export function heatMapFigure(options: HeatMapOptions): Figure {
  knownOptions('heatMapFigure', options, [...optionNames, 'rows', 'columns', 'values', 'middle', 'decimals']);
  const { rows, columns, values, middle, decimals = 1 } = options;
  if (values.length !== rows.length || values.some((row) => row.length !== columns.length))
    throw new AgoraError(
      `A heat map needs one value per cell: expected ${rows.length} rows of ${columns.length} values.`,
    );
  const data = [
    {
      type: 'heatmap',
      x: columns.map(plain),
      y: rows.map(plain),
      z: values,
      text: values.map((row) => row.map((value) => (value === null ? '' : value.toFixed(decimals)))),
      texttemplate: '%{text}',
      hoverongaps: false,
      xgap: 2,
      ygap: 2,
      ...(middle === undefined
        ? {
            colorscale: [
              [0, '#FFFFFF'],
              [1, '#0072B2'],
            ],
          }
        : {
            zmid: middle,
            colorscale: [
              [0, '#D55E00'],
              [0.5, '#FFFFFF'],
              [1, '#0072B2'],
            ],
          }),
    },
  ];
  const axis = { type: 'category', automargin: true, showgrid: false };
  return figure(data, [], options, {
    xaxis: axis,
    yaxis: { ...axis, autorange: 'reversed' },
  });
}

const records = (rows: readonly object[]): readonly AnyRow[] => rows as readonly AnyRow[];

function seriesOf(rows: readonly object[], { x, by }: SeriesOptions): { name: string; rows: AnyRow[] }[] {
  const own = records(rows);
  needField(own, x);
  if (by !== undefined) needField(own, by);
  const series = new Map<string, AnyRow[]>();
  for (const row of own) {
    const name = by === undefined ? '' : plain(String(row[by]));
    series.set(name, [...(series.get(name) ?? []), row]);
  }
  return [...series].map(([name, members]) => {
    const places = members.map((row) => row[x]);
    if (new Set(places).size < places.length && members.every((row) => 'value' in row && 'n' in row))
      throw new AgoraError(
        `Series "${name}" has several values at the same ${x}. Set \`by\` to separate them, or average the rows first.`,
      );
    const isNumeric = places.every((place) => typeof place === 'number');
    return {
      name,
      rows: isNumeric ? members.sort((one, other) => Number(one[x]) - Number(other[x])) : members,
    };
  });
}

function needField(rows: readonly AnyRow[], field: string): void {
  if (rows.length === 0) throw new AgoraError('The figure has no rows. Pass at least one row.');
  if (rows.some((row) => row[field] === undefined))
    throw new AgoraError(
      `Some rows have no field "${field}". The first row has the fields ${Object.keys(rows[0] as AnyRow).join(', ')}.`,
    );
}

/** Represents a missing interval. Plotly would draw null as an interval of zero length, but draws nothing for text. */
const noInterval = 'none';

/** Returns values or effects, with the distances from each of them to the ends of its interval. */
function valuesOf(rows: readonly AnyRow[]): JsonObject {
  const value = (row: AnyRow): number | null => (row['value'] ?? row['effect'] ?? null) as number | null;
  const reach = (row: AnyRow, end: 'low' | 'high'): number | string => {
    const [middle, limit] = [value(row), row[end]];
    return middle === null || typeof limit !== 'number' ? noInterval : Math.abs(limit - middle);
  };
  const [above, below] = (['high', 'low'] as const).map((end) => rows.map((row) => reach(row, end))) as [
    (number | string)[],
    (number | string)[],
  ];
  const isDrawn = [...above, ...below].some((one) => typeof one === 'number' && one > 0);
  const bars = { type: 'data', symmetric: false, array: above, arrayminus: below, thickness: 1.2, width: 3 };
  return { y: rows.map(value), ...(isDrawn && { error_y: bars }) };
}

const hasIntervals = (data: readonly object[]): boolean => data.some((series) => 'error_y' in series);

const valueAxis = ({ range }: FigureOptions): JsonObject =>
  range === undefined ? {} : { range: [...range] };

/** Escapes a name or title, because Plotly interprets some HTML. */
const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function figure(
  data: readonly object[],
  rows: readonly object[],
  options: FigureOptions,
  layout: JsonObject,
): Figure {
  refuseMixed(records(rows));
  const { title = '', xTitle = '', yTitle = '', height = 500 } = options;
  const note = [noteOf(records(rows)), hasIntervals(data) ? 'Error bars: 95% intervals.' : ''];
  const subtitle = options.subtitle ?? note.filter((sentence) => sentence !== '').join(' ');
  const axis = (own: unknown, name: string): JsonObject => ({
    title: { text: plain(name), standoff: 10 },
    automargin: true,
    showline: true,
    linecolor: '#888888',
    ticks: 'outside',
    gridcolor: '#E3E3E3',
    zeroline: false,
    ...(own as JsonObject),
  });
  const made: Figure = {
    data: data as readonly JsonObject[],
    layout: {
      ...layout,
      title: {
        text: `<b>${plain(title)}</b>`,
        subtitle: { text: plain(subtitle) },
        x: 0,
        xref: 'paper',
        font: { size: 16 },
      },
      xaxis: axis(layout['xaxis'], xTitle),
      yaxis: axis(layout['yaxis'], yTitle),
      height,
      font: { family: 'Open Sans, DejaVu Sans, sans-serif', size: 13, color: '#222222' },
      paper_bgcolor: '#FFFFFF',
      plot_bgcolor: '#FFFFFF',
      margin: { l: 72, r: 40, t: 84, b: 64 },
      showlegend: data.length > 1,
    },
  };
  return showsItself(made, () => figureBundle(made));
}

/** Rejects figures that mix simulated numbers with numbers from papers or models. */
function refuseMixed(rows: readonly AnyRow[]): void {
  const evidence = new Set(
    rows.flatMap((row) => (typeof row['evidence'] === 'string' ? [row['evidence']] : [])),
  );
  if (evidence.has('simulated') && evidence.size > 1)
    throw new AgoraError(
      `The rows mix simulated numbers with ${[...evidence].filter((one) => one !== 'simulated').join(' and ')} numbers. Draw simulated numbers in a separate figure.`,
    );
}

/**
 * Returns a figure in the formats that notebooks display: an interactive figure, a picture (if one has been drawn) and
 * the title.
 */
export function figureBundle({ data, layout }: Figure, svg?: string): Bundle {
  const config = { displaylogo: false };
  return {
    'application/vnd.plotly.v1+json': {
      data: data as JsonObject[],
      layout: { ...layout, autosize: true },
      config,
    },
    ...(svg !== undefined && { 'image/svg+xml': svg }),
    'text/plain': titleOf(layout),
  };
}

function titleOf(layout: JsonObject): string {
  const { text = '' } = (layout['title'] ?? {}) as { text?: string };
  const words = text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
  return words === '' ? 'Figure' : words;
}
