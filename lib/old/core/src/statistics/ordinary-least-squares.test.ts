import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { linearRegression } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { designMatrix } from './design-matrix';
import { byProducts, bySingularValues } from './pseudo-inverse';
import { ordinaryLeastSquares } from './index';

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
  readFileSync(join(__dirname, 'testing/least-squares-reference.json'), 'utf8'),
) as {
  readonly versions: Record<string, string>;
  readonly cases: readonly Case[];
  readonly veryBadlyScaled: Pick<Case, 'response' | 'coefficients' | 'standardErrors'> & {
    readonly design: readonly (readonly number[])[];
    readonly largestErrorOfStatsmodels: number;
  };
};

const designOf = ({ design }: Case): number[][] => design.map((row) => Array.from(row, Number));
const fitOf = (given: Case) =>
  ordinaryLeastSquares(designOf(given), given.response, { intercept: given.intercept });

/** Equal to 1e-8, relative to the largest of its kind in the model. */
function expectEqual(ours: readonly (number | null)[], theirs: readonly (number | null)[], what: string) {
  const scale = Math.max(...theirs.map((value) => Math.abs(value ?? 0)));
  theirs.forEach((value, place) => {
    if (value === null) expect(ours[place], `${what} ${place}`).toBeNull();
    else expect(Math.abs((ours[place] ?? NaN) - value), `${what} ${place}`).toBeLessThanOrEqual(1e-8 * scale);
  });
}

/** Where statsmodels reports rounding noise over rounding noise, so that only some of its numbers mean anything. */
const noise: Readonly<Record<string, 'no test' | 'zero columns'>> = {
  'constant response': 'no test',
  'a column of zeros': 'zero columns',
  'a column of zeros among zeros and ones': 'zero columns',
  'multi-hot 700 x 121, rank short': 'zero columns',
};

