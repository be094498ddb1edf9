import { describe, expect, it } from 'vitest';
import {
  clusterSlope,
  clusterT,
  exchangeWithin,
  regroupings,
  signFlips,
  spreadTest,
  welch,
  wildBootstrap,
} from '.';
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

/** Four standard errors of a share that was drawn twice. */
const near = (share: number, draws: number): number =>
  4 * Math.sqrt((2 * share * (1 - share)) / draws) + 2 / draws;

describe('regroupings', () => {
  it('reference: all regroupings are as scipy counts them', () => {
    for (const one of reference.groups) {
      const found = regroupings(one.of, one.less, one.bound);
      expect(found.effect).toBeCloseTo(one.effect, 12);
      expect(found.pAbove).toBeCloseTo(one.regrouped.pAbove, 12);
      expect(found.pBelow).toBeCloseTo(one.regrouped.pBelow, 12);
    }
  });

  it('known: 7, 8 and 9 against 1, 2 and 3 are the furthest of twenty ways to form groups of three', () => {
    const found = regroupings([7, 8, 9], [1, 2, 3], 0);
    expect([found.effect, found.pAbove, found.pBelow, found.clusters]).toEqual([6, 1 / 20, 1, 6]);
    // With 20 ways no bound is rejected at 0.025.
    expect([found.low, found.high]).toEqual([null, null]);
  });

  it('law: a bound at an end of the interval is just rejected or not', () => {
    const [one] = [reference.groups[1]!];
    const { low, high } = regroupings(one.of, one.less, 0);
    const above = (bound: number) => regroupings(one.of, one.less, bound).pAbove;
    const below = (bound: number) => regroupings(one.of, one.less, bound).pBelow;
    expect(above(low! - 0.001)).toBeLessThanOrEqual(0.025);
    expect(above(low! + 0.001)).toBeGreaterThan(0.025);
    expect(below(high! + 0.001)).toBeLessThanOrEqual(0.025);
    expect(below(high! - 0.001)).toBeGreaterThan(0.025);
  });

  it('law: drawn regroupings are near to all of them', () => {
    // 12 and 12 have 2.7 million regroupings, so that they are drawn; t is near to them for normal values.
    const [of, less] = [Array.from({ length: 12 }, (_, place) => Math.sin(7 * place) + 0.4), [] as number[]];
    for (let place = 0; place < 12; place++) less.push(Math.cos(5 * place));
    const drawn = regroupings(of, less, 0);
    expect(Math.abs(drawn.pAbove - welch(of, less, 0).pAbove)).toBeLessThan(0.01);
    expect(drawn.pAbove + drawn.pBelow).toBeGreaterThanOrEqual(1);
  });

  it('contract: an empty group, or values that are all alike, are refused', () => {
    expect(() => regroupings([], [1, 2], 0)).toThrow(
      'regroupings needs at least 1 value in each group, got 0 and 2',
    );
    expect(() => regroupings([3], [3, 3], 0)).toThrow('regroupings needs values that differ: all are 3');
  });
});

describe('welch', () => {
  it('reference: p values and interval are as scipy has them', () => {
    for (const one of reference.groups) {
      const found = welch(one.of, one.less, one.bound);
      for (const name of ['low', 'high', 'pAbove', 'pBelow'] as const)
        expect(found[name], name).toBeCloseTo(one.welch[name], 10);
    }
  });

  it('contract: one value in a group, or no spread within groups, is refused', () => {
    expect(() => welch([1], [2, 3], 0)).toThrow('welch needs at least 2 values in each group, got 1 and 2');
    expect(() => welch([1, 1], [2, 2], 0)).toThrow('welch needs values that differ within a group');
  });
});

const slopeCases = (one: (typeof reference.slopes)[number]) =>
  one.cases.map(([cluster, set, regressor, response]) => ({
    cluster: String(cluster),
    set: String(set),
    regressor: Number(regressor),
    response: Number(response),
  }));

