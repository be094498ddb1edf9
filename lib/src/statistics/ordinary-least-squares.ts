import { checkResponse, designMatrix, type Design, type DesignMatrix } from './design-matrix';
import { dot } from './dot-products';
import { residualsOf, type Moments } from './products';
import { pseudoInverse } from './pseudo-inverse';
import { twoSidedP } from './two-sided-p';

export interface RegressionOptions {
  /** Puts a column of ones first, named "intercept". Default true. */
  readonly intercept?: boolean;
  /** One a column, the intercept not among them. Default x1, x2, and so on. */
  readonly names?: readonly string[];
}

/** One regressor of a fitted model. */
export interface RegressionTerm {
  readonly name: string;
  readonly coefficient: number;
  /** Null without residual degrees of freedom. */
  readonly standardError: number | null;
  /** Coefficient over standard error; null where that is undefined, or the fit is exact. */
  readonly t: number | null;
  /** Two-sided, by Student's t with the residual degrees of freedom; null where t is. */
  readonly pValue: number | null;
}

export interface Regression {
  /** In the order of the columns, the intercept first. */
  readonly terms: readonly RegressionTerm[];
  readonly observations: number;
  readonly rank: number;
  /** Observations less rank. */
  readonly degreesOfFreedom: number;
  /** Residual sum of squares over degrees of freedom; null when there are none. */
  readonly residualVariance: number | null;
  /**
   * About the mean when the regressors can make a constant, about zero otherwise (as statsmodels has it).
   * Null for a response without variation.
   */
  readonly rSquared: number | null;
  readonly residuals: readonly number[];
}

/** Residuals this small beside the response are what rounding leaves of an exact fit. */
const exact = 1e-13;

/**
 * Ordinary least squares by the Moore-Penrose inverse, so that collinear columns share their effect in the way
 * that makes the coefficients smallest (they are not unique then; fitted values are). A column of zeros gets
 * coefficient 0 without a test. Covariance: residual variance x (X'X)+. Source: statsmodels, OLS(method="pinv").
 * Departure: where statsmodels divides rounding noise by rounding noise, or by zero, the value here is null.
 * @param design - observations x regressors; or, for one-hot and multi-hot designs, column numbers in each row
 * @throws AgoraError 'invalid-regression' for no rows, ragged rows, entries that are not finite, lengths that do not fit
 */
export function ordinaryLeastSquares(
  design: Design,
  response: ArrayLike<number>,
  options: RegressionOptions = {},
): Regression {
  const { intercept = true } = options;
  const matrix = designMatrix(design, intercept, options.names);
  return fitLeastSquares(matrix, checkResponse(response, matrix.rows), intercept);
}

/**
 * The same for regressors and responses that are checked already.
 * @param intercept - whether a column of ones is among the regressors
 * @param moments - X'X and X'y, if known; null if the design holds other than small whole numbers
 */
export function fitLeastSquares(
  matrix: DesignMatrix,
  y: Float64Array,
  intercept: boolean,
  moments?: Moments | null,
): Regression {
  const { rows, names } = matrix;
  const inverse = pseudoInverse(matrix, moments && moments.products);
  const coefficients = inverse.coefficients(y, moments?.withResponse);
  const residuals = residualsOf(matrix, coefficients, y);
  const unexplained = sumOfSquares(residuals);
  const isExact = unexplained <= exact ** 2 * sumOfSquares(y);
  const degreesOfFreedom = rows - inverse.rank;
  const residualVariance = degreesOfFreedom > 0 ? (isExact ? 0 : unexplained / degreesOfFreedom) : null;
  const centred = intercept || makesConstant(matrix, (ones) => inverse.coefficients(ones));
  return {
    terms: names.map((name, column) =>
      test(name, coefficients[column]!, inverse.varianceFactors[column]!, residualVariance, degreesOfFreedom),
    ),
    observations: rows,
    rank: inverse.rank,
    degreesOfFreedom,
    residualVariance,
    rSquared: explained(y, isExact ? 0 : unexplained, centred),
    residuals: toNumbers(residuals),
  };
}

function test(
  name: string,
  coefficient: number,
  varianceFactor: number,
  residualVariance: number | null,
  degreesOfFreedom: number,
): RegressionTerm {
  const standardError = residualVariance === null ? null : Math.sqrt(residualVariance * varianceFactor);
  if (standardError === null || standardError === 0)
    return { name, coefficient, standardError, t: null, pValue: null };
  const t = coefficient / standardError;
  return { name, coefficient, standardError, t, pValue: twoSidedP(t, degreesOfFreedom) };
}

/** The share of the response's variation that is not left in the residuals. */
function explained(y: Float64Array, unexplained: number, centred: boolean): number | null {
  let centre = 0;
  if (centred) for (const value of y) centre += value / y.length;
  let total = 0;
  for (const value of y) total += (value - centre) ** 2;
  return total <= exact ** 2 * sumOfSquares(y) ? null : 1 - unexplained / total;
}

/** Whether some combination of the columns is the same for every observation. */
function makesConstant(
  design: DesignMatrix,
  coefficientsFor: (response: Float64Array) => Float64Array,
): boolean {
  const ones = new Float64Array(design.rows).fill(1);
  return sumOfSquares(residualsOf(design, coefficientsFor(ones), ones)) <= 1e-16 * design.rows;
}

/** Array.from, but faster: it takes no iterator. */
function toNumbers(values: Float64Array): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < values.length; at++) numbers.push(values[at]!);
  return numbers;
}

function sumOfSquares(values: Float64Array): number {
  return dot(values, 0, values, 0, values.length);
}
