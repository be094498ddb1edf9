import quantile from '@stdlib/stats-base-dists-t-quantile';
import { describe, expect, it } from 'vitest';
import { contrast, pairedTest, ratio } from './contrast';
import { estimate } from './estimate';
import { ordinaryLeastSquares } from './ordinary-least-squares';
import { mcnemar } from './tests';

/** The effect and interval of a mean. */
const treatmentMean = (values: readonly number[], clusters?: readonly string[]) => {
  const { value, low, high, n, clusters: groups } = estimate(values, clusters && { clusters });
  return { effect: value, low, high, n, clusters: groups };
};
const row = (rule: string, question: string, collaboration: number, value: number | null) => ({
  rule,
  question,
  collaboration,
  value,
});
const rows = [
  row('a', 'p', 1, 5),
  row('b', 'p', 1, 4),
  row('c', 'p', 1, 2),
  row('a', 'p', 2, 9),
  row('b', 'p', 2, 4),
  row('c', 'p', 2, 6),
  row('a', 'q', 3, 1),
  row('b', 'q', 3, null),
  row('c', 'q', 3, 3),
  row('a', 'q', 4, 7),
];

describe('contrast', () => {
  it('known: one side less the mean of several, case by case; a case without a side is left out', () => {
    // 5 - 3, 9 - 5 and 1 - 3; case 4 has nothing to be held against.
    const found = contrast(rows, { treatment: { rule: 'a' }, baseline: { rule: ['b', 'c'] } });
    expect(found).toEqual(treatmentMean([2, 4, -2]));
  });

  it('law: numbers that only rounding tells apart are equal', () => {
    const third = 1 / 3;
    const rows = [1, 2, 3].flatMap((collaboration) => [
      { way: 'a', collaboration, value: third + third + third },
      { way: 'b', collaboration, value: 3 * third * (1 + 1e-15) },
    ]);
    expect(contrast(rows, { treatment: { way: 'a' }, baseline: { way: 'b' } })).toMatchObject({
      effect: 0,
      low: 0,
      high: 0,
    });
  });

  it('known: clusters by a field', () => {
    const found = contrast(rows, {
      treatment: { rule: 'a' },
      baseline: { rule: ['b', 'c'] },
      clusters: 'question',
    });
    expect(found).toEqual(treatmentMean([2, 4, -2], ['p', 'p', 'q']));
    expect(found.clusters).toBe(2);
  });

  it('known: without another side, what the rows come to', () => {
    expect(contrast(rows, { treatment: { rule: 'a' } }).effect).toBe(5.5);
  });

  it('known: two groups of different cases, the mean of the one less that of the other', () => {
    const found = contrast(rows, {
      treatment: { question: 'p' },
      baseline: { question: 'q' },
      as: 'difference of groups',
    });
    // Cases are averaged first: 11 / 3 and 19 / 3; then 2 and 7.
    expect(found.effect).toBeCloseTo(15 / 3 - 4.5, 12);
    expect([found.n, found.clusters]).toEqual([4, 4]);
    const none = {
      treatment: { question: 'p' },
      baseline: { rule: 'b', question: 'q' },
      as: 'difference of groups',
    } as const;
    expect(() => contrast(rows, none)).toThrow('cases on both sides, got 2 and 0');
  });

  it('law: two groups as in the regression on the group, but for its count of regressors', () => {
    const values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];
    const given = values.map((value, n) => ({
      value,
      collaboration: n,
      side: n % 3 === 0 ? 'a' : 'b',
      cluster: n % 5,
    }));
    const found = contrast(given, {
      treatment: { side: 'a' },
      baseline: { side: 'b' },
      as: 'difference of groups',
      clusters: 'cluster',
    });
    const { terms } = ordinaryLeastSquares(
      given.map(({ side }) => [side === 'a' ? 1 : 0]),
      values,
      { clusters: given.map(({ cluster }) => cluster) },
    );
    const [, { coefficient, standardError } = { coefficient: NaN, standardError: NaN }] = terms;
    expect(found.effect).toBeCloseTo(coefficient, 10);
    // Theirs has (n - 1) / (n - 2) more variance; both intervals have 5 - 1 degrees of freedom.
    const reach = quantile(0.975, 4) * (standardError ?? NaN) * Math.sqrt((12 - 2) / (12 - 1));
    expect([found.low, found.high]).toEqual([
      expect.closeTo(coefficient - reach, 9),
      expect.closeTo(coefficient + reach, 9),
    ]);
  });

  it('known: saving and growth are of sums, a share counts cases', () => {
    const settings = { treatment: { rule: 'a' }, baseline: { rule: 'c' } };
    // 5 + 9 + 1 against 2 + 6 + 3: 15 of 11.
    expect(contrast(rows, { ...settings, as: 'growth' }).effect).toBeCloseTo(100 * (15 / 11 - 1), 12);
    const [saving, growth] = (['saving', 'growth'] as const).map((as) => contrast(rows, { ...settings, as }));
    expect([saving?.low, saving?.high]).toEqual([-(growth?.high ?? NaN), -(growth?.low ?? NaN)]);
    // 5 of 2, 9 of 6, 1 of 3.
    const mean = (5 / 2 + 9 / 6 + 1 / 3) / 3;
    expect(contrast(rows, { ...settings, as: 'mean growth' }).effect).toBeCloseTo(100 * (mean - 1), 12);
    expect(contrast(rows, { ...settings, as: 'mean saving' }).effect).toBeCloseTo(100 * (1 - mean), 12);
    expect(contrast(rows, { ...settings, as: 'share' }).effect).toBeCloseTo(200 / 3, 12);
  });

  it('contract: rows that are nowhere are named', () => {
    expect(() => contrast(rows, { treatment: { rule: 'd' } })).toThrow(
      'contrast finds no row where {"rule":"d"}',
    );
    expect(() => contrast(rows, { treatment: { rule: 'a' }, by: 'rule' })).toThrow(
      expect.objectContaining({ code: 'numbers' }),
    );
  });
});