describe('ordinaryLeastSquares beside statsmodels', () => {
  for (const given of reference.cases)
    it(`reference: ${given.name} (statsmodels ${reference.versions['statsmodels']})`, () => {
      const fit = fitOf(given);
      const kind = noise[given.name];
      expect([fit.rank, fit.degreesOfFreedom]).toEqual([given.rank, given.degreesOfFreedom]);
      expectEqual(
        fit.terms.map(({ coefficient }) => coefficient),
        given.coefficients,
        'coefficient',
      );
      if (kind === 'no test') return;
      const tested = fit.terms.map(({ standardError }) => kind === undefined || (standardError ?? 0) > 1e-12);
      const only = <T>(values: readonly T[]) => values.filter((_, place) => tested[place]);
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

  it('reference: p-values agree to 1e-6 of themselves far out in the tail', () => {
    const given = reference.cases.find(({ name }) => name.includes('far tail')) as Case;
    const smallest = Math.min(...given.pValues.map((p) => p ?? 1));
    expect(smallest).toBeLessThan(1e-60);
    // A p-value of 1e-90 has lost digits to t, whose error its exponent multiplies by the degrees of freedom.
    fitOf(given).terms.forEach(({ pValue }, place) =>
      expect((pValue as number) / (given.pValues[place] as number)).toBeCloseTo(1, 6),
    );
  });

  it('reference: rational arithmetic, for columns scaled over ten orders of magnitude', () => {
    const { design, response, coefficients, standardErrors, largestErrorOfStatsmodels } =
      reference.veryBadlyScaled;
    const { terms } = ordinaryLeastSquares(design, response);
    terms.forEach(({ coefficient, standardError }, place) => {
      expect(coefficient / (coefficients[place] as number)).toBeCloseTo(1, 11);
      expect((standardError as number) / (standardErrors[place] as number)).toBeCloseTo(1, 11);
    });
    // Why this case is not measured against statsmodels to 1e-8: it solves the columns as they come.
    expect(largestErrorOfStatsmodels).toBeGreaterThan(1e-8);
  });

  it('reference: one regressor, beside simple-statistics', () => {
    const points: [number, number][] = [0, 1, 2, 5, 9].map((x) => [x, 3 * x + Math.sin(x)]);
    const { m, b } = linearRegression(points);
    const { terms } = ordinaryLeastSquares(
      points.map(([x]) => [x]),
      points.map(([, y]) => y),
    );
    expect(terms.map(({ name }) => name)).toEqual(['intercept', 'x1']);
    expect(terms[0]?.coefficient).toBeCloseTo(b, 12);
    expect(terms[1]?.coefficient).toBeCloseTo(m, 12);
  });
});

describe('ordinaryLeastSquares by hand', () => {
  it('known: a one-hot factor with all levels and an intercept shares the mean out', () => {
    // Level means 1 and 4. Minimum norm: intercept b0 = b1 + b2 and b0 + b1 = 1, b0 + b2 = 4: 5/3, -2/3, 7/3.
    const design = [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ];
    const fit = ordinaryLeastSquares(design, [0, 2, 3, 5], { names: ['a', 'b'] });
    expect(fit.rank).toBe(2);
    [5 / 3, -2 / 3, 7 / 3].forEach((value, place) =>
      expect(fit.terms[place]?.coefficient).toBeCloseTo(value, 12),
    );
    // Residuals -1, 1, -1, 1 over 4 - 2 degrees of freedom; 4 of 14 (9 + 1 ... about the mean 2.5: 13) are left.
    expect(fit.residualVariance).toBeCloseTo(2, 12);
    expect(fit.rSquared).toBeCloseTo(1 - 4 / 13, 12);
  });

  it('known: nothing but an intercept is the mean, its error s over the root of n', () => {
    const fit = ordinaryLeastSquares([[], [], []], [1, 2, 6]);
    expect(fit.terms[0]?.coefficient).toBeCloseTo(3, 12);
    expect(fit.terms[0]?.standardError).toBeCloseTo(Math.sqrt(7 / 3), 12); // s^2 = (4 + 1 + 9) / 2
    expect(fit.rSquared).toBeCloseTo(0, 12);
  });

  it('known: a constant response leaves nothing to explain and nothing to test', () => {
    const fit = ordinaryLeastSquares([[1], [2], [4]], [0.1, 0.1, 0.1]);
    expect(fit.rSquared).toBeNull();
    expect(fit.residualVariance).toBe(0);
    expect(fit.terms.map(({ t, pValue }) => [t, pValue])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('known: a design of zeros has rank 0 and explains nothing', () => {
    const fit = ordinaryLeastSquares([[0], [0]], [1, 3], { intercept: false });
    expect([fit.rank, fit.degreesOfFreedom, fit.rSquared]).toEqual([0, 2, 0]);
    expect(fit.terms).toEqual([{ name: 'x1', coefficient: 0, standardError: 0, t: null, pValue: null }]);
  });

  it('known: without residual degrees of freedom there are coefficients and no errors', () => {
    const fit = ordinaryLeastSquares([[1.5], [2.5]], [1, 2]);
    expect(fit.terms[1]?.coefficient).toBeCloseTo(1, 12);
    expect(fit.terms[1]).toMatchObject({ standardError: null, t: null, pValue: null });
    expect(fit.residualVariance).toBeNull();
  });
});

const hotRows = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 12 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

describe('ordinaryLeastSquares: laws', () => {
  it('law: residuals are orthogonal to every regressor', () => {
    for (const given of reference.cases) {
      const design = designOf(given);
      const { residuals } = fitOf(given);
      const size = (values: readonly number[]) => Math.hypot(...values);
      for (let column = 0; column < (design[0]?.length ?? 0); column++) {
        const regressor = design.map((row) => row[column] as number);
        const product = regressor.reduce((sum, value, row) => sum + value * (residuals[row] as number), 0);
        expect(Math.abs(product)).toBeLessThanOrEqual(1e-9 * size(regressor) * size(given.response) + 1e-300);
      }
    }
  });

  it('law: shifting the response of a full-rank model moves its intercept only', () => {
    const given = reference.cases[0] as Case;
    const before = fitOf(given);
    const after = ordinaryLeastSquares(
      designOf(given),
      given.response.map((value) => value + 5),
    );
    after.terms.forEach(({ coefficient, standardError }, place) => {
      expect(coefficient).toBeCloseTo((before.terms[place]?.coefficient ?? NaN) + (place === 0 ? 5 : 0), 10);
      expect(standardError).toBeCloseTo(before.terms[place]?.standardError ?? NaN, 10);
    });
  });

  it('law: on designs of zeros and ones products and singular values give the same', () => {
    let taken = 0;
    fc.assert(
      fc.property(hotRows, (design) => {
        const matrix = designMatrix(design, false);
        const y = Float64Array.from(design, (_, row) => Math.sin(3 * row + 1));
        const fast = byProducts(matrix);
        if (fast === null) return;
        taken++;
        const slow = bySingularValues(matrix);
        expect(fast.rank).toBe(slow.rank);
        expectEqual([...fast.coefficients(y)], [...slow.coefficients(y)], 'coefficient');
        expectEqual([...fast.varianceFactors], [...slow.varianceFactors], 'variance factor');
      }),
      { numRuns: 300, seed: 5 },
    );
    expect(taken).toBeGreaterThan(250);
  });

  it('law: rows of column numbers are rows of counts', () => {
    const response = [1, 3, 2, 5];
    const short = ordinaryLeastSquares({ columns: 3, rows: [[0], [1, 1], [], [2, 0]] }, response);
    const long = ordinaryLeastSquares(
      [
        [1, 0, 0],
        [0, 2, 0],
        [0, 0, 0],
        [1, 0, 1],
      ],
      response,
    );
    expect(short).toEqual(long);
    expect(short.terms[2]?.coefficient).toBeCloseTo(0.5, 12); // (3 - 2) / 2, row 3 being the intercept alone
  });

  it('law: the order of the columns changes no coefficient, collinear or not', () => {
    const given = reference.cases.find(({ name }) => name.startsWith('two one-hot')) as Case;
    const turned = ordinaryLeastSquares(
      designOf(given).map((row) => row.toReversed()),
      given.response,
    );
    expectEqual(
      turned.terms.slice(1).map(({ coefficient }) => coefficient),
      given.coefficients.slice(1).toReversed(),
      'coefficient',
    );
  });
});

describe('ordinaryLeastSquares: bad input', () => {
  const refused: readonly [string, () => unknown, RegExp][] = [
    ['no rows', () => ordinaryLeastSquares([], []), /at least one row, got none/],
    [
      'ragged rows',
      () => ordinaryLeastSquares([[1, 2], [3]], [1, 2]),
      /row 1 has 1 entries where row 0 has 2/,
    ],
    [
      'an infinite entry',
      () => ordinaryLeastSquares([[1], [Infinity]], [1, 2]),
      /row 1, column 0 is Infinity/,
    ],
    ['a response that is no number', () => ordinaryLeastSquares([[1], [2]], [1, NaN]), /response 1 is NaN/],
    ['too few responses', () => ordinaryLeastSquares([[1], [2]], [1]), /2 rows need 2 responses, got 1/],
    [
      'too few names',
      () => ordinaryLeastSquares([[1, 2]], [1], { names: ['a'] }),
      /2 columns need 2 names, got 1/,
    ],
    ['no columns', () => ordinaryLeastSquares([[]], [1], { intercept: false }), /needs a column, got none/],
  ];
  for (const [what, act, message] of refused)
    it(`contract: ${what}`, () => {
      expect(act).toThrow(expect.objectContaining({ code: 'invalid-regression' }));
      expect(act).toThrow(message);
    });

  it('contract: column numbers that are none', () => {
    for (const column of [2, -1, 0.5, NaN])
      expect(() => ordinaryLeastSquares({ columns: 2, rows: [[0], [column]] }, [1, 2])).toThrow(
        `row 1 names column ${column}: column numbers are whole, from 0 to 1`,
      );
  });

  it.each([
    [undefined, [1], {}, 'rows of numbers, or { columns, rows } with column numbers as design, got nothing'],
    [
      [1, 2],
      [1, 2],
      {},
      'rows of numbers, or { columns, rows } with column numbers as design, got a list of 2',
    ],
    [[[1]], 'nope', {}, 'a list of numbers as response, got "nope"'],
    [[[1]], [1], { intercept: 'no' }, 'true or false as intercept, got "no"'],
  ])('contract: %j on %j with %j is turned away by name', (design, response, options, message) => {
    expect(() => ordinaryLeastSquares(design as never, response as never, options as never)).toThrow(
      expect.objectContaining({ code: 'setting', message: `ordinaryLeastSquares needs ${message}` }),
    );
  });

  it('contract: frozen input survives', () => {
    const design = Object.freeze([Object.freeze([1]), Object.freeze([2]), Object.freeze([4])]);
    const response = Object.freeze([1, 2, 3]);
    expect(ordinaryLeastSquares(design, response).observations).toBe(3);
  });
});
