import tDistribution from '@stdlib/stats-base-dists-t-cdf';
import { Matrix, QrDecomposition, SingularValueDecomposition } from 'ml-matrix';
import { AgoraError, knownOptions } from '../error';

export interface RegressionOptions {
  /** Adds a constant, as the first term, called "intercept". Default true. */
  readonly intercept?: boolean;
  /** One name for each column. Default x1, x2, and so on. */
  readonly names?: readonly string[];
  /**
   * The cluster of each row, such as its case. Standard errors are then cluster-robust, with the small-sample factor
   * G / (G - 1) × (n - 1) / (n - rank), and tests have G - 1 degrees of freedom (Cameron and Miller, 2015).
   */
  readonly clusters?: readonly (string | number)[];
}

export interface RegressionTerm {
  readonly name: string;
  readonly coefficient: number;
  /** Null without residual degrees of freedom. */
  readonly standardError: number | null;
  /** Null if the standard error is null or zero. */
  readonly t: number | null;
  /** Two-sided, by Student's t. Null if t is null. */
  readonly pValue: number | null;
}

export interface Regression {
  /** The intercept first, then the columns in order. */
  readonly terms: readonly RegressionTerm[];
  readonly observations: number;
  readonly rank: number;
  /** Observations minus rank. */
  readonly degreesOfFreedom: number;
  /** Null without degrees of freedom. */
  readonly residualVariance: number | null;
  /** About the mean if the columns can form a constant, else about zero. Null if the response does not vary. */
  readonly rSquared: number | null;
  /** Null without degrees of freedom. */
  readonly adjustedRSquared: number | null;
  readonly residuals: readonly number[];
}

/** Residuals that are this small relative to the response are the rounding errors of an exact fit. */
const exactFit = 1e-13;

/**
 * Ordinary least squares. If columns are collinear, the coefficients are not unique; these are the ones with the
 * smallest sum of squares, and a column of zeros gets coefficient 0. This is what statsmodels computes with its default
 * method, the pseudo-inverse. Where statsmodels divides rounding errors by rounding errors, the value here is null.
 *
 * Columns and response are scaled to about unit length first, so that their units affect neither rank nor accuracy.
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
      `A regression needs a response for each of its ${rows.length} rows, not ${response.length}.`,
    );
  response.forEach((value, row) => {
    if (!Number.isFinite(value))
      throw new AgoraError(`The response of row ${row + 1} is ${value}, which is not a finite number.`);
  });

  const unit = powerOfTwoNear(Math.hypot(...response));
  const y = response.map((value) => value / unit);
  const inverse = pseudoInverse(rows);
  const coefficients = inverse.times(y);
  const residuals = residualsOf(rows, coefficients, y);
  const isExact = norm(residuals) <= exactFit * norm(y);
  const unexplained = isExact ? 0 : dot(residuals, residuals);
  const degreesOfFreedom = rows.length - inverse.rank;
  const residualVariance = degreesOfFreedom > 0 ? unexplained / degreesOfFreedom : null;

  let standardErrors: (number | null)[];
  let testFreedom = degreesOfFreedom;
  if (clusters === undefined)
    standardErrors = inverse.variances.map((factor) =>
      residualVariance === null ? null : Math.sqrt(residualVariance) * Math.sqrt(factor),
    );
  else {
    const robust = clusterRobust(inverse, residuals, clusters);
    standardErrors = robust.standardErrors;
    testFreedom = robust.degreesOfFreedom;
  }

  const isCentred = intercept || spansConstant(rows, inverse);
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
    rank: inverse.rank,
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
  // Twice the lower tail: one minus the upper tail would lose all digits of a p-value below 1e-16.
  return { ...scaled, t, pValue: Math.min(1, 2 * tDistribution(-Math.abs(t), degreesOfFreedom)) };
}

/** The Moore-Penrose inverse X+ of a design X. */
interface PseudoInverse {
  readonly rank: number;
  /** X+ y: the coefficients of a response. */
  times(response: readonly number[]): number[];
  /** The diagonal of (X'X)+: each coefficient's variance in units of the residual variance. */
  readonly variances: readonly number[];
}

/**
 * With column scales D, the singular value decomposition X D = U S V' gives D V S^-1 U', whose product with a response
 * is a least-squares solution. Projected onto the row space of X, which D^-1 V spans, it is the shortest one.
 */
