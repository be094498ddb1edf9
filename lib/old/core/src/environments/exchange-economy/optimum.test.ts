import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { groupOptimum } from './optimum';
import { preferenceExponents } from './settings';
import reference from './reference/optimum.json';
import { utility } from './score';

const hundreds = (goods: number): number[] => Array.from({ length: goods }, () => 100);
const relative = (got: number, wanted: number): number => Math.abs(got / wanted - 1);

describe('groupOptimum', () => {
  it.each([2, 3, 5, 10])('known: asymmetric with %i agents gives each most of its own good', (K) => {
    // By symmetry agent i gets 80 of good i and 20 / (K - 1) of each other good: with K = 3, 3 x 80^0.8 x 10^0.2
    // = 158.34. The prices are then all equal and every agent spends in proportion to its exponents.
    const { total, gap } = groupOptimum(preferenceExponents('asymmetric', K, K), hundreds(K));
    expect(relative(total, K * 80 ** 0.8 * (20 / (K - 1)) ** 0.2)).toBeLessThan(1e-9);
    expect(gap).toBeLessThan(1e-9);
  });

  it.each([1, 2, 3, 5, 10])('known: %i alike agents with constant returns make the supply of a good', (K) => {
    // Everybody alike and of degree 1: however proportionally it is split, the total is 100^1.
    for (const set of ['uniform', 'symmetric'] as const)
      expect(relative(groupOptimum(preferenceExponents(set, K, K), hundreds(K)).total, 100)).toBeLessThan(
        1e-9,
      );
  });

  it.each([2, 3, 5])(
    'known: the symmetric set as Appendix D.2 prints it, with %i agents, is best split evenly',
    (K) => {
      // Decreasing returns: K alike agents with (100 / K) of each good, degree d = 0.8 + (K - 1) 0.2 / K.
      const degree = 0.8 + ((K - 1) * 0.2) / K;
      const { total } = groupOptimum(
        Array.from({ length: K }, () => [0.8, ...Array<number>(K - 1).fill(0.2 / K)]),
        hundreds(K),
      );
      expect(relative(total, K * (100 / K) ** degree)).toBeLessThan(1e-9);
    },
  );

  it.each(reference.cases.map((row) => [row.name, row] as const))(
    'reference: %s (scipy, reference/optimum.py)',
    (_name, { exponents, supply, optimum }) => {
      // scipy's value is attained, hence never above U_max; its own stopping leaves up to 1e-7.
      const { total } = groupOptimum(exponents, supply);
      expect(total).toBeGreaterThan(optimum * (1 - 1e-11));
      expect(relative(total, optimum)).toBeLessThan(1e-6);
    },
  );

  it('law: the allocation is feasible and attains the total; with constant returns twice the supply is twice the total', () => {
    for (let draw = 0; draw < 60; draw++) {
      const random = Random.from(4, draw);
      const exponents = randomExponents(random, draw % 2 === 0);
      const supply = (exponents[0] ?? []).map(() => 1 + random.below(300));
      const { total, gap, allocation } = groupOptimum(exponents, supply);
      supply.forEach((units, good) => {
        const given = allocation.map((bundle) => bundle[good] ?? NaN);
        expect(Math.min(...given)).toBeGreaterThanOrEqual(0);
        expect(
          relative(
            given.reduce((sum, amount) => sum + amount, 0),
            units,
          ),
        ).toBeLessThan(1e-12);
      });
      const attained = exponents.reduce((sum, row, agent) => sum + utility(row, allocation[agent] ?? []), 0);
      expect(attained).toBeGreaterThan(total * (1 - 1e-9));
      expect(gap).toBeLessThan(1e-9);
      if (draw % 2 === 0) {
        const doubled = groupOptimum(
          exponents,
          supply.map((units) => 2 * units),
        );
        expect(relative(doubled.total, 2 * total)).toBeLessThan(1e-8);
      }
    }
  });

  it('law: no allocation at random is better, and one more agent never makes the group worse off', () => {
    const random = Random.from(6);
    const exponents = randomExponents(random, false);
    const supply = (exponents[0] ?? []).map(() => 50);
    const { total } = groupOptimum(exponents, supply);
    for (let draw = 0; draw < 300; draw++) {
      const weights = exponents.map((row) => row.map(() => random.uniform()));
      const bundles = weights.map((row) =>
        row.map(
          (weight, good) => (50 * weight) / weights.reduce((sum, other) => sum + (other[good] ?? 0), 0),
        ),
      );
      expect(exponents.reduce((sum, row, agent) => sum + utility(row, bundles[agent] ?? []), 0)).toBeLessThan(
        total,
      );
    }
    const fewer = groupOptimum(exponents.slice(1), supply);
    expect(fewer.total).toBeLessThanOrEqual(total * (1 + 1e-9));
  });

  it('known: an agent on the margin, whom the optimum gives nothing (no strict complementarity)', () => {
    // Agents 1 and 2 alone reach equal prices for goods 1 and 2. Agent 3, (a, a, 1 - 2a), is outside the span of
    // their exponents, and a is chosen so that at those prices utility costs it exactly 1: the total stays.
    const pair = [
      [0.7, 0.2, 0.1],
      [0.2, 0.7, 0.1],
    ];
    const alone = groupOptimum(pair, hundreds(3)).total;
    const prices = [0.45, 0.45, 0.1].map((part) => (part * alone) / 100);
    const logCost = (a: number): number =>
      [a, a, 1 - 2 * a].reduce((sum, part, good) => sum + part * Math.log((prices[good] ?? NaN) / part), 0);
    let [low, high] = [0.3, 0.45];
    expect([logCost(low) < 0, logCost(high) > 0]).toEqual([true, true]);
    for (let halving = 0; halving < 100; halving++) {
      const middle = (low + high) / 2;
      if (logCost(middle) < 0) low = middle;
      else high = middle;
    }
    const { total } = groupOptimum([...pair, [low, low, 1 - 2 * low]], hundreds(3));
    expect(relative(total, alone)).toBeLessThan(1e-8);
  });

  it('contract: frozen inputs survive, and tiny and huge supplies are no trouble', () => {
    const exponents = Object.freeze([Object.freeze([0.5, 0.5]), Object.freeze([0.9, 0.1])]);
    for (const scale of [1e-6, 1, 1e9])
      expect(groupOptimum(exponents, Object.freeze([scale, 2 * scale])).gap).toBeLessThan(1e-9);
  });
});

/** Rows with some zeros, of degree 1 or below. */
function randomExponents(random: Random, constantReturns: boolean): number[][] {
  const goods = 1 + random.below(5);
  return Array.from({ length: 1 + random.below(5) }, () => {
    const weights = Array.from({ length: goods }, () => (random.chance(0.25) ? 0 : random.uniform()));
    weights[random.below(goods)] = 0.5;
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const degree = constantReturns ? 1 : 0.2 + 0.8 * random.uniform();
    return weights.map((weight) => (degree * weight) / sum);
  });
}
