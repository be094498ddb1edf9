import { sharedPrefix } from './prefix';

/** How probable each next token is after some tokens. */
export type Distribution = ReadonlyMap<number, number>;

export interface OptionPaths {
  /** What all options begin with; read together with the prompt. */
  readonly common: readonly number[];
  /** What is left of each option, in the order given. */
  readonly paths: readonly (readonly number[])[];
}

/**
 * The tokens of several options, cut where they part. Every option keeps at least one token of its own, unless another
 * one goes on from it ("1" and "10").
 * @param tokens - the first words of the answer with the option after them, one list an option
 */
export function cutOptions(tokens: readonly (readonly number[])[]): OptionPaths {
  const [first = [], ...others] = tokens;
  const shared = others.reduce((least, one) => Math.min(least, sharedPrefix(first, one)), first.length);
  return { common: first.slice(0, shared), paths: tokens.map((one) => one.slice(shared)) };
}

/**
 * The probability of each option as what comes next: the product over its tokens. Where one option begins with all of
 * another ("10" and "1"), the longer one's probability is taken from the shorter one's.
 * @param next - the distributions that follow the common beginning along an option's path, one a token of it
 */
export function optionProbabilities(
  paths: readonly (readonly number[])[],
  next: readonly (readonly Distribution[])[],
): number[] {
  const begun = paths.map((path, option) =>
    path.reduce((product, token, at) => product * (next[option]?.[at]?.get(token) ?? 0), 1),
  );
  const longestFirst = paths
    .map((_, option) => option)
    .sort((a, b) => lengthOf(paths, b) - lengthOf(paths, a));
  const alone = new Array<number>(paths.length).fill(0);
  for (const option of longestFirst) {
    const path = paths[option] ?? [];
    const longer = paths.reduce(
      (sum, other, at) =>
        other.length > path.length && sharedPrefix(path, other) === path.length
          ? sum + (alone[at] ?? 0)
          : sum,
      0,
    );
    alone[option] = Math.max(0, (begun[option] ?? 0) - longer);
  }
  return alone;
}

function lengthOf(paths: readonly (readonly number[])[], option: number): number {
  return paths[option]?.length ?? 0;
}

/**
 * What a reply tells of options: each one's share of the probability that they have together, that probability, and the
 * most probable one (the first of equals).
 */
export function scored(options: readonly string[], alone: readonly number[]) {
  const together = alone.reduce((sum, one) => sum + one, 0);
  const shares = alone.map((one) => (together > 0 ? one / together : 1 / options.length));
  const best = shares.indexOf(Math.max(...shares));
  return {
    text: options[best] ?? '',
    probabilities: Object.fromEntries(options.map((option, at) => [option, shares[at] ?? 0])),
    probabilityOfOptions: Math.min(1, together),
  };
}
