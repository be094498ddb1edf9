import { sharedPrefix } from './prefix';

/** The probabilities of the next token after some tokens. */
export type Distribution = ReadonlyMap<number, number>;

export interface OptionPaths {
  /** The tokens that all options begin with. They are read together with the prompt. */
  readonly common: readonly number[];
  /** The remaining tokens of each option, in the given order. */
  readonly paths: readonly (readonly number[])[];
}

/**
 * Splits the tokens of several options into their common beginning and the rest. Every option keeps at least one
 * token of its own, unless another option continues it ("1" and "10").
 * @param tokens - for each option, the first words of the answer followed by the option
 */
export function cutOptions(tokens: readonly (readonly number[])[]): OptionPaths {
  const [first = [], ...others] = tokens;
  const shared = others.reduce((least, one) => Math.min(least, sharedPrefix(first, one)), first.length);
  return { common: first.slice(0, shared), paths: tokens.map((one) => one.slice(shared)) };
}

/**
 * The probability of each option as the next text: the product over its tokens. If one option begins with another
 * ("10" and "1"), the probability of the longer one is subtracted from that of the shorter one.
 * @param next - for each token of an option's path, the distribution that it is drawn from
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
 * A reply's result for options: each option's share of their total probability, that total, and the most probable
 * option (the first of equals).
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
