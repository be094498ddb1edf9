import cdf from '@stdlib/stats-base-dists-t-cdf';
import { z } from 'zod';
import { check, flag, listOf, object, settings, text } from 'agora-voting/internal';
import { designMatrix, invalid, type Design } from './design-matrix';
import { clustersGiven, membersOf, type Clusters } from './estimate';
import { dot, pseudoInverse } from './pseudo-inverse';

export interface RegressionOptions {
  /** Puts a column of ones first, named "intercept". Default true. */
  readonly intercept?: boolean;
  /** One name for each column, without the intercept. Default x1, x2, and so on. */
  readonly names?: readonly string[];
  /**
   * The cluster of each row. Standard errors are then cluster-robust, with the correction G / (G - 1) x (n - 1) / (n -
   * rank), and tests have G - 1 degrees of freedom. Source: Cameron and Miller (2015).
   */
  readonly clusters?: Clusters;
}

/** One regressor of a fitted model. */
export interface RegressionTerm {
  readonly name: string;
  readonly coefficient: number;
  /** Null without residual degrees of freedom. */
  readonly standardError: number | null;
  /** Coefficient divided by standard error; null if that is undefined or the fit is exact. */
  readonly t: number | null;
  /** Two-sided, by Student's t with the residual degrees of freedom; null if t is null. */
  readonly pValue: number | null;
}

export interface Regression {
  /** In the order of the columns, the intercept first. */
  readonly terms: readonly RegressionTerm[];
  readonly observations: number;
  readonly rank: number;
  /** Observations minus rank. */
  readonly degreesOfFreedom: number;
  /** Residual sum of squares over degrees of freedom; null when there are none. */
  readonly residualVariance: number | null;
  /**
   * About the mean if the regressors span a constant, about zero otherwise (as in statsmodels). Null for a response
   * without variation.
   */
  readonly rSquared: number | null;
  readonly residuals: readonly number[];
}

/** Residuals this small beside the response are what rounding leaves of an exact fit. */
const exact = 1e-13;

/**
 * Ordinary least squares by the Moore-Penrose inverse. For collinear columns, whose coefficients are not unique, it
 * gives the coefficients with the smallest sum of squares. A column of zeros gets coefficient 0 without a test.
 * Covariance: residual variance x (X'X)+. Source: statsmodels, OLS(method="pinv"). Deviation: if statsmodels divides
 * rounding noise by rounding noise, or by zero, the value here is null.
 *
 * ml-regression's multivariate fit is not used, since it ignores the rank: it divides by observations minus columns,
 * and inverts rounding noise if columns are collinear. The singular values come from ml-matrix.
 * @param design - observations x regressors; or, for one-hot and multi-hot designs, column numbers in each row
 * @throws AgoraError 'invalid-regression' for no rows, ragged rows, entries that are not finite, lengths that do not
 * fit
 * @example
 * const { terms } = statistics.ordinaryLeastSquares([[1], [2], [4]], [3, 5, 9]);
 * terms.map(({ name, coefficient }) => `${name} ${coefficient.toFixed(2)}`); // => ['intercept 1.00', 'x1 2.00']
 */
