import type { JsonObject } from '../json';
import { textWidth } from './figure-fonts';

/** Up to this many entries stand in a row beneath the plot; more stand in a column to its right. */
const MOST_IN_A_ROW = 6;
const FONT = 12;

/** Where a legend of these entries stands. One entry needs no legend. */
export function legendPlace(entries: readonly string[]): JsonObject {
  if (entries.length <= 1) return { showlegend: false };
  const row = { orientation: 'h', x: 0, xanchor: 'left', yref: 'container', y: 0.02, yanchor: 'bottom' };
  const column = { orientation: 'v', x: 1.02, xanchor: 'left', y: 1, yanchor: 'top' };
  return {
    showlegend: true,
    legend: {
      ...(inARow(entries) ? row : column),
      traceorder: 'normal',
      font: { size: FONT },
    },
  };
}

/** How wide the plot of a figure of the usual 900 pixels is beside this legend. */
export function plotWidth(entries: readonly string[]): number {
  if (entries.length <= 1 || inARow(entries)) return 756;
  const widest = Math.max(...entries.map((entry) => FONT * textWidth(entry, { bold: false, italic: false })));
  return 900 - 72 - Math.max(72, widest + 70);
}

function inARow(entries: readonly string[]): boolean {
  return entries.length <= MOST_IN_A_ROW;
}
