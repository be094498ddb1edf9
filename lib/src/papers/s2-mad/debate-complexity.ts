import type { z } from 'zod';
import { check, number, positive, settings } from '../../check';

/*
 * Orders of token cost as S2-MAD prints them (section 2, section 3.3, Appendix B), constants left out: they say how
 * cost grows, not what it is. All lengths are in tokens.
 *
 * The paper drops MAD's second term (M T^2 C: each agent's own earlier answers) from S-MAD and GD, though cutting links
 * does not shorten what an agent remembers; hence S-MAD with no link cut costs less than MAD here. S2-MAD's P is the
 * upper bound of the average chance to take part.
 */
export interface DebateSize {
  /** M. */
  readonly agents: number;
  /** T. */
  readonly rounds: number;
  /** Q: the question's length. */
  readonly question: number;
  /** C: the upper bound of an answer's length, and of a summary's. */
  readonly reply: number;
}

export interface GroupedSize extends DebateSize {
  /** N. */
  readonly groups: number;
  /** S. */
  readonly stages: number;
}

/** M T Q + (M^2 T + M T^2) C. */
function mad({ agents: M, rounds: T, question: Q, reply: C }: DebateSize): number {
  return M * T * Q + (M ** 2 * T + M * T ** 2) * C;
}

/** M T Q + (1 - P_r) M^2 T C. @param size.removed - P_r: the chance of a link to be removed */
function sparse({
  agents: M,
  rounds: T,
  question: Q,
  reply: C,
  removed,
}: DebateSize & { readonly removed: number }): number {
  return M * T * Q + (1 - removed) * M ** 2 * T * C;
}

/** M T Q + (M^2 T / N + M S N) C. */
function grouped(size: GroupedSize): number {
  return selective({ ...size, participation: 1 });
}

/** M T Q + (M^2 T / N + M S N) C P. @param size.participation - P */
function selective({
  agents: M,
  rounds: T,
  question: Q,
  reply: C,
  groups: N,
  stages: S,
  participation: P,
}: GroupedSize & { readonly participation: number }): number {
  return M * T * Q + ((M ** 2 * T) / N + M * S * N) * C * P;
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
 *
 * @param size.reply - O_max; @param size.summary - Sum_max; @param size.participation - P_max
 * @param size.groupSize - K, which the paper does not define. Default M / N, the size of a group: then the terms come out
 */
function bound({
  agents: M,
  rounds: T,
  question: Q,
  reply: O,
  groups: N,
  stages: S,
  participation: P,
  summary,
  groupSize: K = M / N,
}: GroupedSize & {
  readonly participation: number;
  readonly summary: number;
  readonly groupSize?: number;
}): Equation6 {
  return {
    first:
      M * T * Q + P * ((3 * M * S - 2 * M + (T - S) * (K + 1) * M) * O + (S - 1) * (M + 1) * N * summary),
    second: M * T * Q + P * (((2 * M ** 2 * T) / N) * O + 2 * M * S * N * summary),
  };
}

const size = { agents: positive(), rounds: positive(), question: number(0), reply: number(0) };
const groupedSize = { ...size, groups: positive(), stages: positive() };
const selectiveSize = { ...groupedSize, participation: number(0, 1) };

/**
 * The printed orders by method, and the bound of equation 6.
 * @example
 * import { papers } from 'agora-lab';
 * papers.s2mad.debateComplexity.mad({ agents: 5, rounds: 4, question: 90, reply: 80 }); // => 16200
 */
export const debateComplexity = Object.freeze({
  mad: checked('mad', size, mad),
  sparse: checked('sparse', { ...size, removed: number(0, 1) }, sparse),
  groupDebate: checked('groupDebate', groupedSize, grouped),
  s2mad: checked('s2mad', selectiveSize, selective),
  equation6: checked(
    'equation6',
    { ...selectiveSize, summary: number(0), groupSize: number(0).optional() },
    bound,
  ),
});

function checked<Size, Cost>(
  name: string,
  shape: z.ZodRawShape,
  cost: (size: Size) => Cost,
): (size: Size) => Cost {
  return (size) => {
    check(`debateComplexity.${name}`, settings(shape), size);
    return cost(size);
  };
}
