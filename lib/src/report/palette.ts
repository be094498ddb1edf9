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
export const GRID = '#E3E3E3';

/** The place's item, starting over when there are more places than items. */
export function cyclic(items: readonly string[], place: number): string {
  return items[place % items.length] as string;
}

/** `#RRGGBB` as a colour that lets through what lies beneath. */
export function translucent(colour: string, opacity: number): string {
  const part = (from: number): number => Number.parseInt(colour.slice(from, from + 2), 16);
  return `rgba(${part(1)},${part(3)},${part(5)},${opacity})`;
}
