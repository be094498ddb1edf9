import type { JsonObject } from 'agora-voting/internal';
import { FONT_FAMILY, textWidth } from './figure-fonts';

/**
 * Colours that readers with any colour vision tell apart: six of Okabe and Ito (2008), without their yellow,
 * which is too light for a line on white; then a grey and a violet. Neighbours are far apart.
 */
export const PALETTE: readonly string[] = [
  '#0072B2',
  '#D55E00',
  '#009E73',
  '#CC79A7',
  '#E69F00',
  '#56B4E9',
  '#5B5B5B',
  '#7A3E9D',
];

/** Shapes beside colours, so that a figure survives a black-and-white printer. */
export const SYMBOLS: readonly string[] = [
  'circle',
  'square',
  'triangle-up',
  'triangle-down',
  'cross',
  'x',
  'star',
  'hexagon',
];

export const INK = '#222222';
const GRID = '#E3E3E3';

/** The place's item, starting over when there are more places than items. */
export function cyclic(items: readonly string[], place: number): string {
  return items[place % items.length] as string;
}

/** `#RRGGBB` as a colour that lets through what lies beneath. */
export function translucent(colour: string, opacity: number): string {
  const part = (from: number): number => Number.parseInt(colour.slice(from, from + 2), 16);
  return `rgba(${part(1)},${part(3)},${part(5)},${opacity})`;
}

/** How a series is distinguished from the others. The first eight differ in colour and shape; later ones are hollow and dashed. */
export function seriesLook(place: number): {
  readonly colour: string;
  readonly symbol: string;
  readonly dash: string;
} {
  const second = Math.floor(place / PALETTE.length) % 2 === 1;
  const symbol = cyclic(SYMBOLS, place);
  return {
    colour: cyclic(PALETTE, place),
    symbol: second ? `${symbol}-open` : symbol,
    dash: second ? 'dash' : 'solid',
  };
}

/** A subtitle's font, its lines' height, and how wide one may be beside the margins of a figure of 900 pixels. */
const SUBTITLE = { size: 12, height: 16, width: 810 } as const;

/** The lines of a subtitle: a long one is broken, so that the figure's edge does not cut it. */
function subtitleLines(subtitle: string | undefined): string[] {
  if (subtitle === undefined) return [];
  return subtitle.split('<br>').flatMap((line) => broken(line, SUBTITLE.width, SUBTITLE.size));
}

/** How much higher than usual a figure's head is, in pixels. */
export function headRoom(subtitle: string | undefined): number {
  return SUBTITLE.height * Math.max(0, subtitleLines(subtitle).length - 1);
}

/** What all figures share: white paper, dark text, quiet grid, a title on the left with its second line beneath. */
export function baseLayout(title = '', subtitle?: string): JsonObject {
  return {
    title: {
      text: title === '' ? '' : `<b>${title}</b>`,
      ...(subtitle === undefined
        ? {}
        : {
            subtitle: {
              text: subtitleLines(subtitle).join('<br>'),
              font: { size: SUBTITLE.size, color: '#555555' },
            },
          }),
      x: 0,
      xref: 'paper',
      xanchor: 'left',
      y: 1,
      yref: 'paper',
      yanchor: 'bottom',
      pad: { b: (subtitle === undefined ? 14 : 34) + headRoom(subtitle) },
      font: { size: 16 },
    },
    font: { family: FONT_FAMILY, size: 13, color: INK },
    paper_bgcolor: '#FFFFFF',
    plot_bgcolor: '#FFFFFF',
    margin: { l: 72, r: 72, t: (subtitle === undefined ? 52 : 72) + headRoom(subtitle), b: 64, pad: 0 },
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

/** Up to this many entries are in a row below the plot; more are in a column on its right. */
const MOST_IN_A_ROW = 6;
const FONT = 12;

/** The position of a legend with these entries. One entry needs no legend. */
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

/** The part of a category's width that its bars or boxes take together. */
const GROUP_WIDTH = 0.82;

/** The position of one of several series within each category. Category i is at i. */
export function slot(place: number, series: number): { readonly shift: number; readonly width: number } {
  return {
    shift: ((place + 0.5) / series - 0.5) * GROUP_WIDTH,
    width: (GROUP_WIDTH / series) * 0.9,
  };
}

const SIZES = [13, 12, 11, 10, 9] as const;
const GAP = 8;

/**
 * An axis of names at 0, 1, 2, ..., each broken into lines so that neighbours do not meet, in a smaller font where a
 * single word is too wide.
 * @param width - of the plot, in pixels
 */
export function categoryAxis(names: readonly string[], width: number): JsonObject {
  const room = width / names.length - GAP;
  const fits = (size: number): boolean =>
    names.every((name) => broken(name, room, size).every((line) => widthOf(line, size) <= room));
  const size = SIZES.find(fits) ?? SIZES[SIZES.length - 1] ?? 9;
  return axis('', {
    tickmode: 'array',
    tickvals: names.map((_, place) => place),
    ticktext: names.map((name) => broken(name, room, size).join('<br>')),
    tickangle: 0,
    tickfont: { size },
    range: [-0.5, names.length - 0.5],
    showgrid: false,
  });
}

/** Breaks a text into lines of limited width in pixels, at spaces and after hyphens. A wider word stays whole. */
export function broken(name: string, room: number, size: number): string[] {
  const lines: string[] = [];
  for (const part of name.split(/(?<=[- ])/)) {
    const last = lines.at(-1);
    const joined = `${last ?? ''}${part}`;
    if (last !== undefined && widthOf(joined.trimEnd(), size) <= room) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines.map((line) => line.trimEnd());
}

function widthOf(text: string, size: number): number {
  return size * textWidth(text, { bold: false, italic: false });
}
