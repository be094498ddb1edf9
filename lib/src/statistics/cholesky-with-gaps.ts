import { dot, eightDots } from './dot-products';

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

/** So many rows are worked on at once. */
const panel = 4;

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
  for (let first = 0; first < size; first += panel) {
    const known = first + panel <= size ? solvePanel(lower, matrix, size, kept, first) : 0;
    for (let column = first; column < Math.min(first + panel, size); column++) {
      const row = column * size;
      const whole = matrix[row + column]!;
      if (whole === 0) continue;
      for (let at = known; at < kept.length; at++) {
        const other = kept[at]! * size;
        const sum = matrix[row + kept[at]!]! - dot(lower, row, lower, other, at);
        lower[row + at] = sum / lower[other + at]!;
      }
      const rest = whole - dot(lower, row, lower, row, kept.length);
      if (rest > real * whole) {
        lower[row + kept.length] = Math.sqrt(rest);
        kept.push(column);
      } else if (rest <= rounding * whole) dropped.push(column);
      else return null;
    }
  }
  return { size, lower, kept, dropped };
}

/**
 * Four rows of L, from row `first` on, as far as the columns kept so far go, or one less: these are done in pairs.
 * @returns how many columns are done
 */
function solvePanel(
  lower: Float64Array,
  matrix: Float64Array,
  size: number,
  kept: readonly number[],
  first: number,
): number {
  const sums = new Float64Array(8);
  let at = 0;
  for (; at + 1 < kept.length; at += 2) {
    const column = kept[at]!;
    const next = kept[at + 1]!;
    eightDots(sums, lower, first * size, size, lower, column * size, next * size, at);
    const reciprocal = 1 / lower[column * size + at]!;
    const between = lower[next * size + at]!;
    const nextReciprocal = 1 / lower[next * size + at + 1]!;
    for (let place = 0; place < panel; place++) {
      const row = (first + place) * size;
      const entry = (matrix[row + column]! - sums[place]!) * reciprocal;
      lower[row + at] = entry;
      lower[row + at + 1] = (matrix[row + next]! - sums[panel + place]! - between * entry) * nextReciprocal;
    }
  }
  return at;
}
