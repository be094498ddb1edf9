import { Matrix, SingularValueDecomposition } from 'ml-matrix';

/** The Moore-Penrose inverse of a design X, as far as a regression needs it. */
export interface PseudoInverse {
  readonly rank: number;
  /** X+ y: of all coefficients with the smallest residuals, those with the smallest sum of squares. */
  coefficients(response: Float64Array): Float64Array;
  /** The diagonal of (X'X)+: what each coefficient's variance is in units of the residual variance. */
  readonly varianceFactors: Float64Array;
}

/**
 * Computed from X'X if that is certain to be accurate (small whole numbers, and columns exactly collinear or far from it);
 * by singular values of X for everything else. Both are needed: with singular values alone, learning when to stop
 * (lib/bench/stopping.bench.mjs) takes 13 times as long, which is 9 times as long as statsmodels.
 * @param design - X, row by row
 */
export function pseudoInverse(design: readonly Float64Array[]): PseudoInverse {
  return byProducts(design) ?? bySingularValues(design);
}

/** What is left of a column, as a share of it: up to the first it is rounding, beyond the second it is real. */
const rounding = 1e-11;
const real = 1e-6;
/** Bound on the condition of X'X: of sixteen digits it may cost seven, and nine remain. */
const largestCondition = 1e7;

/**
 * Gram and Schmidt's method on the columns of X, by their products: it gives coefficients whose fitted values are
 * orthonormal, and for each column that is a combination of earlier ones, coefficients without fitted values. Freed of
 * their parts along the latter, the former are the columns of a root of (X'X)+.
 */
export function byProducts(design: readonly Float64Array[]): PseudoInverse | null {
  const products = crossProducts(design);
  if (products === null) return null;
  const root: Float64Array[] = [];
  const nothing: Float64Array[] = [];
  for (const [column, product] of products.entries()) {
    const coefficients = new Float64Array(products.length);
    coefficients[column] = 1;
    const whole = product[column]!;
    let rest = whole;
    // Directions are zero in later columns, so the lower triangle is enough.
    const lower = product.subarray(0, column + 1);
    for (const direction of root) {
      const share = dot(lower, direction);
      addMultiple(coefficients, direction, -share);
      rest -= share ** 2;
    }
    if (rest > real * whole) root.push(scaled(coefficients, rest ** -0.5));
    else if (rest <= rounding * whole) nothing.push(coefficients);
    else return null;
  }
  const trace = products.reduce((sum, product, column) => sum + product[column]!, 0);
  if (trace * root.reduce((sum, one) => sum + dot(one, one), 0) > largestCondition) return null;
  for (const [place, direction] of nothing.entries()) {
    // Twice, which makes them orthogonal to rounding.
    for (const earlier of [...nothing.slice(0, place), ...nothing.slice(0, place)])
      addMultiple(direction, earlier, -dot(earlier, direction));
    direction.set(scaled(direction, dot(direction, direction) ** -0.5));
    for (const one of root) addMultiple(one, direction, -dot(direction, one));
  }
  return inverseFrom(design, root, (response) => {
    const moments = new Float64Array(products.length);
    design.forEach((row, place) => addMultiple(moments, row, response[place]!));
    return root.map((direction) => dot(direction, moments));
  });
}

/** Beyond this condition number a design of full rank is scaled first: half of the sixteen digits would be gone. */
const badlyScaled = 1e5;

/**
 * X = U S V', X+ = V S^-1 U'. Singular values up to smallest side x machine epsilon x the largest count as zero,
 * which is numpy's rank. (statsmodels takes its rank from there too, but inverts everything above 1e-15 of the
 * largest: on wide collinear designs that can be rounding noise, which is left out here.)
 *
 * Coefficients of a design of full rank do not depend on its units, so a badly scaled one is solved with columns of
 * about unit length, which is more accurate than solving it as it comes.
 */
export function bySingularValues(
  design: readonly Float64Array[],
  scales = new Float64Array(design[0]!.length).fill(1),
): PseudoInverse {
  const matrix = new Matrix(design.map((row) => row.map((entry, column) => entry * scales[column]!)));
  const { diagonal, leftSingularVectors, rightSingularVectors } = new SingularValueDecomposition(matrix, {
    autoTranspose: true,
  });
  const largest = Math.max(...diagonal);
  const kept = placesAbove(diagonal, largest * Math.min(matrix.rows, matrix.columns) * Number.EPSILON);
  const isScaled = scales.some((scale) => scale !== 1);
  if (
    !isScaled &&
    kept.length === scales.length &&
    kept.some((place) => diagonal[place]! * badlyScaled < largest)
  )
    // Powers of two, which scale without rounding.
    return bySingularValues(
      design,
      scales.map((_, column) => 2 ** -Math.round(Math.log2(Math.hypot(...matrix.getColumn(column))))),
    );
  const root = kept.map((place) =>
    scales.map((scale, column) => (scale * rightSingularVectors.get(column, place)) / diagonal[place]!),
  );
  const left = kept.map((place) => Float64Array.from(leftSingularVectors.getColumn(place)));
  return inverseFrom(design, root, (response) => left.map((direction) => dot(direction, response)));
}

/**
 * @param root - the columns of a root of (X'X)+
 * @param sharesOf - how much a response has of the fitted values of each
 */
function inverseFrom(
  design: readonly Float64Array[],
  root: readonly Float64Array[],
  sharesOf: (response: Float64Array) => readonly number[],
): PseudoInverse {
  const columns = design[0]!.length;
  const varianceFactors = new Float64Array(columns);
  for (const direction of root)
    direction.forEach((entry, column) => (varianceFactors[column]! += entry ** 2));
  return {
    rank: root.length,
    varianceFactors,
    coefficients(response) {
      const sum = new Float64Array(columns);
      sharesOf(response).forEach((share, place) => addMultiple(sum, root[place]!, share));
      return sum;
    },
  };
}

/**
 * The lower triangle of X'X; null where an entry is no small whole number. Most entries of a one-hot design are zero,
 * and add nothing.
 */
function crossProducts(design: readonly Float64Array[]): Float64Array[] | null {
  const size = design[0]!.length;
  const products = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of design)
    for (let column = 0; column < size; column++) {
      const entry = row[column]!;
      if (entry === 0) continue;
      if (!isSmallWhole(entry)) return null;
      const product = products[column]!;
      for (let other = 0; other <= column; other++) product[other]! += entry * row[other]!;
    }
  return products;
}

/** Of such numbers every entry of X'X is an exact whole number. */
const isSmallWhole = (entry: number): boolean => Number.isInteger(entry) && Math.abs(entry) <= 100;

const placesAbove = (values: readonly number[], least: number): number[] =>
  values.flatMap((value, place) => (value > least ? [place] : []));

const scaled = (vector: Float64Array, factor: number): Float64Array => vector.map((entry) => entry * factor);

function addMultiple(sum: Float64Array, vector: Float64Array, factor: number): void {
  for (let at = 0; at < sum.length; at++) sum[at]! += factor * vector[at]!;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
