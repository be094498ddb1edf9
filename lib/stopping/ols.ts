import tDistribution from '@stdlib/stats-base-dists-t-cdf';
import { Matrix, QrDecomposition, SingularValueDecomposition } from 'ml-matrix';
import { AgoraError, knownOptions } from '../error';
import { lengthOf } from '../language/information-distance';

export interface RegressionOptions {
  /** Whether to add a constant as the first term, named "intercept". Default: true. */
  readonly intercept?: boolean;
  /** One name per column. Default: x1, x2, and so on. */
  readonly names?: readonly string[];
  /**
   * One cluster label per row, such as the row's case. If labels are given, standard errors are cluster-robust. For n
   * rows in G clusters, the small-sample factor is G / (G - 1) × (n - 1) / (n - rank), and tests have G - 1 degrees of
   * freedom (Cameron and Miller, 2015).
   */
  readonly clusters?: readonly (string | number)[];
}

export interface RegressionTerm {
  readonly name: string;
  readonly coefficient: number;
  /** Null if no residual degrees of freedom remain. */
  readonly standardError: number | null;
  /** Null if the standard error is null or zero. */
  readonly t: number | null;
  /** Two-sided p-value from Student's t. Null if t is null. */
  readonly pValue: number | null;
}

export interface Regression {
  /** The intercept (if any), then the columns in order. */
  readonly terms: readonly RegressionTerm[];
  readonly observations: number;
  readonly rank: number;
  /** Observations minus rank. */
  readonly degreesOfFreedom: number;
  /** Null if no residual degrees of freedom remain. */
  readonly residualVariance: number | null;
  /**
   * R squared. Deviations are measured from the mean if some linear combination of the columns (including the
   * intercept) is constant, and from zero otherwise. Null if the response has no deviations.
   */
  readonly rSquared: number | null;
  /** Null if no residual degrees of freedom remain. */
  readonly adjustedRSquared: number | null;
  readonly residuals: readonly number[];
}

/**
 * If the size of the residuals relative to the response is at most this value, the fit counts as exact, and the
 * residuals count as rounding errors.
 */
const exactFit = 1e-13;

/**
 * Fits a regression by ordinary least squares. If columns are collinear, the coefficients are not unique. In this case,
 * the function returns the coefficients whose sum of squares is smallest, so a column of zeros gets coefficient 0.
 * statsmodels does the same with its default method, the pseudo-inverse. Where statsmodels would divide one rounding
 * error by another, this function returns null instead.
 *
 * The columns and the response are first scaled to about unit length, so their units affect neither rank nor accuracy.
 */
export function ordinaryLeastSquares(
  design: readonly (readonly number[])[],
  response: readonly number[],
  options: RegressionOptions = {},
): Regression {
  knownOptions('ordinaryLeastSquares', options, ['intercept', 'names', 'clusters']);
  const { intercept = true, clusters } = options;
  const rows = checkedRows(design, intercept);
  const names = namesOf(rows, intercept, options.names);
  if (response.length !== rows.length)
    throw new AgoraError(
      `A regression needs one response per row: expected ${rows.length}, got ${response.length}.`,
    );
  response.forEach((value, row) => {
    if (!Number.isFinite(value))
      throw new AgoraError(`The response in row ${row + 1} is ${value}, which is not a finite number.`);
  });

  const unit = powerOfTwoNear(lengthOf(response));
  const y = response.map((value) => value / unit);
  const solution = solve(rows, y);
  const { coefficients } = solution;
  const residuals = residualsOf(rows, coefficients, y);
  const isExact = lengthOf(residuals) <= exactFit * lengthOf(y);
  const unexplained = isExact ? 0 : dot(residuals, residuals);
  const degreesOfFreedom = rows.length - solution.rank;
  const residualVariance = degreesOfFreedom > 0 ? unexplained / degreesOfFreedom : null;

  let standardErrors: (number | null)[];
  let testFreedom = degreesOfFreedom;
  if (clusters === undefined)
    standardErrors = solution.errors.map((error) =>
      residualVariance === null ? null : Math.sqrt(residualVariance) * error,
    );
  else {
    const robust = clusterRobust(solution, residuals, clusters);
    standardErrors = robust.standardErrors;
    testFreedom = robust.degreesOfFreedom;
  }

  const isCentred = intercept || spansConstant(rows, solution);
  const rSquared = explainedShare(y, unexplained, isCentred);
  return {
    terms: names.map((name, column) =>
      termOf(
        name,
        coefficients[column] as number,
        standardErrors[column] as number | null,
        testFreedom,
        unit,
      ),
    ),
    observations: rows.length,
    rank: solution.rank,
    degreesOfFreedom,
    residualVariance: residualVariance === null ? null : residualVariance * unit * unit,
    rSquared,
    adjustedRSquared:
      rSquared === null || degreesOfFreedom === 0
        ? null
        : 1 - (1 - rSquared) * ((rows.length - (isCentred ? 1 : 0)) / degreesOfFreedom),
    residuals: residuals.map((value) => value * unit),
  };
}

