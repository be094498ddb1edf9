import type { JsonObject } from '../json';
import { FONT_FAMILY } from './figure-fonts';
import { GRID, INK } from './palette';

/** What all figures share: white paper, dark text, quiet grid, a title on the left with its second line beneath. */
export function baseLayout(title: string, subtitle?: string): JsonObject {
  return {
    title: {
      text: `<b>${title}</b>`,
      ...(subtitle === undefined
        ? {}
        : { subtitle: { text: subtitle, font: { size: 12, color: '#555555' } } }),
      x: 0,
      xref: 'paper',
      xanchor: 'left',
      y: 1,
      yref: 'paper',
      yanchor: 'bottom',
      pad: { b: subtitle === undefined ? 14 : 34 },
      font: { size: 16 },
    },
    font: { family: FONT_FAMILY, size: 13, color: INK },
    paper_bgcolor: '#FFFFFF',
    plot_bgcolor: '#FFFFFF',
    margin: { l: 72, r: 72, t: subtitle === undefined ? 52 : 72, b: 64, pad: 0 },
    hoverlabel: { font: { family: FONT_FAMILY } },
  };
}

/** An axis with ticks outside, a line, and a title that keeps clear of its labels. */
export function axis(title: string, more: JsonObject = {}): JsonObject {
  return {
    title: { text: title, standoff: 10, font: { size: 14 } },
    automargin: true,
    showline: true,
    linecolor: '#888888',
    ticks: 'outside',
    tickcolor: '#888888',
    ticklen: 4,
    gridcolor: GRID,
    zeroline: false,
    ...more,
  };
}
