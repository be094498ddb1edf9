import type { JsonObject } from 'agora-voting/internal';
import { INK, cyclic, translucent } from './figure-style';

/** A line's points, with the standard errors that are known. Lists are equally long. */
export interface Curve {
  readonly name: string;
  readonly x: readonly number[];
  readonly values: readonly (number | null)[];
  readonly standardErrors?: readonly (number | null)[] | undefined;
  /** The value axis, if it is not the first. */
  readonly yaxis?: string;
  /** The word before x in the text under the pointer: "round". */
  readonly xName: string;
}

export interface CurveLook {
  readonly colour: string;
  readonly symbol: string;
  readonly dash?: string;
}

const onAxis = (yaxis: string | undefined): JsonObject => (yaxis === undefined ? {} : { yaxis });

/** One standard error to either side of the line, as a surface. */
export function curveBand(curve: Curve, { colour }: CurveLook): JsonObject[] {
  const { name, x, values, standardErrors, yaxis } = curve;
  if (!standardErrors) return [];
  const known = values.flatMap((value, place) =>
    value === null ? [] : [{ at: x[place] as number, value, error: standardErrors[place] ?? 0 }],
  );
  const back = [...known].reverse();
  return [
    {
      type: 'scatter',
      mode: 'lines',
      name,
      legendgroup: name,
      showlegend: false,
      ...onAxis(yaxis),
      x: [...known, ...back].map(({ at }) => at),
      y: [
        ...known.map(({ value, error }) => value + error),
        ...back.map(({ value, error }) => value - error),
      ],
      fill: 'toself',
      fillcolor: translucent(colour, 0.22),
      line: { width: 0 },
      hoverinfo: 'skip',
    },
  ];
}

/** The means, with their standard errors as bars where no band shows them. */
export function curveLine(curve: Curve, { colour, symbol, dash }: CurveLook, bars: boolean): JsonObject {
  const { name, x, values, standardErrors, yaxis, xName } = curve;
  return {
    type: 'scatter',
    mode: 'lines+markers',
    name,
    legendgroup: name,
    ...onAxis(yaxis),
    x: [...x],
    y: [...values],
    line: { color: colour, width: 2.2, ...(dash === undefined ? {} : { dash }) },
    marker: {
      color: colour,
      symbol,
      size: 7,
      line: symbol.endsWith('-open') ? { color: colour, width: 1.4 } : { color: '#FFFFFF', width: 0.8 },
    },
    ...(standardErrors && bars
      ? { error_y: { type: 'data', array: [...standardErrors], thickness: 1.2, width: 3, color: colour } }
      : {}),
    hovertemplate: `${name}, ${xName} %{x}: %{y:.2f}<extra></extra>`,
  };
}

/** Published values as hollow marks, so that they are never confused with ours. */
export function hollowDiamonds(
  { name, x, values, standardErrors, yaxis }: Omit<Curve, 'xName'>,
  colour: string,
  size = 10,
): JsonObject[] {
  if (values.length === 0) return [];
  return [
    {
      type: 'scatter',
      mode: 'markers',
      name: `${name}, published`,
      legendgroup: name,
      showlegend: false,
      ...onAxis(yaxis),
      x: [...x],
      y: [...values],
      marker: { color: '#FFFFFF', symbol: 'diamond', size, line: { color: colour, width: 2 } },
      ...(standardErrors
        ? { error_y: { type: 'data', array: [...standardErrors], thickness: 1.2, width: 3, color: colour } }
        : {}),
      hovertemplate: `${name}, published: %{y:.2f}<extra></extra>`,
    },
  ];
}

/** A legend entry that belongs to no series. */
export function legendKey(name: string, symbol: string, marker: JsonObject, yaxis?: string): JsonObject {
  return {
    type: 'scatter',
    mode: 'markers',
    name,
    ...onAxis(yaxis),
    x: [null],
    y: [null],
    marker: { symbol, size: 11, ...marker },
    hoverinfo: 'skip',
  };
}

/** The legend entry that explains hollow diamonds. */
export function publishedKey(name: string, yaxis?: string): JsonObject {
  return legendKey(name, 'diamond', { color: '#FFFFFF', line: { color: '#5B5B5B', width: 2 } }, yaxis);
}

/** A value across the whole plot, with its name written on its line. */
export interface ReferenceLine {
  readonly value: number;
  readonly label: string;
}

/** Where lines begin and end, where their names begin, and which axis their values are on. */
export interface ReferenceSpan {
  readonly from: number;
  readonly to: number;
  readonly labelAt: number;
  readonly yref?: string;
}

/** Dashed lines across the plot: the best that is possible, a baseline. */
export function referenceLines(
  lines: readonly ReferenceLine[],
  { from, to, labelAt, yref = 'y' }: ReferenceSpan,
): JsonObject {
  if (lines.length === 0) return {};
  const line = { color: INK, width: 1.4, dash: 'dash' };
  const place = { xref: 'x', yref };
  return {
    shapes: lines.map(({ value }) => ({
      type: 'line',
      ...place,
      x0: from,
      x1: to,
      y0: value,
      y1: value,
      line,
    })),
    annotations: lines.map(({ value, label }) => ({
      ...place,
      x: labelAt,
      y: value,
      text: label,
      showarrow: false,
      xanchor: 'left',
      yanchor: 'bottom',
      font: { size: 12 },
      bgcolor: 'rgba(255,255,255,0.75)',
      borderpad: 0,
    })),
  };
}

/** Reference lines as traces named in the legend, for figures where a name on the line would cover bars or other lines. A reference line without a name has no entry in the legend. */
export function referenceTraces(
  lines: readonly ReferenceLine[],
  from: number,
  to: number,
  yaxis?: string,
): JsonObject[] {
  return lines.map(({ value, label }, place) => ({
    type: 'scatter',
    mode: 'lines',
    name: label,
    showlegend: label !== '',
    ...onAxis(yaxis),
    x: [from, to],
    y: [value, value],
    line: { color: INK, width: 1.4, dash: cyclic(DASHES, place) },
    hovertemplate: `${label}: %{y:.2f}<extra></extra>`,
  }));
}

const DASHES = ['dash', 'dot', 'dashdot'];
