import { resultByScore } from './result';
import type { Result } from './voting-rule';

/**
 * Everybody on the top total wins. Where the top total is 0 nobody asked for anything, and nobody wins:
 * the argmax of Appendix C would let all options win there, and so change a decision without a vote.
 *
 * Sums of fractions that are equal on paper may differ in their last bits, hence the tolerance. It is far
 * below any difference that whole points, or the fractions a voter writes, can make.
 */
export function topTotal(options: readonly string[], totals: ReadonlyMap<string, number>): Result {
  const result = resultByScore(
    options,
    options.map((option) => totals.get(option) ?? 0),
  );
  const top = result.winners[0];
  return top !== undefined && (totals.get(top) ?? 0) > 0 ? result : { ...result, winners: [] };
}

/** Sums in an order that depends on the numbers alone, so that shuffling ballots changes not even the last bit. */
export function orderFreeSum(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b).reduce((sum, number) => sum + number, 0);
}
