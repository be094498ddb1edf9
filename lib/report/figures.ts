import type { JsonObject } from '../environments/environment';
import { AgoraError, knownOptions } from '../error';
import { showsItself, type Bundle } from './display';
import { noteOf, type AnyRow } from './table';

/** A figure as Plotly takes it. */
export interface Figure {
  readonly data: readonly JsonObject[];
  readonly layout: JsonObject;
}

export interface FigureOptions {
  readonly title?: string;
  /** Default: where the numbers come from. */
  readonly subtitle?: string;
  readonly xTitle?: string;
  readonly yTitle?: string;
  /** The ends of the axis of values. Default: what the numbers need. */
  readonly range?: readonly [number, number];
  /** In pixels. Default 500. */
  readonly height?: number;
}

export interface SeriesOptions extends FigureOptions {
  /** The field along the x axis: 'round'. */
  readonly x: string;
  /** The field that tells series apart: 'rule'. Default: one series. */
  readonly by?: string;
}

const optionNames = ['title', 'subtitle', 'xTitle', 'yTitle', 'range', 'height'];

/** Colours that readers with any colour vision tell apart (Okabe and Ito, 2008), and shapes for black and white. */
const colours = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#5B5B5B', '#7A3E9D'];
const shapes = ['circle', 'square', 'triangle-up', 'triangle-down', 'cross', 'x', 'star', 'hexagon'];
const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T;

/** Lines of values with their 95% intervals, one for each series. Rows are summaries. */
export function lineFigure(rows: readonly object[], options: SeriesOptions): Figure {
  knownOptions('lineFigure', options, [...optionNames, 'x', 'by']);
  const data = seriesOf(rows, options).map(({ name, rows: own }, place) => ({
    type: 'scatter',
    mode: 'lines+markers',
    name,
    x: own.map((row) => row[options.x]),
    ...valuesOf(own, 'y'),
    line: { color: at(colours, place), dash: place < colours.length ? 'solid' : 'dash' },
    marker: { symbol: at(shapes, place), size: 7 },
  }));
  return figure(data, rows, options, { xaxis: wholeTicks(data), yaxis: valueAxis(options) });
}

/** Rounds and other small whole numbers get a tick each, and none between them. */
function wholeTicks(series: readonly { readonly x: readonly unknown[] }[]): JsonObject {
  const places = series.flatMap(({ x }) => x).map(Number);
  const isSmall = places.every((place) => Number.isInteger(place) && Math.abs(place) <= 12);
  return isSmall ? { dtick: 1 } : {};
}

/** Bars of values with their 95% intervals, in groups by x. Rows are summaries. */
export function barFigure(rows: readonly object[], options: SeriesOptions): Figure {
  knownOptions('barFigure', options, [...optionNames, 'x', 'by']);
  const data = seriesOf(rows, options).map(({ name, rows: own }, place) => ({
    type: 'bar',
    name,
    x: own.map((row) => String(row[options.x])),
    ...valuesOf(own, 'y'),
    marker: { color: at(colours, place) },
  }));
  return figure(data, rows, options, {
    xaxis: { type: 'category' },
    yaxis: valueAxis(options),
    barmode: 'group',
  });
}

/** Points without lines. `y` is the field of their height; default `value`. */
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
    ...(y === 'value' ? valuesOf(own, 'y') : { y: own.map((row) => row[y]) }),
    ...(label !== undefined && {
      text: own.map((row) => plain(String(row[label]))),
      textposition: 'top center',
    }),
    marker: { color: at(colours, place), symbol: at(shapes, place), size: 9 },
  }));
  return figure(data, rows, options, { xaxis: {}, yaxis: valueAxis(options) });
}

