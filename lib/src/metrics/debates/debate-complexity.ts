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
interface DebateSize {
  /** M. */
  readonly agents: number;
  /** T. */
  readonly rounds: number;
  /** Q: the question's length. */
  readonly question: number;
  /** C: the upper bound of an answer's length, and of a summary's. */
  readonly reply: number;
}

interface GroupedSize extends DebateSize {
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

const size = { agents: positive(), rounds: positive(), question: number(0), reply: number(0) };
const groupedSize = { ...size, groups: positive(), stages: positive() };

/**
 * The printed orders by method.
 * @example
 * metrics.debateComplexity.mad({ agents: 5, rounds: 4, question: 90, reply: 80 }); // => 16200
 */
export const debateComplexity = Object.freeze({
  mad: checked('mad', size, mad),
  sparse: checked('sparse', { ...size, removed: number(0, 1) }, sparse),
  groupDebate: checked('groupDebate', groupedSize, grouped),
  s2mad: checked('s2mad', { ...groupedSize, participation: number(0, 1) }, selective),
});

function checked<Size>(
  name: string,
  shape: z.ZodRawShape,
  order: (size: Size) => number,
): (size: Size) => number {
  return (size) => {
    check(`debateComplexity.${name}`, settings(shape), size);
    return order(size);
  };
}

/**
 * How many groups cost least by these orders: where M^2 T / N + M S N is smallest, N = sqrt(M T / S), as the paper says.
 * `whole` is the best whole number of groups from 1 to M. S is held fixed: by itself it is T over the rounds in a stage.
 */
export function optimalGroups({
  agents: M,
  rounds: T,
  stages: S,
}: {
  readonly agents: number;
  readonly rounds: number;
  readonly stages: number;
}): { readonly exact: number; readonly whole: number } {
  const cost = (N: number): number => (M ** 2 * T) / N + M * S * N;
  let whole = 1;
  for (let groups = 2; groups <= M; groups++) if (cost(groups) < cost(whole)) whole = groups;
  return { exact: Math.sqrt((M * T) / S), whole };
}
