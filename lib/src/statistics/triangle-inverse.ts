import type { CholeskyWithGaps } from './cholesky-with-gaps';
import { dot, eightDots } from './dot-products';

/** So many rows are worked on at once. */
const panel = 4;

/**
 * The inverse of the triangle that the kept rows of L are, transposed and in the layout of L: entry (c, p) is that of
 * kept column c in the inverse's row p. Rows of columns that were not kept are 0.
 */
export function transposedInverse({ size, lower, kept }: CholeskyWithGaps): Float64Array {
  const inverse = new Float64Array(size * size);
  const sums = new Float64Array(2 * panel);
  // Kept columns stand side by side until all are done, two of the inverse's rows at a time.
  let place = 0;
  for (; place + 1 < kept.length; place += 2) {
    const row = kept[place]! * size;
    const next = kept[place + 1]! * size;
    const reciprocal = 1 / lower[row + place]!;
    const between = lower[next + place]!;
    const nextReciprocal = 1 / lower[next + place + 1]!;
    const set = (column: number, sum: number, nextSum: number) => {
      const entry = -sum * reciprocal;
      inverse[column * size + place] = entry;
      inverse[column * size + place + 1] = -(nextSum + between * entry) * nextReciprocal;
    };
    let at = 0;
    for (; at + panel <= place; at += panel) {
      eightDots(sums, inverse, at * (size + 1), size, lower, row + at, next + at, place - at);
      for (let other = 0; other < panel; other++) set(at + other, sums[other]!, sums[panel + other]!);
    }
    for (; at < place; at++) {
      const start = at * (size + 1);
      const length = place - at;
      set(at, dot(lower, row + at, inverse, start, length), dot(lower, next + at, inverse, start, length));
    }
    set(place, -1, 0);
    inverse[(place + 1) * (size + 1)] = nextReciprocal;
  }
  for (; place < kept.length; place++) {
    const row = kept[place]! * size;
    const reciprocal = 1 / lower[row + place]!;
    for (let at = 0; at < place; at++)
      inverse[at * size + place] = -dot(lower, row + at, inverse, at * (size + 1), place - at) * reciprocal;
    inverse[place * (size + 1)] = reciprocal;
  }
  moveRows(inverse, size, kept);
  return inverse;
}

/** Moves the first rows to where the kept columns stand. */
function moveRows(matrix: Float64Array, size: number, kept: readonly number[]): void {
  for (let place = kept.length - 1; place >= 0 && kept[place] !== place; place--) {
    matrix.copyWithin(kept[place]! * size, place * size, (place + 1) * size);
    matrix.fill(0, place * size, (place + 1) * size);
  }
}