function termOf(
  name: string,
  coefficient: number,
  standardError: number | null,
  degreesOfFreedom: number,
  unit: number,
): RegressionTerm {
  const scaled = {
    name,
    coefficient: coefficient * unit,
    standardError: standardError && standardError * unit,
  };
  if (standardError === null || standardError === 0) return { ...scaled, t: null, pValue: null };
  const t = coefficient / standardError;
  // Use twice the lower tail: one minus the upper tail loses all digits of a p-value below 1e-16.
  return { ...scaled, t, pValue: Math.min(1, 2 * tDistribution(-Math.abs(t), degreesOfFreedom)) };
}

/** The Moore-Penrose inverse X+ of a design X, and the coefficients X+ y. */
interface Solution {
  readonly rank: number;
  readonly coefficients: readonly number[];
  /** Each coefficient's standard error, in units of the residual standard deviation. */
  readonly errors: readonly number[];
  /** Multiplies X+ by another response. */
  times(response: readonly number[]): number[];
}

/**
 * Solves the least-squares problem. With column scales D, the singular value decomposition X D = U S V' gives the
 * matrix D V S^-1 U'. The product of this matrix and a response is a least-squares solution. Projecting this solution
 * onto the row space of X, which D^-1 V spans, gives the shortest solution.
 */
function solve(rows: readonly (readonly number[])[], y: readonly number[]): Solution {
  const columns = (rows[0] as readonly number[]).length;
  const scales = Array.from({ length: columns }, (_, column) =>
    powerOfTwoNear(lengthOf(rows.map((row) => row[column] as number))),
  );
  const scaled = rows.map((row) => row.map((entry, column) => entry / (scales[column] as number)));
  const { design, response } = triangular(scaled, y);
  const svd = new SingularValueDecomposition(design, { autoTranspose: true });
  const tolerance = Math.max(...svd.diagonal) * Math.min(rows.length, columns) * Number.EPSILON;
  const kept: number[] = [];
  svd.diagonal.forEach((value, place) => {
    if (value > tolerance) kept.push(place);
  });
  const rank = kept.length;
  const zeros = scales.map(() => 0);
  if (rank === 0) return { rank, coefficients: zeros, errors: zeros, times: () => zeros };

  const rightVectors = svd.rightSingularVectors.subMatrixColumn(kept);
  const inverted = rightVectors.clone();
  for (const [column, scale] of scales.entries()) inverted.mulRow(column, 1 / scale);
  for (const [place, value] of kept.entries()) inverted.mulColumn(place, 1 / (svd.diagonal[value] as number));
  const root = rank === columns ? inverted : projectOntoRows(rightVectors, scales).mmul(inverted);
  const shares = svd.leftSingularVectors.subMatrixColumn(kept).transpose().mmul(response);
  return {
    rank,
    coefficients: root.mmul(shares).to1DArray(),
    errors: root.to2DArray().map(lengthOf),
    // X+ = (X'X)+ X', and the root times its transpose is (X'X)+.
    times: (other) => {
      const products = zeros.map((_, column) => {
        let sum = 0;
        for (const [place, row] of rows.entries()) sum += (row[column] as number) * (other[place] as number);
        return sum;
      });
      return root.mmul(root.transpose().mmul(Matrix.columnVector(products))).to1DArray();
    },
  };
}

/**
 * Rotates a tall design and its response so that the design becomes triangular. The triangular design is several times
 * faster to decompose.
 */
function triangular(rows: readonly number[][], y: readonly number[]): { design: Matrix; response: Matrix } {
  const columns = (rows[0] as number[]).length;
  if (rows.length <= columns) return { design: new Matrix([...rows]), response: Matrix.columnVector([...y]) };
  const both = new Matrix(rows.map((row, place) => [...row, y[place] as number]));
  const triangle = new QrDecomposition(both).upperTriangularMatrix;
  return {
    design: triangle.subMatrix(0, columns - 1, 0, columns - 1),
    response: triangle.subMatrix(0, columns - 1, columns, columns),
  };
}

