import { describe, expect, it } from 'vitest';
import { clusterT, welch } from 'agora-core/statistics';
import type { ClaimTest } from '../claim-spec';
import { cut, evaluate, type ClaimCase, type Measured, type TestFound } from './evaluate';
import { clusterSums } from './methods';

/** A test that is right in all, but for what is changed. */
function testOf(change: Partial<ClaimTest> = {}): ClaimTest {
  return {
    population: 'coins',
    contrast: { outcome: 'heads', of: 'new coins', less: 'old coins' },
    statistic: 'Mean of heads of new coins minus that of old ones.',
    combine: 'one number',
    models: 'one model',
    side: 'above',
    bound: 0,
    boundIs: 'direction',
    why: 'No size is stated.',
    unit: 'percentage points',
    reversed: 'Old coins showing more heads.',
    method: 'paired mean',
    computed: null,
    detectable: { spread: 50, from: 'assumed' },
    sensitivity: [],
    ...change,
  };
}

const casesOf = (values: readonly number[], more: Partial<ClaimCase> = {}): ClaimCase[] =>
  values.map((value, place) => ({ cluster: `day ${place}`, model: 'a coin', numerator: value, ...more }));
const alike = (cases: readonly ClaimCase[]): Measured => ({ cases: cases, alike: 'clusters' });
const found = (test: ClaimTest, measured: Measured): TestFound => {
  const outcome = evaluate('coins.newShowHeads', test, measured);
  if ('notTested' in outcome) throw new Error(outcome.notTested);
  return outcome;
};

