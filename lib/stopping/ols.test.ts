import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { linearRegression } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { ordinaryLeastSquares } from './ols';
import clustered from './reference/clustered-slopes.json';

// ml-regression has no type declarations.
const { MultivariateLinearRegression } = createRequire(__filename)('ml-regression') as {
  MultivariateLinearRegression: new (
    design: number[][],
    response: number[][],
  ) => { readonly weights: number[][]; readonly stdErrors: number[] };
};

interface Case {
  readonly name: string;
  readonly intercept: boolean;
  readonly design: readonly (string | readonly number[])[];
  readonly response: readonly number[];
  readonly rank: number;
  readonly degreesOfFreedom: number;
  readonly coefficients: readonly number[];
  readonly standardErrors: readonly (number | null)[];
  readonly t: readonly (number | null)[];
  readonly pValues: readonly (number | null)[];
  readonly rSquared: number | null;
  readonly residualVariance: number | null;
}

const reference = JSON.parse(
  readFileSync(join(__dirname, 'reference/least-squares-reference.json'), 'utf8'),
) as {
  readonly versions: Record<string, string>;
  readonly cases: readonly Case[];
  readonly veryBadlyScaled: {
    readonly design: readonly (readonly number[])[];
    readonly response: readonly number[];
    readonly coefficients: readonly number[];
    readonly standardErrors: readonly number[];
  };
};
const caseNamed = (start: string) => reference.cases.find(({ name }) => name.startsWith(start)) as Case;
const designOf = ({ design }: Case): number[][] => design.map((row) => Array.from(row, Number));
const fitOf = (given: Case) =>
  ordinaryLeastSquares(designOf(given), given.response, { intercept: given.intercept });

/** Expects numbers that are equal to 1e-8, relative to the largest number of the same kind in the model. */
function expectEqual(ours: readonly (number | null)[], theirs: readonly (number | null)[], what: string) {
  const scale = Math.max(...theirs.map((value) => Math.abs(value ?? 0)));
  theirs.forEach((value, place) => {
    if (value === null) expect(ours[place], `${what} ${place}`).toBeNull();
    else expect(Math.abs((ours[place] ?? NaN) - value), `${what} ${place}`).toBeLessThanOrEqual(1e-8 * scale);
  });
}

/** Cases in which some of statsmodels' numbers are rounding errors. */
const hasZeroColumns = [
  'a column of zeros',
  'a column of zeros among zeros and ones',
  'multi-hot 700 x 121, rank short',
];

describe(`statsmodels ${reference.versions['statsmodels']}`, () => {
  it.each(reference.cases.map((given) => [given.name, given] as const))('reference: %s', (name, given) => {
    const fit = fitOf(given);
    expect([fit.rank, fit.degreesOfFreedom]).toEqual([given.rank, given.degreesOfFreedom]);
    expectEqual(
      fit.terms.map(({ coefficient }) => coefficient),
      given.coefficients,
      'coefficient',
    );
    if (name === 'constant response') return;
    const isTested = fit.terms.map(
      ({ standardError }) => !hasZeroColumns.includes(name) || (standardError ?? 0) > 1e-12,
    );
    const only = <T>(values: readonly T[]) => values.filter((_, place) => isTested[place]);
    expectEqual(
      only(fit.terms.map(({ standardError }) => standardError)),
      only(given.standardErrors),
      'standard error',
    );
    if (fit.degreesOfFreedom > 0) {
      expectEqual(only(fit.terms.map(({ t }) => t)), only(given.t), 't');
      expectEqual(only(fit.terms.map(({ pValue }) => pValue)), only(given.pValues), 'p');
    }
    expectEqual([fit.rSquared], [given.rSquared], 'r squared');
    expectEqual([fit.residualVariance], [given.residualVariance], 'residual variance');
  });

  it('reference: p-values keep six digits far out in the tail', () => {
    const given = caseNamed('strong effect');
    expect(Math.min(...given.pValues.map((p) => p ?? 1))).toBeLessThan(1e-60);
    fitOf(given).terms.forEach(({ pValue }, place) =>
      expect((pValue as number) / (given.pValues[place] as number)).toBeCloseTo(1, 6),
    );
  });
});