export function ordinaryLeastSquares(
  design: Design,
  response: ArrayLike<number>,
  options: RegressionOptions = {},
): Regression {
  check('ordinaryLeastSquares', regressionArguments, { design, response, options });
  const { intercept = true } = options;
  const rows = designMatrix(design, intercept);
  const names = namesOf(rows[0]!.length, intercept, options.names);
  const y = checkedResponse(response, rows.length);
  const inverse = pseudoInverse(rows);
  const coefficients = inverse.coefficients(y);
  const residuals = residualsOf(rows, coefficients, y);
  const unexplained = dot(residuals, residuals);
  const isExact = unexplained <= exact ** 2 * dot(y, y);
  const degreesOfFreedom = rows.length - inverse.rank;
  const residualVariance = degreesOfFreedom > 0 ? (isExact ? 0 : unexplained / degreesOfFreedom) : null;
  const makesConstant = (): boolean => {
    const ones = new Float64Array(rows.length).fill(1);
    const rest = residualsOf(rows, inverse.coefficients(ones), ones);
    return dot(rest, rest) <= 1e-16 * rows.length;
  };
  const robust = options.clusters && clusterErrors(inverse, residuals, options.clusters);
  const errorOf = (column: number): number | null =>
    robust
      ? robust.standardErrors[column]!
      : residualVariance === null
        ? null
        : Math.sqrt(residualVariance * inverse.varianceFactors[column]!);
  const freedom = robust?.degreesOfFreedom ?? degreesOfFreedom;
  return {
    terms: names.map((name, column) => test(name, coefficients[column]!, errorOf(column), freedom)),
    observations: rows.length,
    rank: inverse.rank,
    degreesOfFreedom,
    residualVariance,
    rSquared: explained(y, isExact ? 0 : unexplained, intercept || makesConstant()),
    residuals: [...residuals],
  };
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

const lists = z.custom((value) => Array.isArray(value) && value.every(isList), {
  error: 'rows of numbers, or { columns, rows }',
});

const regressionArguments = object('arguments', {
  design: z.union([lists, z.object({ columns: z.int().min(0), rows: lists })], {
    error: 'rows of numbers, or { columns, rows } with column numbers',
  }),
  response: z.custom(isList, { error: 'a list of numbers' }),
  options: settings({
    intercept: flag.optional(),
    names: listOf('names', text()).optional(),
    clusters: clustersGiven.optional(),
  }),
});

function namesOf(columns: number, intercept: boolean, given?: readonly string[]): readonly string[] {
  const width = intercept ? columns - 1 : columns;
  if (given !== undefined && given.length !== width)
    throw invalid(`${width} columns need ${width} names, got ${given.length}`);
  const names = given ?? Array.from({ length: width }, (_, column) => `x${column + 1}`);
  return intercept ? ['intercept', ...names] : names;
}

function checkedResponse(response: ArrayLike<number>, rows: number): Float64Array {
  if (response.length !== rows) throw invalid(`${rows} rows need ${rows} responses, got ${response.length}`);
  return Float64Array.from(response, (value, place) => {
    if (Number.isFinite(value)) return value;
    throw invalid(`response ${place} is ${value}: every response must be a finite number`);
  });
}

/** y - X b. */
const residualsOf = (
  rows: readonly Float64Array[],
  coefficients: Float64Array,
  y: Float64Array,
): Float64Array => y.map((value, place) => value - dot(rows[place]!, coefficients));

/** The sandwich: X+ of each cluster's own residuals, squared and summed; null with one cluster. */
function clusterErrors(
  inverse: ReturnType<typeof pseudoInverse>,
  residuals: Float64Array,
  clusters: Clusters,
): { readonly standardErrors: readonly (number | null)[]; readonly degreesOfFreedom: number } {
  const members = membersOf('ordinaryLeastSquares', clusters, residuals.length);
  const [n, groups] = [residuals.length, members.length];
  const squares = new Float64Array(inverse.varianceFactors.length);
  for (const places of members) {
    const own = new Float64Array(n);
    for (const place of places) own[place] = residuals[place]!;
    inverse.coefficients(own).forEach((score, column) => (squares[column]! += score ** 2));
  }
  const correction = (groups / (groups - 1)) * ((n - 1) / (n - inverse.rank));
  const isDefined = groups > 1 && n > inverse.rank;
  return {
    standardErrors: [...squares].map((square) => (isDefined ? Math.sqrt(square * correction) : null)),
    degreesOfFreedom: groups - 1,
  };
}

function test(
  name: string,
  coefficient: number,
  standardError: number | null,
  degreesOfFreedom: number,
): RegressionTerm {
  if (standardError === null || standardError === 0)
    return { name, coefficient, standardError, t: null, pValue: null };
  const t = coefficient / standardError;
  // Twice the lower tail, since one minus the upper one would lose every digit below 1e-16.
  const pValue = Math.min(1, 2 * cdf(-Math.abs(t), degreesOfFreedom));
  return { name, coefficient, standardError, t, pValue };
}

/** The share of the response's variation that is not left in the residuals. */
function explained(y: Float64Array, unexplained: number, centred: boolean): number | null {
  const centre = centred ? y.reduce((sum, value) => sum + value / y.length, 0) : 0;
  const total = y.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return total <= exact ** 2 * dot(y, y) ? null : 1 - unexplained / total;
}
