import type { Result } from './voting-rule';

/** Totals closer than this, relative to the largest one (or to 1), count as equal. */
const tieTolerance = 1e-9;

/**
 * Orders the options by a score. Options with the same score are tied, and all options in the first place win. Whole
 * numbers are compared exactly (up to 2^53), fractions to a relative 1e-9: sums of fractions that are equal on paper
 * may differ in their last bits.
 * @param scores - one for each option, in the options' order
 * @param best - whether the highest or the lowest score comes first
 */
export function resultByScore(
  options: readonly string[],
  scores: readonly number[],
  best: 'highest' | 'lowest' = 'highest',
): Result {
  const room = scores.reduce((most, score) => Math.max(most, Math.abs(score)), 1) * tieTolerance;
  const worth = scores.map((score) => (best === 'highest' ? score : -score));
  const inOrder = worth.map((score, option) => ({ score, option })).sort((a, b) => b.score - a.score);
  const tiers: number[][] = [];
  inOrder.forEach(({ score, option }, place) => {
    const above = inOrder[place - 1]?.score ?? Infinity;
    const isTied =
      score === above || (above - score <= room && !(Number.isInteger(score) && Number.isInteger(above)));
    if (isTied) tiers.at(-1)?.push(option);
    else tiers.push([option]);
  });
  return resultByTiers(options, scores, tiers);
}

/**
 * A result from the order itself: groups of options by their places in `options`, best first.
 * @param groups - every option once; empty groups are dropped
 */
export function resultByTiers(
  options: readonly string[],
  scores: readonly number[],
  groups: readonly (readonly number[])[],
): Result {
  const order = groups
    .filter((group) => group.length > 0)
    .map((group) => [...group].sort((a, b) => a - b).flatMap((option) => options[option] ?? []));
  return { tally: tallyOf(options, scores), order, winners: order[0] ?? [] };
}

/** All options with the highest total win. If that is 0, none wins: nobody voted for anything. */
export function resultByTotal(options: readonly string[], totals: readonly number[]): Result {
  const result = resultByScore(options, totals);
  return Math.max(...totals) > 0 ? result : { ...result, winners: [] };
}

/** The result when nobody voted: all options are tied, and none wins. */
export function nobodyVoted(options: readonly string[]): Result {
  return resultByTotal(options, zeros(options.length));
}

/** Scores under the options' names. */
export function tallyOf(options: readonly string[], scores: readonly number[]): Record<string, number> {
  return Object.fromEntries(options.map((option, place) => [option, (scores[place] ?? 0) + 0])); // never -0
}

export function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}

/** Adds to the number at a place. */
export function add(numbers: number[], place: number, amount: number): void {
  numbers[place] = (numbers[place] ?? 0) + amount;
}