describe('clusterSlope', () => {
  it('reference: slope, interval and p values are as statsmodels has them, with a dummy for each set', () => {
    for (const one of reference.slopes) {
      const found = clusterSlope(slopeCases(one), one.bound);
      for (const name of ['effect', 'low', 'high', 'pAbove', 'pBelow'] as const)
        expect(found[name], name).toBeCloseTo(one[name], 9);
    }
  });

  it('contract: one cluster, a regressor that does not vary, and an exact fit are refused', () => {
    const at = (regressors: readonly number[], responses: readonly number[]) =>
      regressors.map((regressor, place) => ({
        cluster: `c${place}`,
        regressor: regressor,
        response: responses[place] ?? 0,
      }));
    expect(() => clusterSlope(at([1], [1]), 0)).toThrow('clusterSlope needs at least two clusters, got 1');
    expect(() => clusterSlope(at([2, 2, 2], [1, 5, 3]), 0)).toThrow('a regressor that varies within sets');
    expect(() => wildBootstrap(at([1, 2, 4], [2, 4, 8]), 0)).toThrow('responses that differ from an exact');
    expect(() => clusterSlope(at([0, 1], [3, 9]), 0)).toThrow('an exact fit');
  });
});

describe('wildBootstrap', () => {
  it('reference: p values are near to those of as many refits by statsmodels', () => {
    for (const one of reference.slopes) {
      const found = wildBootstrap(slopeCases(one), one.bound);
      expect(found.effect).toBeCloseTo(one.effect, 10);
      expect(Math.abs(found.pAbove - one.wildAbove)).toBeLessThan(near(one.wildAbove, one.draws));
      expect(Math.abs(found.pBelow - one.wildBelow)).toBeLessThan(near(one.wildBelow, one.draws));
    }
  });

  it('law: a bound at an end of the interval is just rejected or not', () => {
    const cases = slopeCases(reference.slopes[0]!);
    const { low, high } = wildBootstrap(cases, 0);
    expect(wildBootstrap(cases, low! - 0.01).pAbove).toBeLessThanOrEqual(0.025);
    expect(wildBootstrap(cases, low! + 0.01).pAbove).toBeGreaterThan(0.025);
    expect(wildBootstrap(cases, high! + 0.01).pBelow).toBeLessThanOrEqual(0.025);
    expect(wildBootstrap(cases, high! - 0.01).pBelow).toBeGreaterThan(0.025);
  });
});

describe('exchangeWithin', () => {
  /** The mean of the first two treatments less that of the others. */
  const contrast = (table: readonly (readonly number[])[]): number => {
    const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
    return mean(table.flatMap((row) => row.slice(0, 2))) - mean(table.flatMap((row) => row.slice(2)));
  };

  it('reference: p values are near to those of all exchanges, as scipy counts them', () => {
    for (const one of reference.exchanges) {
      const found = exchangeWithin(one.table, contrast);
      expect(found.effect).toBeCloseTo(one.effect, 12);
      expect(Math.abs(found.pAbove - one.pAbove)).toBeLessThan(near(one.pAbove, 9999));
      expect(Math.abs(found.pBelow - one.pBelow)).toBeLessThan(near(one.pBelow, 9999));
    }
  });

  it('known: six rows whose first value is the larger by 1 to 6: one of 64 exchanges, with a mean of 3.5', () => {
    const table = [1, 2, 3, 4, 5, 6].map((more) => [10 + more, 10]);
    const firstLess = (rows: readonly (readonly number[])[]) =>
      rows.reduce((sum, [one = 0, other = 0]) => sum + one - other, 0) / rows.length;
    const found = exchangeWithin(table, firstLess);
    expect([found.effect, found.clusters, found.pBelow]).toEqual([3.5, 6, 1]);
    expect(Math.abs(found.pAbove - 1 / 64)).toBeLessThan(near(1 / 64, 9999));
    // The mean of six draws of 1 to 6 has a standard error of 0.70: 3.5 plus or minus 1.96 of them.
    expect(found.low).toBeCloseTo(2.17, 0);
    expect(found.high).toBeCloseTo(4.83, 0);
  });

  it('contract: one cluster, ragged rows, and rows without a difference are refused', () => {
    expect(() => exchangeWithin([[1, 2]], contrast)).toThrow('at least two clusters, got 1');
    expect(() => exchangeWithin([[1, 2], [1]], contrast)).toThrow('row 1 has 1 values, row 0 has 2');
    expect(() =>
      exchangeWithin(
        [
          [1, 1],
          [2, 2],
        ],
        contrast,
      ),
    ).toThrow('treatments that differ within a cluster');
  });
});