describe('evaluate', () => {
  it('known: six clusters above the bound are one pattern of 64, and p is twice that', () => {
    const { effect, pHolds, pReversed, p, clusters } = found(testOf(), alike(casesOf([1, 2, 3, 4, 5, 6])));
    expect([effect, pHolds, pReversed, p, clusters]).toEqual([3.5, 1 / 64, 1, 2 / 64, 6]);
  });

  it('known: from 30 clusters on it is a t test', () => {
    const values = Array.from({ length: 30 }, (_, place) => (place % 7) - 2);
    const sums = values.map((value) => ({ numerator: value, denominator: 1 }));
    expect(found(testOf(), alike(casesOf(values))).pHolds).toBe(clusterT(sums, 0).pAbove);
  });

  it('known: fewer than six clusters, or clusters that do not differ, are not tested', () => {
    expect(evaluate('a', testOf(), alike(casesOf([1, 2, 3, 4, 5])))).toEqual({
      notTested: '5 clusters, at least 6 are needed',
    });
    expect(evaluate('a', testOf(), alike(casesOf([2, 2, 2, 2, 2, 2])))).toEqual({
      notTested: 'no cluster differs from another',
    });
    expect(evaluate('a', testOf(), alike([]))).toEqual({ notTested: '0 clusters, at least 6 are needed' });
  });

  it('known: a size is reversed below 0, any other bound on its other side', () => {
    const values = [1, 2, 1, 2, 1, 2];
    const size = found(testOf({ bound: 10, boundIs: 'half of the printed size' }), alike(casesOf(values)));
    expect([size.pHolds, size.pReversed]).toEqual([1, 1]); // below half, and yet above 0
    const limit = found(testOf({ bound: 10, boundIs: 'limit' }), alike(casesOf(values)));
    expect(limit.pReversed).toBe(1 / 64);
  });

  it('known: an equivalence must lie inside of both ends of its margin', () => {
    const values = [-1, 1, -1, 1, -2, 2];
    const test = testOf({ side: 'within', bound: 5, boundIs: 'margin' });
    expect(found(test, alike(casesOf(values))).pHolds).toBe(1 / 64);
    expect(found({ ...test, bound: 1.5 }, alike(casesOf(values))).pHolds).toBeGreaterThan(0.05);
  });

  it('known: every part needs all; one reversed part reverses, by Bonferroni', () => {
    const test = testOf({ combine: 'every part', parts: ['up', 'down'] });
    const cases = [
      ...casesOf([1, 2, 3, 4, 5, 6], { part: 'up' }),
      ...casesOf([-1, -2, -3, -4, -5, -6], { part: 'down' }),
    ];
    const { pHolds, pReversed, decides, cases: counted } = found(test, alike(cases));
    expect([pHolds, pReversed, decides]).toEqual([1, 2 / 64, 'down']);
    expect(counted).toBe(6); // both parts are of the same six days
  });

  it('contract: a case of a part that the test does not have is refused, not left out', () => {
    const test = testOf({ combine: 'every part', parts: ['up', 'down'] });
    const stray = casesOf([1, 2, 3, 4, 5, 6], { part: 'upward' });
    const measured = alike([...casesOf([1, 2, 3], { part: 'up' }), ...stray]);
    expect(() => evaluate('coins.newShowHeads', test, measured)).toThrow(
      'coins.newShowHeads was measured in a part "upward"; its test has up, down',
    );
    expect(() => evaluate('coins.newShowHeads', testOf(), alike(stray))).toThrow('one number, without parts');
    expect(() => evaluate('coins.newShowHeads', test, alike(casesOf([1, 2])))).toThrow(
      'in no part; its test',
    );
  });

  it('known: at least two of three parts is the partial conjunction, twice the second p', () => {
    const test = testOf({ combine: { atLeast: 2 }, parts: ['a', 'b', 'c'] });
    const cases = [
      ...casesOf([1, 2, 3, 4, 5, 6, 7], { part: 'a' }),
      ...casesOf([1, 2, 3, 4, 5, 6], { part: 'b' }),
      ...casesOf([-1, -2, -3, -4, -5, -6], { part: 'c' }),
    ];
    const { pHolds, decides } = found(test, alike(cases));
    expect([pHolds, decides]).toEqual([2 / 64, 'b']);
  });

  it('known: of parts with one p the weakest is shown: the effect nearest to the bound, on whichever side it lies', () => {
    // Six signs agree in each part, so that p is 1/64 for all; the means are 9, 2 and 5.
    const each = (sign: number) =>
      [
        ...casesOf([8, 9, 10, 8, 9, 10], { part: 'a' }),
        ...casesOf([1, 2, 3, 1, 2, 3], { part: 'b' }),
        ...casesOf([4, 5, 6, 4, 5, 6], { part: 'c' }),
      ].map((one) => ({ ...one, numerator: sign * one.numerator }));
    const parts = ['a', 'b', 'c'];
    const shown = (change: Partial<ClaimTest>, sign: number) => {
      const { decides, effect, pHolds } = found(testOf({ parts: parts, ...change }), alike(each(sign)));
      return [decides, effect, pHolds];
    };
    expect(shown({ combine: 'every part' }, 1)).toEqual(['b', 2, 1 / 64]);
    expect(shown({ combine: 'every part', side: 'below' }, -1)).toEqual(['b', -2, 1 / 64]);
    expect(shown({ combine: 'every part', side: 'within', bound: 20 }, 1)).toEqual(['a', 9, 1 / 64]);
    expect(shown({ combine: { atLeast: 2 } }, 1)).toEqual(['c', 5, 2 / 64]); // a is stronger, b is not needed
  });

  it('known: a claim must hold without any one model, so that no model makes it', () => {
    const test = testOf({ models: 'without any one model' });
    const large = casesOf([9, 9, 8, 9, 9, 9], { model: 'large' }).map((one) => ({
      ...one,
      cluster: `l ${one.cluster}`,
    }));
    const small = casesOf([1, -1, 1, -1, 1, -1.5], { model: 'small' });
    const { pHolds, parts } = found(test, alike([...large, ...small]));
    expect(parts[0]!.without.map(({ model }) => model)).toEqual(['large', 'small']);
    expect(pHolds).toBeGreaterThan(0.3); // the small model alone: -0.5 / 6 on average
    expect(evaluate('a', test, alike([...large.slice(0, 3), ...small]))).toEqual({
      notTested: 'without small: 3 clusters, at least 6 are needed',
    });
  });

  it('known: two groups of clusters: all ways to form them, and Welch from 30 clusters on', () => {
    const test = testOf({ method: 'two groups' });
    const grouped = (of: readonly number[], less: readonly number[]): Measured =>
      alike([
        ...of.map((value, place) => ({ cluster: `new ${place}`, model: 'a', set: 'of', numerator: value })),
        ...less.map((value, place) => ({
          cluster: `old ${place}`,
          model: 'a',
          set: 'less',
          numerator: value,
        })),
      ]);
    const few = found(test, grouped([7, 8, 9], [1, 2, 3]));
    expect([few.effect, few.pHolds, few.pReversed, few.clusters]).toEqual([6, 1 / 20, 1, 6]);
    const [of, less] = [5, 3].map((by) => Array.from({ length: 15 }, (_, place) => (place % by) + 1));
    expect(found(test, grouped(of!, less!)).pHolds).toBe(welch(of!, less!, 0).pAbove);
    // Two cases of one cluster are averaged first: 7 and 9 are 8.
    const twice = grouped([8, 8, 9], [1, 2, 3]).cases.flatMap((one) =>
      one.cluster === 'new 0'
        ? [
            { ...one, numerator: 7 },
            { ...one, numerator: 9 },
          ]
        : [one],
    );
    expect(found(test, alike(twice)).effect).toBeCloseTo(25 / 3 - 2, 12);
    expect(evaluate('a', test, grouped([1, 2, 3, 4, 5, 6], []))).toEqual({
      notTested: '6 and 0 clusters in two groups',
    });
    expect(() => evaluate('a', test, alike(casesOf([1, 2, 3, 4, 5, 6])))).toThrow(
      'a is tested by two groups: day 0 is in no group ("of" or "less")',
    );
    expect(() =>
      evaluate('a', test, alike([...casesOf([1], { set: 'of' }), ...casesOf([1], { set: 'less' })])),
    ).toThrow('day 0 is in both groups');
  });

  it('known: a slope has an intercept for each set, and its clusters are kept together', () => {
    // On each of six days: y = 2x in the morning and 10 + 2x in the evening, and a little by day.
    const noise = [0.1, -0.2, 0.05, -0.1, 0.2, -0.05];
    const cases = noise.flatMap((by, day) =>
      ['morning', 'evening'].map((set, place): ClaimCase => ({
        cluster: `day ${day}`,
        model: 'a',
        set: set,
        regressor: day + place,
        numerator: 10 * place + 2 * (day + place) + by,
      })),
    );
    const test = testOf({ method: 'slope' });
    const slope = found(test, alike(cases));
    expect(slope.effect).toBeCloseTo(2, 1);
    expect([slope.clusters, slope.cases, slope.p < 0.05]).toEqual([6, 12, true]);
    expect(found(testOf({ method: 'slope', bound: 2 }), alike(cases)).p).toBeGreaterThan(0.2);
    const flat = cases.map((one) => ({ ...one, regressor: 3 }));
    expect(evaluate('a', test, alike(flat))).toEqual({ notTested: 'what the slope is on does not vary' });
    const floor = cases.map((one) => ({ ...one, numerator: 0 }));
    expect(evaluate('a', test, alike(floor))).toEqual({ notTested: 'no cluster differs from another' });
    const line = cases.map((one) => ({ ...one, numerator: 3 * (one.regressor ?? 0) }));
    expect(evaluate('a', test, alike(line))).toEqual({
      notTested: 'clusterSlope needs responses that differ from an exact fit',
    });
    expect(() => evaluate('a', test, alike(casesOf([1, 2, 3, 4, 5, 6])))).toThrow(
      'a is tested by slope: a case of day 0 has no regressor',
    );
  });

  it('known: a variation is tested by exchanges within clusters', () => {
    const test = testOf({ method: 'variation' });
    const cases = [1, 2, 3, 4, 5, 6].flatMap((more, day) =>
      [10 + more, 10].map((value, place): ClaimCase => ({
        cluster: `day ${day}`,
        model: 'a',
        set: ['new', 'old'][place] ?? '',
        numerator: value,
      })),
    );
    const firstLess = (table: readonly (readonly number[])[]) =>
      table.reduce((sum, [one = 0, other = 0]) => sum + one - other, 0) / table.length;
    const measured: Measured = { cases: cases, alike: 'clusters', effectOf: firstLess };
    const outcome = found(test, measured);
    expect([outcome.effect, outcome.clusters, outcome.pReversed]).toEqual([3.5, 6, 1]);
    expect(outcome.pHolds).toBeCloseTo(1 / 64, 2);
    expect(
      evaluate('a', test, { ...measured, cases: cases.map((one) => ({ ...one, numerator: 1 })) }),
    ).toEqual({
      notTested: 'no treatment differs from another',
    });
    expect(() => evaluate('a', test, { ...measured, cases: cases.slice(1) })).toThrow(
      'day 0 needs one case of each of 2 treatments',
    );
    expect(() => evaluate('a', testOf({ method: 'variation', bound: 1 }), measured)).toThrow(
      'exchanges can test a bound of 0 alone, got 1',
    );
  });
});

