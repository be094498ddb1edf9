import { choleskyWithGaps, transposedInverse } from './cholesky-with-gaps';
import type { DesignMatrix } from './design-matrix';
import { nullSpace, removeFrom } from './null-space';
import { crossProducts, dot, transposedTimes } from './products';
import type { PseudoInverse } from './pseudo-inverse';

/** Entries up to this size are taken, so that every entry of X'X is an exact whole number. */
const largestEntry = 1000;
/** Bound on the condition of X'X: sixteen digits less these seven leave nine. */
const largestCondition = 1e7;

/**
 * The pseudo-inverse of a design of small whole numbers (a one-hot or multi-hot one), from its exact X'X.
 *
 * A Cholesky factorisation that passes over columns which are combinations of earlier ones gives L (columns x rank)
 * with X'X = L L'. The columns of its transposed inverse are coefficient vectors whose fitted values are
 * orthonormal; freed of their part in the null space of X they are the columns of a root of (X'X)+.
 *
 * @returns null where accuracy is not certain: other numbers, a column neither clearly dependent nor clearly
 * independent, or a large condition number (bounded by trace times trace of the inverse)
 */
export function pseudoInverseByCholesky(design: DesignMatrix): PseudoInverse | null {
  const { columns } = design;
  if (!holdsSmallWholeNumbers(design.entries)) return null;
  const products = crossProducts(design);
  const factor = choleskyWithGaps(products, columns);
  if (factor === null) return null;
  const rank = factor.kept.length;
  const inverse = transposedInverse(factor);
  const trace = factor.kept.reduce((sum, column) => sum + products[column * (columns + 1)]!, 0);
  if (trace * dot(inverse, 0, inverse, 0, inverse.length) > largestCondition) return null;

  const root = removeFrom(inverse, nullSpace(factor, inverse), columns);
  return {
    rank,
    varianceFactors: rowSquares(root, columns, rank),
    coefficients: (response) =>
      timesRows(root, sharesOf(inverse, factor.kept, transposedTimes(design, response), rank), rank),
  };
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
  for (const column of kept) {
    const from = column * moments.length;
    const moment = moments[column]!;
    for (let at = 0; at < rank; at++) shares[at]! += inverse[from + at]! * moment;
  }
  return shares;
}

function timesRows(root: Float64Array, shares: Float64Array, rank: number): Float64Array {
  const product = new Float64Array(shares.length);
  for (let row = 0; row < product.length; row++)
    product[row] = dot(root, row * product.length, shares, 0, rank);
  return product;
}

function holdsSmallWholeNumbers(entries: Float64Array): boolean {
  for (let at = 0; at < entries.length; at++)
    if (!Number.isInteger(entries[at]) || Math.abs(entries[at]!) > largestEntry) return false;
  return true;
}
