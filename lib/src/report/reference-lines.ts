import type { JsonObject } from '../json';
import { INK, cyclic } from './palette';

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

/** The same as traces named in the legend, for figures where a name on the line would lie over bars or other lines. One without a name has no entry there. */
export function referenceTraces(lines: readonly ReferenceLine[], from: number, to: number): JsonObject[] {
  return lines.map(({ value, label }, place) => ({
    type: 'scatter',
    mode: 'lines',
    name: label,
    showlegend: label !== '',
    x: [from, to],
    y: [value, value],
    line: { color: INK, width: 1.4, dash: cyclic(DASHES, place) },
    hovertemplate: `${label}: %{y:.2f}<extra></extra>`,
  }));
}

const DASHES = ['dash', 'dot', 'dashdot'];
