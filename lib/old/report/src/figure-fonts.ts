import type { SKRSContext2D } from '@napi-rs/canvas';
import { fileForDrawing, loadForDrawing } from './drawing-packages';

/** The family list that figures name: the font they were laid out with, then the nearest that browsers have. */
export const FONT_FAMILY = 'DejaVu Sans, Verdana, sans-serif';

/** DejaVu's line, in em: how far it reaches above and below the baseline (from its hhea table, of 2048). */
export const ASCENT = 1901 / 2048;
export const DESCENT = 483 / 2048;

const FILES = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSans-Oblique', 'DejaVuSans-BoldOblique'];

/** The font files that come with the library's packages, so that no machine's own fonts matter. */
export function fontFiles(): string[] {
  return FILES.map((file) => fileForDrawing(`dejavu-fonts-ttf/ttf/${file}.ttf`));
}

export interface TextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Registered under a name of its own, so that a DejaVu of the machine cannot take its place. */
const MEASURED = 'Agora Lab DejaVu Sans';
const UNITS_PER_EM = 2048;
let context: SKRSContext2D | undefined;
const widths = new Map<string, number>();

/**
 * The width of a text in em, kerning included.
 * Measured at 2048 px, where a pixel is a unit of the font: no hinting, so equal on every machine.
 */
export function textWidth(text: string, style: TextStyle): number {
  const font = `${style.italic ? 'italic ' : ''}${style.bold ? 'bold ' : ''}${UNITS_PER_EM}px "${MEASURED}"`;
  const key = `${font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (!context) {
    const { createCanvas, GlobalFonts } = loadForDrawing(
      '@napi-rs/canvas',
    ) as typeof import('@napi-rs/canvas');
    for (const file of fontFiles()) GlobalFonts.registerFromPath(file, MEASURED);
    context = createCanvas(1, 1).getContext('2d');
  }
  context.font = font;
  const width = context.measureText(text).width / UNITS_PER_EM;
  widths.set(key, width);
  return width;
}
