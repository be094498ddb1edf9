import { check, number, positive, settings } from 'agora-voting/internal';

/*
 * Orders of token cost as S2-MAD prints them (section 2, section 3.3, Appendix B), constants left out: they say how
 * cost grows, not what it is. All lengths are in tokens.
 *
 * The paper drops MAD's second term (M T^2 C: each agent's own earlier answers) from GD. S2-MAD's P is the upper bound of
 * the average chance to take part.
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

const size = { agents: positive(), rounds: positive(), question: number(0), reply: number(0) };
const grouped = { ...size, groups: positive(), stages: positive() };

/** M T Q + (M^2 T + M T^2) C. */
function mad(given: DebateSize): number {
  check('debateComplexity.mad', settings(size), given);
  const { agents: M, rounds: T, question: Q, reply: C } = given;
  return M * T * Q + (M ** 2 * T + M * T ** 2) * C;
}

/** M T Q + (M^2 T / N + M S N) C. */
function groupDebate(given: GroupedSize): number {
  check('debateComplexity.groupDebate', settings(grouped), given);
  return s2mad({ ...given, participation: 1 });
}

/** M T Q + (M^2 T / N + M S N) C P. @param given.participation - P */
function s2mad(given: GroupedSize & { readonly participation: number }): number {
  check('debateComplexity.s2mad', settings({ ...grouped, participation: number(0, 1) }), given);
  const { agents: M, rounds: T, question: Q, reply: C, groups: N, stages: S, participation: P } = given;
  return M * T * Q + ((M ** 2 * T) / N + M * S * N) * C * P;
}

/**
 * The printed orders by method.
 * @example
 * import { papers } from 'agora-lab';
 * papers.s2mad.debateComplexity.mad({ agents: 5, rounds: 4, question: 90, reply: 80 }); // => 16200
 */
export const debateComplexity = Object.freeze({ mad, groupDebate, s2mad });
