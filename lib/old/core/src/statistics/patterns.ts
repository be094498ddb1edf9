/**
 * The patterns that a permutation test compares with the observed one: under a bound, a pattern is as far above it as the observed
 * one if numerator - bound x denominator is at most 0. The observed pattern is 0 and 0.
 */
export interface Patterns {
  readonly count: number;
  readonly numerators: Float64Array;
  readonly denominators: Float64Array;
}

/** The shares of patterns that are as far from the bound, on either side. @param dust - what rounding may leave of 0 */
export function shareBeyond(
  { count, numerators, denominators }: Patterns,
  bound: number,
  dust: number,
): { readonly pAbove: number; readonly pBelow: number } {
  let above = 0;
  let below = 0;
  for (let place = 0; place < count; place++) {
    const rest = (numerators[place] ?? 0) - bound * (denominators[place] ?? 0);
    if (rest <= dust) above++;
    if (rest >= -dust) below++;
  }
  return { pAbove: above / count, pBelow: below / count };
}

/** The 95% interval of the bounds that are not rejected; null if it has no end. */
export function notRejected({ count, numerators, denominators }: Patterns): {
  readonly low: number | null;
  readonly high: number | null;
} {
  const lows = new Float64Array(count);
  const highs = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    const [u, v] = [numerators[place] ?? 0, denominators[place] ?? 0];
    lows[place] = v > 0 ? u / v : u > 0 ? Infinity : -Infinity;
    highs[place] = v > 0 ? u / v : u < 0 ? -Infinity : Infinity;
  }
  lows.sort();
  highs.sort();
  const rank = Math.floor(0.025 * count);
  const low = lows[rank] ?? -Infinity;
  const high = highs[count - 1 - rank] ?? Infinity;
  return { low: Number.isFinite(low) ? low : null, high: Number.isFinite(high) ? high : null };
}
