import { choleskyWithGaps } from './cholesky-with-gaps';
import type { DesignMatrix } from './design-matrix';
import { nullSpace, removeFrom } from './null-space';
import { dot } from './dot-products';
import { crossProducts, holdsSmallWholeNumbers, transposedTimes } from './products';
import type { PseudoInverse } from './pseudo-inverse';
import { transposedInverse } from './triangle-inverse';

/** Bound on the condition of X'X: sixteen digits less these seven leave nine. */
const largestCondition = 1e7;

/**
 * The pseudo-inverse of a design of small whole numbers (a one-hot or multi-hot one), from its exact X'X.
 *
 * A Cholesky factorisation that passes over columns which are combinations of earlier ones gives L (columns x rank)
 * with X'X = L L'. The columns of its transposed inverse are coefficient vectors whose fitted values are
 * orthonormal; freed of their part in the null space of X they are the columns of a root of (X'X)+.
 *
 * @param products - X'X, if known; null if the design holds other numbers
 * @returns null where accuracy is not certain: other numbers, a column neither clearly dependent nor clearly
 * independent, or a large condition number (bounded by trace times trace of the inverse)
 */
export function pseudoInverseByCholesky(
  design: DesignMatrix,
  products = exactCrossProducts(design),
): PseudoInverse | null {
  if (products === null) return null;
  const size = design.columns;
  const factor = choleskyWithGaps(products, size);
  if (factor === null) return null;
  const rank = factor.kept.length;
  const inverse = transposedInverse(factor);
  const squares = rowSquares(inverse, size, rank);
  const trace = factor.kept.reduce((sum, column) => sum + products[column * (size + 1)]!, 0);
  if (trace * squares.reduce((sum, square) => sum + square, 0) > largestCondition) return null;

  const root = removeFrom(inverse, nullSpace(factor, inverse), size);
  return {
    rank,
    varianceFactors: root === inverse ? squares : rowSquares(root, size, rank),
    coefficients: (response, moments = transposedTimes(design, response)) =>
      timesRows(root, sharesOf(inverse, factor.kept, moments, rank), rank),
  };
}

function exactCrossProducts(design: DesignMatrix): Float64Array | null {
  return holdsSmallWholeNumbers(design) ? crossProducts(design) : null;
}

/** The sum of squares of each row. */
function rowSquares(root: Float64Array, size: number, rank: number): Float64Array {
  const squares = new Float64Array(size);
  for (let row = 0; row < size; row++) squares[row] = dot(root, row * size, root, row * size, rank);
  return squares;
}

/** How much of each orthonormal vector of fitted values the response holds. */
function sharesOf(
  inverse: Float64Array,
  kept: readonly number[],
  moments: Float64Array,
  rank: number,
): Float64Array {
  const shares = new Float64Array(moments.length);
  for (let place = 0; place < rank; place++) {
    const from = kept[place]! * moments.length;
    const moment = moments[kept[place]!]!;
    for (let at = place; at < rank; at++) shares[at]! += inverse[from + at]! * moment;
  }
  return shares;
}

function timesRows(root: Float64Array, shares: Float64Array, rank: number): Float64Array {
  const product = new Float64Array(shares.length);
  for (let row = 0; row < product.length; row++)
    product[row] = dot(root, row * product.length, shares, 0, rank);
  return product;
}