describe('ratio', () => {
  it('law: over ones it is the mean, and it grows with its numerators and shrinks with its denominators', () => {
    const numbers = [3, 1, 4, 1, 5, 9];
    const ones = numbers.map(() => 1);
    expect(ratio(numbers, ones)).toEqual(treatmentMean(numbers));
    const [one, other] = [
      ratio(numbers, ones),
      ratio(
        numbers,
        ones.map(() => 2),
      ),
    ];
    expect(other.high).toBeCloseTo(one.high / 2, 12);
  });

  it('known: numerators that are a fixed part of their denominators leave no doubt', () => {
    const { effect, low, high } = ratio([1, 2, 3], [2, 4, 6]);
    expect([effect, low, high]).toEqual([0.5, 0.5, 0.5]);
  });

  it('law: leaving out one case at a time (the jackknife) gives nearly the same error', () => {
    const numerators = Array.from({ length: 60 }, (_, place) => 5 + Math.sin(place) + (place % 7) / 3);
    const denominators = Array.from({ length: 60 }, (_, place) => 10 + Math.cos(3 * place));
    const total = (list: readonly number[], without: number) =>
      list.reduce((sum, value, place) => (place === without ? sum : sum + value), 0);
    const left = numerators.map((_, place) => total(numerators, place) / total(denominators, place));
    const middle = left.reduce((sum, value) => sum + value, 0) / 60;
    const jackknife = Math.sqrt((59 / 60) * left.reduce((sum, value) => sum + (value - middle) ** 2, 0));
    const { low, high } = ratio(numerators, denominators);
    expect((high - low) / 2 / 2.000995).toBeCloseTo(jackknife, 4); // Student's t with 59 degrees of freedom
  });

  it('contract: denominators that sum to nothing are refused by name', () => {
    expect(() => ratio([1, 2], [1, -1])).toThrow(expect.objectContaining({ code: 'numbers' }));
  });
});

describe('pairedTest', () => {
  const ways = (talk: readonly number[], vote: readonly (number | null)[]) => [
    ...talk.map((value, collaboration) => ({ way: 'talk', collaboration, value })),
    ...vote.map((value, collaboration) => ({ way: 'vote', collaboration, value })),
  ];
  const sides = { treatment: { way: 'talk' }, baseline: { way: 'vote' } };

  it('known: right or wrong by McNemar, the effect by contrast; a case without a side is left out', () => {
    const rows = ways([100, 100, 100, 0, 100, 100], [0, 100, 0, 100, 0, null]);
    // Of five cases three are right in talk alone, one in the vote alone.
    const { test, pValue, ...effect } = pairedTest(rows, sides);
    expect({ test, pValue }).toEqual({ test: 'McNemar', pValue: mcnemar(3, 1) });
    expect(effect).toEqual(contrast(rows, sides));
    expect(effect.n).toBe(5);
  });

  it("known: numbers by Student's t, whose p is below 0.05 where the interval excludes 0", () => {
    const [talk, vote] = [
      [5, 9, 1, 7],
      [4, 4, 3, 1],
    ];
    // Differences 1, 5, -2, 6: mean 2.5, standard deviation 3.697, t = 2.5 / 1.848 = 1.3525 with 3 degrees of freedom.
    // Its distribution is 1/2 + (x / (1 + x^2) + atan(x)) / pi with x = t / sqrt(3): p is 0.269128.
    const found = pairedTest(ways(talk, vote), sides);
    expect(found.test).toBe('t');
    expect(found.pValue).toBeCloseTo(0.269128, 6);
    const far = pairedTest(ways([6, 9, 8, 7], vote), sides);
    expect([far.low > 0, far.pValue < 0.05]).toEqual([true, true]);
    const all = pairedTest(ways([2, 3, 5], [1, 2, 4]), sides);
    expect(all).toMatchObject({ effect: 1, pValue: 0 });
    expect(pairedTest(ways(talk, talk), sides)).toMatchObject({ effect: 0, pValue: 1 });
  });

  it('law: the other way round the effect turns and p stays; the order of rows does not matter', () => {
    const rows = ways([3, 8, 2, 9, 4], [1, 9, 1, 4, 2]);
    const found = pairedTest(rows, sides);
    const turned = pairedTest([...rows].reverse(), { treatment: sides.baseline, baseline: sides.treatment });
    expect(turned.pValue).toBe(found.pValue);
    expect(turned.effect).toBeCloseTo(-found.effect, 12);
  });

  it('contract: no such row is an error', () => {
    expect(() => pairedTest(ways([1, 2], [1, 2]), { ...sides, treatment: { way: 'walk' } })).toThrow(
      'contrast finds no row where {"way":"walk"}',
    );
  });
});