/** Effects with their 95% intervals, one below the other, and a line at 0. `label` is the field of their names. */
export function forestFigure(
  rows: readonly object[],
  options: FigureOptions & { readonly label: string },
): Figure {
  knownOptions('forestFigure', options, [...optionNames, 'label']);
  const own = records(rows);
  needField(own, options.label);
  const data = [
    {
      type: 'scatter',
      mode: 'markers',
      name: '',
      y: own.map((row) => plain(String(row[options.label]))),
      ...valuesOf(own, 'x'),
      marker: { color: colours[0], size: 9 },
    },
  ];
  const zero = {
    type: 'line',
    x0: 0,
    x1: 0,
    yref: 'paper',
    y0: 0,
    y1: 1,
    line: { color: '#888888', dash: 'dot' },
  };
  const height = options.height ?? 160 + 28 * own.length;
  return figure(
    data,
    rows,
    { ...options, height },
    {
      xaxis: { ...(options.range !== undefined && { range: options.range }) },
      yaxis: { type: 'category', autorange: 'reversed', automargin: true },
      shapes: [zero],
    },
  );
}

export interface HeatMapOptions extends FigureOptions {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** By row and column. Null is an empty cell. */
  readonly values: readonly (readonly (number | null)[])[];
  /** The value that is white; larger and smaller ones get two colours. Default: no middle, one colour. */
  readonly middle?: number;
  /** Default 1. */
  readonly decimals?: number;
}

/** A matrix of numbers as colours, with the numbers in it. */
export function heatMapFigure(options: HeatMapOptions): Figure {
  knownOptions('heatMapFigure', options, [...optionNames, 'rows', 'columns', 'values', 'middle', 'decimals']);
  const { rows, columns, values, middle, decimals = 1 } = options;
  if (values.length !== rows.length || values.some((row) => row.length !== columns.length))
    throw new AgoraError(
      `A heat map of ${rows.length} rows and ${columns.length} columns needs as many values.`,
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
        `Series "${name}" has several values at the same ${x}. Add a field with "by", or average first.`,
      );
    const isNumeric = places.every((place) => typeof place === 'number');
    return {
      name,
      rows: isNumeric ? members.sort((one, other) => Number(one[x]) - Number(other[x])) : members,
    };
  });
}

function needField(rows: readonly AnyRow[], field: string): void {
  if (rows.length === 0) throw new AgoraError('There are no rows to draw.');
  if (rows.some((row) => row[field] === undefined))
    throw new AgoraError(
      `Some rows have no field "${field}". The first has ${Object.keys(rows[0] as AnyRow).join(', ')}.`,
    );
}

/** Values, or effects, with the reach of their intervals. */
function valuesOf(rows: readonly AnyRow[], axis: 'x' | 'y'): JsonObject {
  const value = (row: AnyRow): number | null => (row['value'] ?? row['effect'] ?? null) as number | null;
  const reach = (row: AnyRow, end: 'low' | 'high'): number => {
    const [middle, limit] = [value(row), row[end]];
    return middle === null || typeof limit !== 'number' ? 0 : Math.abs(limit - middle);
  };
  const [above, below] = (['high', 'low'] as const).map((end) => rows.map((row) => reach(row, end))) as [
    number[],
    number[],
  ];
  const hasIntervals = [...above, ...below].some((one) => one > 0);
  const bars = { type: 'data', symmetric: false, array: above, arrayminus: below, thickness: 1.2, width: 3 };
  return { [axis]: rows.map(value), ...(hasIntervals && { [`error_${axis}`]: bars }) };
}

const valueAxis = ({ range }: FigureOptions): JsonObject =>
  range === undefined ? {} : { range: [...range] };

/** Plotly reads some HTML in texts. Names and titles are shown as they are. */
const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function figure(
  data: readonly object[],
  rows: readonly object[],
  options: FigureOptions,
  layout: JsonObject,
): Figure {
  refuseMixed(records(rows));
  const { title = '', xTitle = '', yTitle = '', height = 500 } = options;
  const subtitle = options.subtitle ?? noteOf(records(rows));
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

/** Simulated numbers are never drawn next to those of papers or models. */
function refuseMixed(rows: readonly AnyRow[]): void {
  const evidence = new Set(
    rows.flatMap((row) => (typeof row['evidence'] === 'string' ? [row['evidence']] : [])),
  );
  if (evidence.has('simulated') && evidence.size > 1)
    throw new AgoraError(
      `A figure does not mix simulated with ${[...evidence].filter((one) => one !== 'simulated').join(', ')} numbers.`,
    );
}

/** What a notebook shows: the interactive figure, the picture where it has been drawn, and the title. */
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
