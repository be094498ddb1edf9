import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import {
  benjaminiHochberg,
  bootstrap,
  equivalence,
  estimate,
  holm,
  mcnemar,
  ordinaryLeastSquares,
  minimumDetectableEffect,
  wilcoxon,
} from './index';

interface Clustered {
  readonly clusters: readonly number[];
  readonly design: readonly (readonly number[])[];
  readonly response: readonly number[];
  readonly coefficients: readonly number[];
  readonly standardErrors: readonly number[];
  readonly pValues: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** scipy and statsmodels, by testing/tests-reference.py. */
const reference = JSON.parse(readFileSync(join(__dirname, 'testing/tests-reference.json'), 'utf8')) as {
  readonly means: readonly Clustered[];
  readonly regressions: readonly Clustered[];
  readonly mcnemar: readonly {
    readonly onlyFirst: number;
    readonly onlySecond: number;
    readonly pValue: number;
  }[];
  readonly wilcoxon: readonly { readonly differences: readonly number[]; readonly pValue: number }[];
  readonly equivalence: readonly {
    readonly differences: readonly number[];
    readonly margin: number;
    readonly pValue: number;
  }[];
  readonly corrections: Readonly<Record<'pValues' | 'holm' | 'benjaminiHochberg', readonly number[]>>;
  readonly minimumDetectableEffect: readonly { readonly n: number; readonly effect: number }[];
};

const near = (value: number) => expect.closeTo(value, 9) as number;

describe('estimates with clusters', () => {
  it.each(reference.means)('reference: means as statsmodels has them, case %#', (one) => {
    expect(estimate(one.response, { clusters: one.clusters })).toEqual({
      value: near(one.coefficients[0]!),
      standardError: near(one.standardErrors[0]!),
      low: near(one.low[0]!),
      high: near(one.high[0]!),
      n: one.response.length,
      clusters: new Set(one.clusters).size,
    });
  });

  it.each(reference.regressions)('reference: regressions as statsmodels has them, case %#', (one) => {
    const { terms } = ordinaryLeastSquares(
      one.design.map((row) => [...row]),
      one.response,
      { clusters: one.clusters },
    );
    expect(terms.map(({ coefficient }) => coefficient)).toEqual(one.coefficients.map(near));
    expect(terms.map(({ standardError }) => standardError)).toEqual(one.standardErrors.map(near));
    expect(terms.map(({ pValue }) => pValue)).toEqual(one.pValues.map(near));
  });

  it('known: numbers that rounding alone tells apart have no spread', () => {
    const alike = [0.3, 0.1 + 0.2, 0.3];
    expect(new Set(alike).size).toBe(2);
    expect(estimate(alike)).toMatchObject({ standardError: 0 });
    expect(estimate([0.3, 0.3 + 1e-6, 0.3]).standardError).toBeGreaterThan(1e-7);
  });

  it('law: without clusters it is the usual error of a mean; a case twice in one cluster changes nothing', () => {
    const values = [3, 1, 4, 1, 5];
    // mean 14/5; squares 0.04 + 3.24 + 1.44 + 3.24 + 4.84 = 12.8; 12.8 / 4 / 5 = 0.64
    expect(estimate(values)).toMatchObject({ value: 2.8, standardError: near(0.8), clusters: 5 });
    const names = values.map((_, place) => place);
    const twice = estimate([...values, ...values], { clusters: [...names, ...names] });
    expect(twice.standardError).toBeCloseTo(0.8, 12);
  });

  it('contract: nothing, one cluster, and clusters that do not fit', () => {
    expect(estimate([])).toMatchObject({ value: null, standardError: null, n: 0 });
    expect(estimate([1, 2], { clusters: ['a', 'a'] })).toMatchObject({ value: 1.5, low: null, clusters: 1 });
    expect(() => estimate([1, 2], { clusters: ['a'] })).toThrow('a cluster for each of 2 values, got 1');
    expect(() => estimate([1, NaN])).toThrow(/^estimate needs/);
    expect(() => ordinaryLeastSquares([[1], [2]], [1, 2], { clusters: [1] })).toThrow('2 values, got 1');
    const one = ordinaryLeastSquares([[1], [2], [4]], [1, 2, 3], { clusters: ['a', 'a', 'a'] });
    expect(one.terms.map(({ standardError }) => standardError)).toEqual([null, null]);
  });
});

describe('bootstrap', () => {
  const random = Random.from(5);
  const values = Array.from({ length: 200 }, () => random.normal(1, 2));
  const meanOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;

  it('law: of a mean it comes near the closed form, with clusters and without', () => {
    const clusters = values.map((_, place) => place % 40);
    for (const options of [{}, { clusters }]) {
      const closed = estimate(values, options);
      const drawn = bootstrap(values, meanOf, options);
      expect(drawn.value).toBeCloseTo(closed.value!, 12);
      // 2,000 samples: an error of a standard error of 1.6%, and of a quantile of some 3%; four of each
      expect(drawn.standardError! / closed.standardError!).toBeGreaterThan(0.92);
      expect(drawn.standardError! / closed.standardError!).toBeLessThan(1.08);
      expect(Math.abs(drawn.low! - closed.low!) / closed.standardError!).toBeLessThan(0.3);
    }
  });

  it('law: the same seed gives the same, and the cases survive', () => {
    const frozen = Object.freeze([...values]);
    const settings = { samples: 50, seed: 3 };
    expect(bootstrap(frozen, meanOf, settings)).toEqual(bootstrap(values, meanOf, settings));
  });

  it('contract: nothing, one cluster, no number', () => {
    expect(bootstrap([], meanOf)).toMatchObject({ value: null, n: 0 });
    expect(bootstrap([1, 2], meanOf, { clusters: [1, 1] })).toMatchObject({ value: 1.5, low: null });
    expect(() => bootstrap([1, 2], () => NaN)).toThrow('a statistic that is a finite number, got NaN');
    // A ratio that most samples of two cases cannot form
    const ratio = (list: readonly number[]) => 1 / (new Set(list).size - 1);
    expect(bootstrap([1, 2], ratio, { samples: 100 })).toMatchObject({ value: 1, low: null });
  });
});

describe('tests and corrections', () => {
  it.each(reference.mcnemar)('reference: McNemar, $onlyFirst against $onlySecond', (one) => {
    expect(mcnemar(one.onlyFirst, one.onlySecond)).toBeCloseTo(one.pValue, 10);
  });

  it.each(reference.wilcoxon)('reference: Wilcoxon, case %#', ({ differences, pValue }) => {
    expect(wilcoxon(differences)).toBeCloseTo(pValue, 8);
    expect(wilcoxon([0, ...differences, 0])).toBeCloseTo(pValue, 8);
  });

  it.each(reference.equivalence)('reference: equivalence, margin $margin', (one) => {
    expect(equivalence(one.differences, one.margin)).toBeCloseTo(one.pValue, 10);
  });

  it('reference: Holm, Benjamini and Hochberg', () => {
    const { pValues, ...corrected } = reference.corrections;
    expect(holm(pValues)).toEqual(corrected.holm.map(near));
    expect(benjaminiHochberg(pValues)).toEqual(corrected.benjaminiHochberg.map(near));
  });

  it.each(reference.minimumDetectableEffect)(
    'reference: the smallest effect of $n cases, to 2% of the noncentral t',
    (one) => {
      expect(minimumDetectableEffect(1 / Math.sqrt(one.n), one.n) / one.effect).toBeCloseTo(1, 1.6);
    },
  );

  it('contract: nothing to test, no variation, nonsense', () => {
    expect(wilcoxon([0, 0])).toBeNull();
    expect(wilcoxon([3])).toBe(1); // above or below, each with chance 1/2
    expect(equivalence([1], 2)).toBeNull();
    expect(equivalence([1, 1], 2)).toBe(0);
    expect(equivalence([3, 3], 2)).toBe(1);
    expect(holm([])).toEqual([]);
    expect(benjaminiHochberg([])).toEqual([]);
    expect(() => mcnemar(-1, 2)).toThrow(/^mcnemar needs/);
    expect(() => holm([1.2])).toThrow(/^holm needs/);
    expect(() => minimumDetectableEffect(1, 1)).toThrow(/^minimumDetectableEffect needs/);
  });
});
