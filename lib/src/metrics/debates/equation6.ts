/** What the bound of S2-MAD's equation 6 is a function of. Lengths are in tokens. */
export interface BoundSize {
  /** M. */
  readonly agents: number;
  /** T. */
  readonly rounds: number;
  /** N. */
  readonly groups: number;
  /** S. */
  readonly stages: number;
  /** Q. */
  readonly question: number;
  /** O_max: the longest answer. */
  readonly reply: number;
  /** Sum_max: the longest summary. */
  readonly summary: number;
  /** P_max. */
  readonly participation: number;
  /** K, which the paper does not define. Default M / N, the size of a group, with which the terms come out. */
  readonly groupSize?: number;
}

/** Both right-hand sides of equation 6, as printed. */
export interface Equation6 {
  /** M T Q + P ([3 M S - 2 M + (T - S)(K + 1) M] O + (S - 1)(M + 1) N Sum). */
  readonly first: number;
  /** M T Q + P (2 M^2 T / N O + 2 M S N Sum). */
  readonly second: number;
}

/**
 * The bound on S2-MAD's token cost (Appendix B, equation 6). As printed it does not always bound:
 *
 * - P multiplies the first answers and the summaries, which nobody can skip, so that with a small P real cost is above it;
 * - groups of unequal sizes read more than groups of M / N do (their squares sum to more);
 * - the second line can be below the first: with groups of one agent, more than two stages and short summaries.
 */
export function equation6({
  agents: M,
  rounds: T,
  groups: N,
  stages: S,
  question: Q,
  reply: O,
  summary,
  participation: P,
  groupSize: K = M / N,
}: BoundSize): Equation6 {
  return {
    first:
      M * T * Q + P * ((3 * M * S - 2 * M + (T - S) * (K + 1) * M) * O + (S - 1) * (M + 1) * N * summary),
    second: M * T * Q + P * (((2 * M ** 2 * T) / N) * O + 2 * M * S * N * summary),
  };
}
