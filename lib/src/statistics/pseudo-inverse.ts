import type { DesignMatrix } from './design-matrix';
import { pseudoInverseByCholesky } from './pseudo-inverse-by-cholesky';
import { pseudoInverseBySingularValues } from './pseudo-inverse-by-singular-values';

/** The Moore-Penrose inverse of a design X, as far as a regression needs it. */
export interface PseudoInverse {
  readonly rank: number;
  /**
   * X+ y: of all coefficients with the smallest residuals, those with the smallest sum of squares.
   * @param moments - X'y, if known
   */
  coefficients(response: Float64Array, moments?: Float64Array): Float64Array;
  /** The diagonal of (X'X)+: what each coefficient's variance is in units of the residual variance. */
  readonly varianceFactors: Float64Array;
}

/**
 * By Cholesky factors of X'X where that is certain to be accurate (small whole numbers, not close to collinear other
 * than exactly so), which is many times faster on one-hot designs; by singular values of X for everything else.
 * @param products - X'X, if known; null if the design holds other numbers
 */
export function pseudoInverse(design: DesignMatrix, products?: Float64Array | null): PseudoInverse {
  return pseudoInverseByCholesky(design, products) ?? pseudoInverseBySingularValues(design);
}
