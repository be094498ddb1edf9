import type { Result } from './voting-rule';

/** Totals closer than this, relative to the largest one (or to 1), count as equal. */
export const tieTolerance = 1e-9;

/** The options in the order of their scores, while `resultByScore` runs: made once, and not for every result. */
const places: number[] = [];

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
  let isExact = true;
  for (let from = 0, to = 1; from < m; from = to++) {
    for (; to < m; to++) {
      const above = scores[places[to - 1] as number] as number;
      const score = scores[places[to] as number] as number;
      if (score === above) continue;
      if (Math.abs(score - above) > room || (Number.isInteger(score) && Number.isInteger(above))) break;
      isExact = false;
    }
    order.push(namesOf(options, from, to));
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

/** Scores under the options' names. An option may be called "__proto__", so nothing is assigned to a new name. */
export function tallyOf(options: readonly string[], scores: ArrayLike<number>): Record<string, number> {
  const tally: Record<string, number> = { ...emptyTally(options) };
  for (let option = 0; option < options.length; option++) {
    const name = options[option] as string;
    const score = (scores[option] as number) + 0; // never -0
    if (name === '__proto__') defineProto(tally, score);
    else if (score !== 0) tally[name] = score;
  }
  return tally;
}

let lastOptions: readonly string[] = [];
let lastEmpty: Readonly<Record<string, number>> = {};

/** Zeros to copy from: copying is faster than adding name after name. Remembered for the same names in a row. */
function emptyTally(options: readonly string[]): Readonly<Record<string, number>> {
  if (!sameNames(options, lastOptions)) {
    lastOptions = [...options];
    lastEmpty = JSON.parse(
      `{${options.map((name) => `${JSON.stringify(name)}:0`).join()}}`,
    ) as typeof lastEmpty;
  }
  return lastEmpty;
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let place = 0; place < some.length; place++) if (some[place] !== others[place]) return false;
  return true;
}

/** The options at some of the places. Written out for few, because such arrays are the quickest to make. */
function namesOf(options: readonly string[], from: number, to: number): string[] {
  const name = (at: number): string => options[places[at] as number] as string;
  switch (to - from) {
    case 1:
      return [name(from)];
    case 2:
      return [name(from), name(from + 1)];
    case 3:
      return [name(from), name(from + 1), name(from + 2)];
    default: {
      const names = [name(from), name(from + 1), name(from + 2), name(from + 3)];
      for (let at = from + 4; at < to; at++) names.push(name(at));
      return names;
    }
  }
}

function sortAsIn(options: readonly string[], tied: string[]): void {
  tied.sort((a, b) => options.indexOf(a) - options.indexOf(b));
}

function defineProto(tally: Record<string, number>, score: number): void {
  Object.defineProperty(tally, '__proto__', { value: score, enumerable: true });
}
