import type { JsonObject } from '../json';
import { textWidth } from './figure-fonts';
import { axis } from './figure-style';

/** The part of a category's width that its bars or boxes take together. */
const GROUP_WIDTH = 0.82;

/** Where one of several series stands within each category: category i is at i. */
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
export function categoryAxis(title: string, names: readonly string[], width: number): JsonObject {
  const room = width / names.length - GAP;
  const fits = (size: number): boolean =>
    names.every((name) => broken(name, room, size).every((line) => widthOf(line, size) <= room));
  const size = SIZES.find(fits) ?? SIZES[SIZES.length - 1] ?? 9;
  return axis(title, {
    tickmode: 'array',
    tickvals: names.map((_, place) => place),
    ticktext: names.map((name) => broken(name, room, size).join('<br>')),
    tickangle: 0,
    tickfont: { size },
    range: [-0.5, names.length - 0.5],
    showgrid: false,
  });
}

/** Lines of at most so many pixels, broken at spaces and after hyphens; a wider word stays whole. */
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
