import type { Result } from './voting-rule';

/** Totals closer than this, relative to the largest one (or to 1), count as equal. */
export const tieTolerance = 1e-9;

/**
 * Orders the options by a score; those on the same score are tied, and all on the first place win.
 * Whole numbers are compared exactly (up to 2^53), fractions to a relative 1e-9.
 * @param scores - one for each option, in the options' order
 * @param best - whether the highest or the lowest score comes first
 */
export function resultByScore(
  options: readonly string[],
  scores: ArrayLike<number>,
  best: 'highest' | 'lowest' = 'highest',
): Result {
  const sign = best === 'highest' ? -1 : 1;
  const places = options.map((_, option) => option);
  places.sort((a, b) => sign * ((scores[a] as number) - (scores[b] as number)) || a - b);
  const scale = Math.max(1, Math.abs(scores[places[0] ?? 0] ?? 0));
  const order: string[][] = [];
  let last = NaN;
  for (const place of places) {
    const score = scores[place] as number;
    if (Math.abs(score - last) <= tieTolerance * scale || score === last)
      (order[order.length - 1] as string[]).push(options[place] as string);
    else order.push([options[place] as string]);
    last = score;
  }
  for (const tied of order) if (tied.length > 1) sortAsIn(options, tied);
  return { tally: tallyOf(options, scores), order, winners: order[0] ?? [] };
}

/**
 * A result from the order itself: groups of options by their places in `options`, best first.
 * @param groups - every option once; empty groups are left out
 */
export function resultByTiers(
  options: readonly string[],
  scores: ArrayLike<number>,
  groups: readonly (readonly number[])[],
): Result {
  const order = groups
    .filter((group) => group.length > 0)
    .map((group) => [...group].sort((a, b) => a - b).map((option) => options[option] as string));
  return { tally: tallyOf(options, scores), order, winners: order[0] ?? [] };
}

/** Scores under the options' names. An option may be called "__proto__", so nothing is assigned. */
export function tallyOf(options: readonly string[], scores: ArrayLike<number>): Record<string, number> {
  const tally: Record<string, number> = {};
  for (let option = 0; option < options.length; option++) {
    const name = options[option] as string;
    const score = (scores[option] as number) + 0; // never -0
    if (name === '__proto__') Object.defineProperty(tally, name, { value: score, enumerable: true });
    else tally[name] = score;
  }
  return tally;
}

function sortAsIn(options: readonly string[], tied: string[]): void {
  tied.sort((a, b) => options.indexOf(a) - options.indexOf(b));
}
