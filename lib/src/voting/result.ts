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
  const m = options.length;
  const sign = best === 'highest' ? 1 : -1;
  const places = new Array<number>(m);
  let largest = 1;
  // insertion sort: there are few options, and those on the same score stay in the options' order
  for (let option = 0; option < m; option++) {
    const score = scores[option] as number;
    if (Math.abs(score) > largest) largest = Math.abs(score);
    let at = option;
    for (; at > 0 && sign * (score - (scores[places[at - 1] as number] as number)) > 0; at--)
      places[at] = places[at - 1] as number;
    places[at] = option;
  }
  const room = tieTolerance * largest;
  const order: string[][] = [];
  let tier: string[] = [];
  let isExact = true;
  let last = NaN;
  for (let at = 0; at < m; at++) {
    const option = places[at] as number;
    const score = scores[option] as number;
    if (score === last) tier.push(options[option] as string);
    else if (Math.abs(score - last) <= room && !(Number.isInteger(score) && Number.isInteger(last))) {
      tier.push(options[option] as string);
      isExact = false;
    } else order.push((tier = [options[option] as string]));
    last = score;
  }
  if (!isExact) for (const tied of order) if (tied.length > 1) sortAsIn(options, tied);
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
    if (name === '__proto__') defineProto(tally, score);
    else tally[name] = score;
  }
  return tally;
}

function sortAsIn(options: readonly string[], tied: string[]): void {
  tied.sort((a, b) => options.indexOf(a) - options.indexOf(b));
}

function defineProto(tally: Record<string, number>, score: number): void {
  Object.defineProperty(tally, '__proto__', { value: score, enumerable: true });
}
