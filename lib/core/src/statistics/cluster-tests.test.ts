import { describe, expect, it } from 'vitest';
import { clusterT, signFlips, spreadTest } from '.';
import reference from './testing/cluster-tests-reference.json';

const sumsOf = (pairs: readonly (readonly number[])[]) =>
  pairs.map(([numerator = 0, denominator = 0]) => ({ numerator: numerator, denominator: denominator }));
const ones = (values: readonly number[]) => sumsOf(values.map((value) => [value, 1]));

describe('clusterT', () => {
  it('reference: a mean over clusters of unequal size is as statsmodels has it', () => {
    for (const one of reference.means) {
      const found = clusterT(sumsOf(one.sums), one.bound);
      for (const name of ['effect', 'low', 'high', 'pAbove', 'pBelow'] as const)
        expect(found[name], name).toBeCloseTo(one[name], 10);
    }
  });

  it('reference: a ratio of sums is as the t test of numerator - bound x denominator in scipy', () => {
    for (const one of reference.ratios) {
      const found = clusterT(sumsOf(one.sums), one.bound, { of: 'ratio' });
      for (const name of ['effect', 'low', 'high', 'pAbove', 'pBelow'] as const)
        expect(found[name], name).toBeCloseTo(one[name], 8); // brentq stops at 2e-12 of a root
    }
  });

  it('known: a ratio whose denominators may well be 0 has an interval without an end', () => {
    const found = clusterT(
      sumsOf([
        [1, 0],
        [0, 0],
        [0, 1],
        [1, 0],
      ]),
      0,
      { of: 'ratio' },
    );
    expect([found.low, found.high]).toEqual([null, null]);
  });
});

describe('signFlips', () => {
  it('reference: all patterns of signs are as scipy counts them', () => {
    for (const one of reference.flips) {
      const found = signFlips(sumsOf(one.sums), one.bound);
      expect(found.effect).toBeCloseTo(one.effect, 12);
      expect(found.pAbove).toBeCloseTo(one.pAbove, 12);
      expect(found.pBelow).toBeCloseTo(one.pBelow, 12);
    }
  });

  it('known: with 1, 2, 3 above a bound of 0 one pattern of eight is as far', () => {
    // The subsets have the means: none (counts), 1, 2, 3, 1.5, 2, 2.5, 2; only the empty one is at 0 or below.
    const found = signFlips(ones([1, 2, 3]), 0);
    expect([found.effect, found.pAbove, found.pBelow]).toEqual([2, 1 / 8, 1]);
    expect([found.low, found.high]).toEqual([null, null]); // no bound is rejected at 0.025 by three clusters
  });

  it('law: a bound at an end of the interval is just rejected or not, for means and for ratios', () => {
    const sums = sumsOf([
      [3, 1],
      [5, 2],
      [1, 1],
      [4, 3],
      [6, 2],
      [2, 2],
      [7, 3],
      [4, 1],
    ]);
    const { low, high } = signFlips(sums, 0);
    expect(signFlips(sums, low! - 0.001).pAbove).toBeLessThanOrEqual(0.025);
    expect(signFlips(sums, low! + 0.001).pAbove).toBeGreaterThan(0.025);
    expect(signFlips(sums, high! + 0.001).pBelow).toBeLessThanOrEqual(0.025);
    expect(signFlips(sums, high! - 0.001).pBelow).toBeGreaterThan(0.025);
  });

  it('law: drawn patterns are near to all of them', () => {
    const values = reference.flips[2]!.sums.map(([value = 0]) => value);
    const all = signFlips(ones(values), 0).pAbove;
    // From 20 clusters on patterns are drawn: seven clusters at the bound change nothing but that.
    const drawn = signFlips(ones([...values, 0, 0, 0, 0, 0, 0, 0]), 0).pAbove;
    expect(Math.abs(drawn - all)).toBeLessThan(4 * Math.sqrt((all * (1 - all)) / 99_999));
  });

  it('contract: one cluster, or clusters that do not differ, are refused', () => {
    expect(() => signFlips(ones([1]), 0)).toThrow('signFlips needs at least two clusters, got 1');
    expect(() => signFlips(ones([2, 2, 2]), 0)).toThrow('signFlips needs clusters that differ');
    expect(() => clusterT(ones([2, 2, 2]), 0)).toThrow('clusterT needs clusters that differ');
    expect(() =>
      clusterT(
        sumsOf([
          [1, 0],
          [2, 0],
        ]),
        0,
      ),
    ).toThrow('clusterT needs denominators');
  });
});

describe('spreadTest', () => {
  it('reference: the effect is exact, and p near to that of scipy’s permutation test', () => {
    for (const one of reference.spreads) {
      const cases = one.cases.map(([group, value]) => ({ group: String(group), value: Number(value) }));
      const found = spreadTest(cases);
      expect(found.effect).toBeCloseTo(one.effect, 10);
      // Two sets of draws: 9,999 here and 99,999 there; four standard errors.
      const error = Math.sqrt(one.pAbove * (1 - one.pAbove) * (1 / 9999 + 1 / 99_999));
      expect(Math.abs(found.pAbove - one.pAbove)).toBeLessThan(4 * error + 1 / 9999);
      expect(found.low! <= found.effect && found.effect <= found.high!).toBe(true);
    }
  });

  it('contract: one group, or values that are all alike, are refused', () => {
    const alike = ['a', 'b'].map((group) => ({ group: group, value: 1 }));
    expect(() => spreadTest(alike)).toThrow('spreadTest needs two groups and values that differ');
    expect(() =>
      spreadTest([
        { group: 'a', value: 1 },
        { group: 'a', value: 2 },
      ]),
    ).toThrow('got 1 groups');
  });
});
