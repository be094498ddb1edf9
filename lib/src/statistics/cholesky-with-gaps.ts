import { dot } from './products';

/** L L' of a positive semidefinite matrix. */
export interface CholeskyWithGaps {
  readonly size: number;
  /** L, size x size, row by row. Its columns are those of the kept ones, in order; further columns are 0. */
  readonly lower: Float64Array;
  /** Columns that no combination of earlier ones gives. Their rows of L are a triangle. */
  readonly kept: readonly number[];
  /** Columns other than zero that are a combination of earlier ones; their rows of L say of which. */
  readonly dropped: readonly number[];
}

/** What is left of a column, as a share of it: below the first it is rounding, above the second it is real. */
const rounding = 1e-11;
const real = 1e-6;

/**
 * Cholesky's factorisation, passing over columns of zeros and dependent columns.
 * @param matrix - size x size, row by row; only the lower triangle is read
 * @returns null when a column is neither clearly dependent nor clearly independent
 */
export function choleskyWithGaps(matrix: Float64Array, size: number): CholeskyWithGaps | null {
  const lower = new Float64Array(size * size);
  const kept: number[] = [];
  const dropped: number[] = [];
  for (let column = 0; column < size; column++) {
    const row = column * size;
    const whole = matrix[row + column]!;
    if (whole === 0) continue;
    let rest = whole;
    for (let at = 0; at < kept.length; at++) {
      const other = kept[at]! * size;
      const sum = matrix[row + kept[at]!]! - dot(lower, row, lower, other, at);
      const entry = sum / lower[other + at]!;
      lower[row + at] = entry;
      rest -= entry * entry;
    }
    if (rest > real * whole) {
      lower[row + kept.length] = Math.sqrt(rest);
      kept.push(column);
    } else if (rest <= rounding * whole) dropped.push(column);
    else return null;
  }
  return { size, lower, kept, dropped };
}

/**
 * The inverse of L's triangle, transposed and in the layout of L: entry (c, p) is that of kept column c in the
 * inverse's row p. Rows of columns that were not kept are 0.
 */
export function transposedInverse({ size, lower, kept }: CholeskyWithGaps): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let place = 0; place < kept.length; place++) {
    const row = kept[place]! * size;
    const diagonal = lower[row + place]!;
    for (let at = 0; at < place; at++) {
      const column = kept[at]! * size;
      inverse[column + place] = -dot(lower, row + at, inverse, column + at, place - at) / diagonal;
    }
    inverse[row + place] = 1 / diagonal;
  }
  return inverse;
}
