import { PALETTE, SYMBOLS, cyclic } from './palette';
import type { CurveLook } from './curve-traces';

/** How a series is told from the others. The first eight differ in colour and shape; later ones are hollow and dashed. */
export function seriesLook(place: number): CurveLook & { readonly dash: string } {
  const second = Math.floor(place / PALETTE.length) % 2 === 1;
  const symbol = cyclic(SYMBOLS, place);
  return {
    colour: cyclic(PALETTE, place),
    symbol: second ? `${symbol}-open` : symbol,
    dash: second ? 'dash' : 'solid',
  };
}