function pseudoInverse(rows: readonly (readonly number[])[]): PseudoInverse {
  const columns = (rows[0] as readonly number[]).length;
  const scales = Array.from({ length: columns }, (_, column) =>
    powerOfTwoNear(Math.hypot(...rows.map((row) => row[column] as number))),
  );
  const scaled = new Matrix(
    rows.map((row) => row.map((entry, column) => entry / (scales[column] as number))),
  );
  // Rotating a tall design into its triangle first makes the decomposition several times faster.
  const isTall = rows.length > columns;
  const qr = isTall ? new QrDecomposition(scaled) : null;
  const svd = new SingularValueDecomposition(qr ? qr.upperTriangularMatrix : scaled, { autoTranspose: true });
  const tolerance = Math.max(...svd.diagonal) * Math.min(rows.length, columns) * Number.EPSILON;
  const kept: number[] = [];
  svd.diagonal.forEach((value, place) => {
    if (value > tolerance) kept.push(place);
  });
  const rank = kept.length;
  if (rank === 0) return { rank, times: () => scales.map(() => 0), variances: scales.map(() => 0) };

  const rightVectors = svd.rightSingularVectors.subMatrixColumn(kept);
  const inverted = rightVectors.clone();
  for (let column = 0; column < columns; column++)
    for (let place = 0; place < rank; place++)
      inverted.set(
        column,
        place,
        inverted.get(column, place) /
          (svd.diagonal[kept[place] as number] as number) /
          (scales[column] as number),
      );
  const root = rank === columns ? inverted : projectOntoRows(rightVectors, scales).mmul(inverted);
  const rotated = svd.leftSingularVectors.subMatrixColumn(kept);
  const left = qr ? qr.orthogonalMatrix.mmul(rotated) : rotated;
  return {
    rank,
    times: (response) => root.mmul(left.transpose().mmul(Matrix.columnVector([...response]))).to1DArray(),
    variances: scales.map((_, column) => {
      const row = root.getRow(column);
      return dot(row, row);
    }),
  };
}

/** The projection onto the space that the rows of X span. */
function projectOntoRows(rightVectors: Matrix, scales: readonly number[]): Matrix {
  const spanning = rightVectors.clone();
  for (let column = 0; column < scales.length; column++) spanning.mulRow(column, scales[column] as number);
  const basis = new QrDecomposition(spanning).orthogonalMatrix;
  return basis.mmul(basis.transpose());
}

/** The sandwich estimator: X+ times the residuals of each cluster alone, squared and summed. */
function clusterRobust(
  inverse: PseudoInverse,
  residuals: readonly number[],
  clusters: readonly (string | number)[],
): { standardErrors: (number | null)[]; degreesOfFreedom: number } {
  const n = residuals.length;
  if (clusters.length !== n)
    throw new AgoraError(`A regression needs a cluster for each of its ${n} rows, not ${clusters.length}.`);
  const distinct = new Set(clusters);
  const groups = distinct.size;
  if (groups < 2 || n <= inverse.rank)
    return { standardErrors: inverse.variances.map(() => null), degreesOfFreedom: groups - 1 };
  const squares = inverse.variances.map(() => 0);
  for (const cluster of distinct) {
    const own = residuals.map((value, row) => (clusters[row] === cluster ? value : 0));
    inverse
      .times(own)
      .forEach((share, column) => (squares[column] = (squares[column] as number) + share ** 2));
  }
  const factor = (groups / (groups - 1)) * ((n - 1) / (n - inverse.rank));
  return {
    standardErrors: squares.map((square) => Math.sqrt(square * factor)),
    degreesOfFreedom: groups - 1,
  };
}

/** Whether a combination of the columns is constant, as with a one-hot factor that has all of its levels. */
function spansConstant(rows: readonly (readonly number[])[], inverse: PseudoInverse): boolean {
  const ones = rows.map(() => 1);
  return norm(residualsOf(rows, inverse.times(ones), ones)) <= 1e-8 * Math.sqrt(rows.length);
}

function explainedShare(y: readonly number[], unexplained: number, isCentred: boolean): number | null {
  let mean = 0;
  if (isCentred) for (const value of y) mean += value / y.length;
  const deviations = y.map((value) => value - mean);
  return norm(deviations) <= exactFit * norm(y) ? null : 1 - unexplained / dot(deviations, deviations);
}

function checkedRows(design: readonly (readonly number[])[], intercept: boolean): number[][] {
  if (design.length === 0) throw new AgoraError('A regression needs at least one row.');
  const width = (design[0] as readonly number[]).length;
  if (width === 0 && !intercept) throw new AgoraError('A regression without an intercept needs a column.');
  return design.map((given, place) => {
    if (given.length !== width)
      throw new AgoraError(`Row ${place + 1} has ${given.length} columns, but row 1 has ${width}.`);
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
    throw new AgoraError(`A regression on ${width} columns needs ${width} names, not ${given.length}.`);
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

const norm = (values: readonly number[]): number => Math.sqrt(dot(values, values));

/** A scale near a length that divides without rounding. 1 for a length of zero. */
function powerOfTwoNear(length: number): number {
  return length === 0 ? 1 : 2 ** Math.max(-1000, Math.min(1000, Math.round(Math.log2(length))));
}
