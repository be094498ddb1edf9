import { AgoraError } from 'agora-voting';
import { check, type JsonObject, listOf, number } from 'agora-voting/internal';
import {
  decimals,
  figureOptions,
  names,
  range as rangeGiven,
  values as valueRow,
  words,
} from './figure-checks';
import { INK, axis, baseLayout } from './figure-style';
import { type PlotlyFigure } from './plotly-figure';

export interface HeatMapOptions {
  /** Default: none. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Left to right. */
  readonly columns: readonly string[];
  /** Top to bottom. */
  readonly rows: readonly string[];
  readonly columnTitle?: string;
  readonly rowTitle?: string;
  /** What the values measure, with the unit. The title of the colour bar. */
  readonly valueTitle?: string;
  /** By row, then column; null for no value, which is shown as a dash on grey. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Decimals in the cells; 1 unless stated. */
  readonly decimals?: number;
  /** The middle of a diverging colour scale (0 for differences). Default: a sequential scale from low to high. */
  readonly middle?: number;
  readonly range?: readonly [number, number];
}

/**
 * One ramp that grows darker, and one that parts blue from orange; both hold for any colour vision, and both
 * stay light enough for dark numbers at either end.
 */
const RAMP = [
  [0, '#F4F8FB'],
  [0.5, '#B5D5EA'],
  [1, '#5FA8D3'],
] as const;
const CLEAR = 'rgba(0,0,0,0)';
const PARTED = [
  [0, '#6BAED6'],
  [0.5, '#F7F7F7'],
  [1, '#FDAE6B'],
] as const;

const heatMapOptions = figureOptions({
  columns: names,
  rows: names,
  columnTitle: words.optional(),
  rowTitle: words.optional(),
  valueTitle: words.optional(),
  values: listOf('rows of values', valueRow),
  decimals: decimals.optional(),
  middle: number().optional(),
  range: rangeGiven.optional(),
});

/**
 * A heat map: a table of numbers as colours, with each number in its cell.
 * @throws AgoraError 'figure' when the values are not one for each row and column, or not finite
 * @example
 * const options = { title: 'Share', valueTitle: 'share', columns: ['1', '2'], rows: ['Inform'] };
 * report.heatMapFigure({ ...options, values: [[0.5, null]] }).data[0].type; // => 'heatmap'
 */
export function heatMapFigure(options: HeatMapOptions): PlotlyFigure {
  check('heatMapFigure', heatMapOptions, options);
  const { columns, rows, values, middle, range, valueTitle = '' } = options;
  if (values.length !== rows.length || values.some((row) => row.length !== columns.length))
    throw new AgoraError(
      'figure',
      `heatMapFigure needs ${rows.length} x ${columns.length} values, got rows of ${values.map((row) => row.length).join(', ')}`,
    );
  const present = values.flat().filter((value): value is number => value !== null);
  const [low, high] = range ?? rangeOf(present, middle);
  const written = (value: number | null): string =>
    value === null ? '' : value.toFixed(options.decimals ?? 1).replace('-', '−');
  const trace: JsonObject = {
    type: 'heatmap',
    x: [...columns],
    y: [...rows],
    z: values.map((row) => [...row]),
    text: values.map((row) => row.map(written)),
    texttemplate: '%{text}',
    textfont: { size: 12, color: INK },
    zmin: low,
    zmax: high,
    colorscale: (middle === undefined ? RAMP : PARTED).map((stop) => [...stop]),
    hoverongaps: false,
    hovertemplate: '%{y}, %{x}: %{text}<extra></extra>',
    colorbar: {
      title: { text: valueTitle, side: 'right', font: { size: 13 } },
      // Two spaces hold the colour bar's title off the labels.
      ticksuffix: '  ',
      thickness: 14,
      outlinewidth: 0,
      ticks: 'outside',
    },
  };
  const layout = {
    ...baseLayout(options.title, options.subtitle),
    plot_bgcolor: '#ECECEC',
    xaxis: axis(options.columnTitle ?? '', {
      type: 'category',
      showgrid: false,
      showline: false,
      tickcolor: CLEAR,
    }),
    yaxis: axis(options.rowTitle ?? '', {
      type: 'category',
      autorange: 'reversed',
      showgrid: false,
      showline: false,
      tickcolor: CLEAR,
    }),
    annotations: dashes(values),
    shapes: [...borders('x', columns.length), ...borders('y', rows.length)],
  };
  return { data: [trace], layout };
}

function rangeOf(values: readonly number[], middle: number | undefined): [number, number] {
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (middle === undefined) return low === high ? [low - 1, high + 1] : [low, high];
  const reach = Math.max(high - middle, middle - low) || 1;
  return [middle - reach, middle + reach];
}

function dashes(values: HeatMapOptions['values']): JsonObject[] {
  return values.flatMap((row, y) =>
    row.flatMap((value, x) => (value === null ? [{ x, y, text: '–', showarrow: false }] : [])),
  );
}

/** White lines between the cells. */
function borders(across: 'x' | 'y', cells: number): JsonObject[] {
  const along = across === 'x' ? 'y' : 'x';
  return Array.from({ length: cells - 1 }, (_, place) => ({
    type: 'line',
    [`${across}ref`]: across,
    [`${along}ref`]: 'paper',
    [`${across}0`]: place + 0.5,
    [`${across}1`]: place + 0.5,
    [`${along}0`]: 0,
    [`${along}1`]: 1,
    line: { color: '#FFFFFF', width: 2 },
  }));
}