describe('clusterSums', () => {
  const cases: ClaimCase[] = [
    { cluster: 'q1', model: 'a', set: 'a', numerator: 10 },
    { cluster: 'q1', model: 'b', set: 'b', numerator: 2 },
    { cluster: 'q2', model: 'a', set: 'a', numerator: 20 },
  ];

  it('known: clusters alike are averaged inside: q1 is 6, q2 is 20', () => {
    expect(clusterSums(cases, 'clusters')).toEqual([
      { numerator: 6, denominator: 1 },
      { numerator: 20, denominator: 1 },
    ]);
  });

  it('known: sets alike: a has 15 and b has 2, so that the mean is 8.5, wherever their questions lie', () => {
    const sums = clusterSums(cases, 'sets');
    expect(sums.reduce((sum, one) => sum + one.numerator, 0)).toBeCloseTo(8.5, 12);
    expect(sums.reduce((sum, one) => sum + one.denominator, 0)).toBeCloseTo(1, 12);
  });

  it('known: sets alike by ratios: 10 of 40 and 30 of 60 are 37.5 percent on average', () => {
    const ratios: ClaimCase[] = [
      { cluster: 'q1', model: 'a', set: 'a', numerator: 10, denominator: 40 },
      { cluster: 'q1', model: 'b', set: 'b', numerator: 10, denominator: 20 },
      { cluster: 'q2', model: 'b', set: 'b', numerator: 20, denominator: 40 },
    ];
    const sums = clusterSums(ratios, 'sets');
    expect(sums.reduce((sum, one) => sum + one.numerator, 0)).toBeCloseTo(0.375, 12);
  });
});

describe('cut', () => {
  it('known: with few clusters it has an effect and no interval', () => {
    expect(cut('Two days.', casesOf([1, 4]))).toEqual({
      says: 'Two days.',
      effect: 2.5,
      low: null,
      high: null,
    });
    expect(cut('Six days.', casesOf([1, 2, 3, 4, 5, 6])).low).not.toBeNull();
  });
});
