import type { Result } from './voting-rule';

/** Totals closer than this, relative to the top total (or to 1), count as equal. */
const TIE_TOLERANCE = 1e-9;

/**
 * Everybody on the top total wins. Where the top total is 0 nobody asked for anything, and nobody wins:
 * the argmax of Appendix C would let all options win there, and so change a decision without a vote.
 *
 * Sums of fractions that are equal on paper may differ in their last bits, hence the tolerance. It is far
 * below any difference that whole points, or the fractions a voter writes, can make.
 */
export function topTotal(options: readonly string[], totals: ReadonlyMap<string, number>): Result {
  const total = (option: string): number => totals.get(option) ?? 0;
  const top = Math.max(...options.map(total));
  const threshold = top - TIE_TOLERANCE * Math.max(1, top);
  return {
    tally: Object.fromEntries(options.map((option) => [option, total(option)])),
    winners: top > 0 ? options.filter((option) => total(option) >= threshold) : [],
  };
}

/** Sums in an order that depends on the numbers alone, so that shuffling ballots changes not even the last bit. */
export function orderFreeSum(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b).reduce((sum, number) => sum + number, 0);
}