/** Returns the projection matrix onto the row space of X. */
function projectOntoRows(rightVectors: Matrix, scales: readonly number[]): Matrix {
  const spanning = rightVectors.clone();
  for (let column = 0; column < scales.length; column++) spanning.mulRow(column, scales[column] as number);
  const basis = new QrDecomposition(spanning).orthogonalMatrix;
  return basis.mmul(basis.transpose());
}

/**
 * Computes standard errors with the sandwich estimator: multiplies X+ by each cluster's residuals, then squares the
 * products and sums the squares.
 */
function clusterRobust(
  solution: Solution,
  residuals: readonly number[],
  clusters: readonly (string | number)[],
): { standardErrors: (number | null)[]; degreesOfFreedom: number } {
  const n = residuals.length;
  if (clusters.length !== n)
    throw new AgoraError(
      `A regression needs one cluster label per row: expected ${n}, got ${clusters.length}.`,
    );
  const distinct = new Set(clusters);
  const groups = distinct.size;
  if (groups < 2 || n <= solution.rank)
    return { standardErrors: solution.errors.map(() => null), degreesOfFreedom: groups - 1 };
  const squares = solution.errors.map(() => 0);
  for (const cluster of distinct) {
    const own = residuals.map((value, row) => (clusters[row] === cluster ? value : 0));
    solution
      .times(own)
      .forEach((share, column) => (squares[column] = (squares[column] as number) + share ** 2));
  }
  const factor = (groups / (groups - 1)) * ((n - 1) / (n - solution.rank));
  return {
    standardErrors: squares.map((square) => Math.sqrt(square * factor)),
    degreesOfFreedom: groups - 1,
  };
}

/**
 * Returns whether some linear combination of the columns is constant. For example, the one-hot columns for all levels
 * of a factor sum to 1.
 */
function spansConstant(rows: readonly (readonly number[])[], solution: Solution): boolean {
  const ones = rows.map(() => 1);
  return lengthOf(residualsOf(rows, solution.times(ones), ones)) <= 1e-8 * Math.sqrt(rows.length);
}

function explainedShare(y: readonly number[], unexplained: number, isCentred: boolean): number | null {
  let mean = 0;
  if (isCentred) for (const value of y) mean += value / y.length;
  const deviations = y.map((value) => value - mean);
  return lengthOf(deviations) <= exactFit * lengthOf(y)
    ? null
    : 1 - unexplained / dot(deviations, deviations);
}

function checkedRows(design: readonly (readonly number[])[], intercept: boolean): number[][] {
  if (design.length === 0) throw new AgoraError('The regression has no rows. Add at least one row.');
  const width = (design[0] as readonly number[]).length;
  if (width === 0 && !intercept)
    throw new AgoraError('The regression has neither an intercept nor columns. Add a column.');
  return design.map((given, place) => {
    if (given.length !== width)
      throw new AgoraError(
        `Row ${place + 1} has ${given.length} columns, but row 1 has ${width}. All rows must have the same length.`,
      );
    given.forEach((entry, column) => {
      if (!Number.isFinite(entry))
        throw new AgoraError(
          `Row ${place + 1}, column ${column + 1} is ${entry}, which is not a finite number.`,
        );
    });
    return intercept ? [1, ...given] : [...given];
  });
}

function namesOf(
  rows: readonly number[][],
  intercept: boolean,
  given?: readonly string[],
): readonly string[] {
  const width = (rows[0] as number[]).length - (intercept ? 1 : 0);
  if (given !== undefined && given.length !== width)
    throw new AgoraError(`A regression needs one name per column: expected ${width}, got ${given.length}.`);
  const names = given ?? Array.from({ length: width }, (_, column) => `x${column + 1}`);
  return intercept ? ['intercept', ...names] : names;
}

const residualsOf = (
  rows: readonly (readonly number[])[],
  coefficients: readonly number[],
  y: readonly number[],
): number[] => y.map((value, row) => value - dot(rows[row] as readonly number[], coefficients));

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < a.length; place++) sum += (a[place] as number) * (b[place] as number);
  return sum;
}

/**
 * Returns a power of two close to the given length. Division by a power of two causes no rounding. Returns 1 if the
 * length is zero.
 */
function powerOfTwoNear(length: number): number {
  return length === 0 ? 1 : 2 ** Math.max(-1000, Math.min(1000, Math.round(Math.log2(length))));
}
