import { describe, expect, it } from 'vitest';
import { algorithm2Tokens } from './algorithm2';
import { debateComplexity } from './debate-complexity';
import { evenLengths } from './testing/even-lengths';

/** The bound on S2-MAD's token cost (Appendix B, equation 6), both lines as printed; K, which is not defined, is M / N. */
function equation6(sizes: readonly number[], { T = 4, S = 2, Q = 100, O = 10, Sum = 20, P = 1 } = {}) {
  const M = sizes.reduce((sum, size) => sum + size, 0);
  const N = sizes.length;
  const K = M / N;
  const answers = (3 * M * S - 2 * M + (T - S) * (K + 1) * M) * O;
  return {
    first: M * T * Q + P * (answers + (S - 1) * (M + 1) * N * Sum),
    second: M * T * Q + P * (((2 * M ** 2 * T) / N) * O + 2 * M * S * N * Sum),
  };
}

describe('debateComplexity', () => {
  it('known: 5 agents, 4 rounds, Q = 100, C = 50', () => {
    const size = { agents: 5, rounds: 4, question: 100, reply: 50 };
    expect(debateComplexity.mad(size)).toBe(2000 + (100 + 80) * 50);
    const groups = { ...size, groups: 2, stages: 2 };
    expect(debateComplexity.groupDebate(groups)).toBe(2000 + (50 + 20) * 50);
    expect(debateComplexity.s2mad({ ...groups, participation: 0.5 })).toBe(2000 + (50 + 20) * 25);
  });

  it('law: S2-MAD with everybody taking part costs what GroupDebate costs', () => {
    const size = { agents: 8, rounds: 6, question: 80, reply: 40, groups: 4, stages: 3 };
    expect(debateComplexity.s2mad({ ...size, participation: 1 })).toBe(debateComplexity.groupDebate(size));
  });

  it('law: the best number of groups is sqrt(M T / S), as the paper says', () => {
    for (const [agents, rounds, stages] of [
      [5, 4, 2],
      [16, 4, 1],
      [100, 10, 5],
      [3, 12, 1],
    ] as const) {
      const size = { agents, rounds, stages, question: 10, reply: 1 };
      const cost = (groups: number) => debateComplexity.groupDebate({ ...size, groups });
      const best = Math.sqrt((agents * rounds) / stages);
      for (const factor of [0.5, 0.9, 0.99, 1.01, 1.1, 2])
        expect(cost(best)).toBeLessThan(cost(best * factor));
      // At the optimum both terms are equal: 2 sqrt(M^3 T S), the paper's order.
      expect(cost(best) - agents * rounds * 10).toBeCloseTo(2 * Math.sqrt(agents ** 3 * rounds * stages), 6);
    }
  });
});

describe('equation 6', () => {
  it('law: with equal groups and full participation the first line is Algorithm 2 itself, with K = M / N', () => {
    for (const [sizes, S, R] of [
      [[2, 2], 2, 2],
      [[3, 3, 3], 3, 2],
      [[5], 1, 4],
      [[4, 4], 2, 3],
    ] as const)
      expect(equation6(sizes, { T: S * R, S }).first).toBe(
        algorithm2Tokens(evenLengths(sizes, { T: S * R, R })).total,
      );
  });

  it('known: no upper bound when few take part, for first answers and summaries are not multiplied by P', () => {
    const cost = algorithm2Tokens(evenLengths([2, 2], { Q: 1, P: 0 }), { firstStage: 'selective' }).total;
    expect(cost).toBe(4 * 11 + 80);
    expect(equation6([2, 2], { Q: 1, P: 0 })).toEqual({ first: 16, second: 16 });
  });

  it('known: no upper bound for groups of unequal sizes', () => {
    // 2^2 + 6^2 = 40 answers are read in a round, not 8^2 / 2 = 32.
    const cost = algorithm2Tokens(evenLengths([2, 6])).total;
    expect(cost - equation6([2, 6]).first).toBe(2 * (40 - 32) * 10);
  });

  it('known: the second line can be below the first: groups of one, three stages, short summaries', () => {
    // M = N = 5, T = 6, S = 3: 45 - 10 + 3 x 2 x 5 = 65 answers against 2 x 25 x 6 / 5 = 60.
    const { first, second } = equation6([1, 1, 1, 1, 1], { T: 6, S: 3, Q: 0, O: 100, Sum: 1 });
    expect([first, second]).toEqual([6500 + 60, 6000 + 150]);
  });
});