describe('other references', () => {
  it('reference: coefficients equal rational arithmetic for columns scaled over ten orders of magnitude', () => {
    const { design, response, coefficients, standardErrors } = reference.veryBadlyScaled;
    ordinaryLeastSquares(design, response).terms.forEach(({ coefficient, standardError }, place) => {
      expect(coefficient / (coefficients[place] as number)).toBeCloseTo(1, 11);
      expect((standardError as number) / (standardErrors[place] as number)).toBeCloseTo(1, 11);
    });
  });

  it('reference: the fit on one regressor equals simple-statistics', () => {
    const points: [number, number][] = [0, 1, 2, 5, 9].map((x) => [x, 3 * x + Math.sin(x)]);
    const { m, b } = linearRegression(points);
    const { terms } = ordinaryLeastSquares(points.map(([x]) => [x]), points.map(([, y]) => y)); // prettier-ignore
    expect(terms.map(({ name }) => name)).toEqual(['intercept', 'x1']);
    expect(terms[0]?.coefficient).toBeCloseTo(b, 12);
    expect(terms[1]?.coefficient).toBeCloseTo(m, 12);
  });

  it('reference: with two columns, coefficients and standard errors equal those of ml-regression', () => {
    const design = [[1, 5], [2, 3], [4, 4], [5, 1], [7, 2], [8, 6]]; // prettier-ignore
    const response = [3.1, 4.9, 9.2, 10.8, 15.3, 16.9];
    const { weights, stdErrors } = new MultivariateLinearRegression(
      design,
      response.map((value) => [value]),
    );
    const { terms } = ordinaryLeastSquares(design, response);
    const own = [...terms.slice(1), ...terms.slice(0, 1)]; // ml-regression puts the intercept last
    own.forEach(({ coefficient, standardError }, place) => {
      expect(coefficient).toBeCloseTo(weights[place]![0]!, 10);
      expect(standardError).toBeCloseTo(stdErrors[place]!, 10);
    });
  });

  // https://www.itl.nist.gov/div898/strd/lls/data/Norris.shtml
  it("reference: the fit equals NIST's certified values for Norris", () => {
    const data = [
      [0.1, 0.2], [338.8, 337.4], [118.1, 118.2], [888.0, 884.6], [9.2, 10.1], [228.1, 226.5], [668.5, 666.3],
      [998.5, 996.3], [449.1, 448.6], [778.9, 777.0], [559.2, 558.2], [0.3, 0.4], [0.1, 0.6], [778.1, 775.5],
      [668.8, 666.9], [339.3, 338.0], [448.9, 447.5], [10.8, 11.6], [557.7, 556.0], [228.3, 228.1], [998.0, 995.8],
      [888.8, 887.6], [119.6, 120.2], [0.3, 0.3], [0.6, 0.3], [557.6, 556.8], [339.3, 339.1], [888.0, 887.2],
      [998.5, 999.0], [778.9, 779.0], [10.2, 11.1], [117.6, 118.3], [228.9, 229.2], [668.4, 669.1], [449.2, 448.9],
      [0.2, 0.5],
    ] as const; // prettier-ignore
    const norris = ordinaryLeastSquares(
      data.map(([, x]) => [x]),
      data.map(([y]) => y),
    );
    expect(norris.terms[0]?.coefficient).toBeCloseTo(-0.262323073774029, 9);
    expect(norris.terms[1]?.coefficient).toBeCloseTo(1.00211681802045, 12);
    expect(norris.rSquared).toBeCloseTo(0.999993745883712, 12);
  });

  it('reference: cluster-robust standard errors equal statsmodels', () => {
    for (const { rows, bound, slope, pAbove, pBelow } of clustered.cases) {
      const sets = [...new Set(rows.map(([, set]) => set))];
      const { terms } = ordinaryLeastSquares(
        rows.map(([, set, x]) => [Number(x), ...sets.map((one) => Number(one === set))]),
        rows.map(([, , x, y]) => Number(y) - bound * Number(x)),
        { intercept: false, clusters: rows.map(([cluster]) => String(cluster)) },
      );
      expect(terms[0]?.coefficient).toBeCloseTo(slope - bound, 10);
      expect(terms[0]?.pValue).toBeCloseTo(2 * Math.min(pAbove, pBelow), 10);
    }
  });
});

describe('by hand', () => {
  it('known: a one-hot factor with all levels and an intercept gets the shortest coefficients', () => {
    // Level means 1 and 4: b0 = b1 + b2, b0 + b1 = 1, b0 + b2 = 4.
    const fit = ordinaryLeastSquares([[1, 0], [1, 0], [0, 1], [0, 1]], [0, 2, 3, 5], { names: ['a', 'b'] }); // prettier-ignore
    expect(fit.rank).toBe(2);
    [5 / 3, -2 / 3, 7 / 3].forEach((value, place) =>
      expect(fit.terms[place]?.coefficient).toBeCloseTo(value, 12),
    );
    // Residuals -1, 1, -1, 1 with two degrees of freedom; the residual sum is 4 of 13 about the mean.
    expect(fit.residualVariance).toBeCloseTo(2, 12);
    expect(fit.rSquared).toBeCloseTo(1 - 4 / 13, 12);
    expect(fit.adjustedRSquared).toBeCloseTo(1 - (4 / 13) * (3 / 2), 12);
  });

  it('known: an intercept alone is the mean, with standard error s over the square root of n', () => {
    const fit = ordinaryLeastSquares([[], [], []], [1, 2, 6]);
    expect(fit.terms[0]?.coefficient).toBeCloseTo(3, 12);
    expect(fit.terms[0]?.standardError).toBeCloseTo(Math.sqrt(7 / 3), 12);
    expect(fit.rSquared).toBeCloseTo(0, 12);
  });

  it('known: a constant response has no R squared and no tests', () => {
    const fit = ordinaryLeastSquares([[1], [2], [4]], [0.1, 0.1, 0.1]);
    expect([fit.rSquared, fit.residualVariance]).toEqual([null, 0]);
    expect(fit.terms.map(({ t, pValue }) => [t, pValue])).toEqual([[null, null], [null, null]]); // prettier-ignore
  });

  it('known: a design of zeros has rank 0', () => {
    const fit = ordinaryLeastSquares([[0], [0]], [1, 3], { intercept: false });
    expect([fit.rank, fit.degreesOfFreedom, fit.rSquared]).toEqual([0, 2, 0]);
    expect(fit.terms).toEqual([{ name: 'x1', coefficient: 0, standardError: 0, t: null, pValue: null }]);
  });

  it('known: without degrees of freedom, there are coefficients but no standard errors', () => {
    const fit = ordinaryLeastSquares([[1.5], [2.5]], [1, 2]);
    expect(fit.terms[1]?.coefficient).toBeCloseTo(1, 12);
    expect(fit.terms[1]).toMatchObject({ standardError: null, t: null, pValue: null });
    expect([fit.residualVariance, fit.adjustedRSquared]).toEqual([null, null]);
  });

  it.each([1, 1e15, 1e-15, 1e150, 1e-170, 1e-300])(
    'known: column units of %d change neither intercept nor R squared',
    (unit) => {
      // y = 0.7 + 2.1 x: slope 21/10, R squared 44.1/46.
      const fit = ordinaryLeastSquares([1, 2, 4, 5].map((x) => [unit * x]), [3, 5, 8, 12]); // prettier-ignore
      expect(fit.rank).toBe(2);
      expect(fit.terms[0]?.coefficient).toBeCloseTo(0.7, 10);
      expect((fit.terms[1]?.coefficient ?? NaN) * unit).toBeCloseTo(2.1, 10);
      expect(fit.rSquared).toBeCloseTo(44.1 / 46, 10);
    },
  );

  it.each([1e-170, 1e150])('known: response units of %d change neither t nor R squared', (unit) => {
    const plain = ordinaryLeastSquares([[1], [2], [4], [5]], [3, 5, 8, 12]);
    const scaled = ordinaryLeastSquares([[1], [2], [4], [5]], [3 * unit, 5 * unit, 8 * unit, 12 * unit]);
    expect(scaled.rSquared).toBeCloseTo(plain.rSquared as number, 12);
    expect(scaled.terms[1]?.t).toBeCloseTo(plain.terms[1]?.t as number, 8);
    expect((scaled.terms[1]?.coefficient ?? NaN) / unit).toBeCloseTo(2.1, 10);
  });
});

describe('laws and bad input', () => {
  it('law: residuals are orthogonal to every column', () => {
    for (const given of reference.cases) {
      const design = designOf(given);
      const { residuals } = fitOf(given);
      for (let column = 0; column < (design[0]?.length ?? 0); column++) {
        const values = design.map((row) => row[column] as number);
        const product = values.reduce((sum, value, row) => sum + value * (residuals[row] as number), 0);
        const size = Math.hypot(...values) * Math.hypot(...given.response);
        expect(Math.abs(product)).toBeLessThanOrEqual(1e-9 * size + 1e-300);
      }
    }
  });

  it('law: column order does not change any coefficient, collinear or not', () => {
    const given = caseNamed('two one-hot');
    const turned = ordinaryLeastSquares(designOf(given).map((row) => row.toReversed()), given.response); // prettier-ignore
    const coefficients = turned.terms.slice(1).map(({ coefficient }) => coefficient);
    expectEqual(coefficients, given.coefficients.slice(1).toReversed(), 'coefficient');
  });

  it.each([
    ['no rows', [], [], {}],
    ['ragged rows', [[1, 2], [3]], [1, 2], {}],
    ['an infinite entry', [[1], [Infinity]], [1, 2], {}],
    ['a response that is not a number', [[1], [2]], [1, NaN], {}],
    ['too few responses', [[1], [2]], [1], {}],
    ['too few names', [[1, 2]], [1], { names: ['a'] }],
    ['no columns', [[]], [1], { intercept: false }],
    ['too few clusters', [[1], [2]], [1, 2], { clusters: ['a'] }],
    ['a misspelt option', [[1], [2]], [1, 2], { interceptt: false }],
  ])('behaviour: %s is an error', (_, design, response, options) => {
    expect(() => ordinaryLeastSquares(design, response, options as never)).toThrow(
      expect.objectContaining({ name: 'AgoraError' }),
    );
  });

  it('behaviour: with one cluster, there are no tests', () => {
    const { terms } = ordinaryLeastSquares([[1], [2], [4]], [1, 2, 3], { clusters: ['a', 'a', 'a'] });
    expect(terms.map(({ standardError, pValue }) => [standardError, pValue])).toEqual([[null, null], [null, null]]); // prettier-ignore
  });
});
