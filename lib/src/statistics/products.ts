import type { DesignMatrix } from './design-matrix';

/** X'X, row by row; only its lower triangle is filled. */
export function crossProducts({ rows, columns, starts, places, entries }: DesignMatrix): Float64Array {
  const products = new Float64Array(columns * columns);
  for (let row = 0; row < rows; row++) {
    const start = starts[row]!;
    for (let a = start; a < starts[row + 1]!; a++) {
      const line = places[a]! * columns;
      const entry = entries[a]!;
      for (let b = start; b <= a; b++) products[line + places[b]!]! += entry * entries[b]!;
    }
  }
  return products;
}

/** X'y. */
export function transposedTimes(
  { rows, columns, starts, places, entries }: DesignMatrix,
  response: Float64Array,
): Float64Array {
  const result = new Float64Array(columns);
  for (let row = 0; row < rows; row++)
    for (let at = starts[row]!; at < starts[row + 1]!; at++)
      result[places[at]!]! += entries[at]! * response[row]!;
  return result;
}

/** y - X b. */
export function residualsOf(
  { rows, starts, places, entries }: DesignMatrix,
  coefficients: Float64Array,
  response: Float64Array,
): Float64Array {
  const result = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let rest = response[row]!;
    for (let at = starts[row]!; at < starts[row + 1]!; at++)
      rest -= entries[at]! * coefficients[places[at]!]!;
    result[row] = rest;
  }
  return result;
}

/** The sum of products of two stretches of numbers; four sums side by side, for speed. */
export function dot(
  a: Float64Array,
  startA: number,
  b: Float64Array,
  startB: number,
  length: number,
): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    first += a[startA + at]! * b[startB + at]!;
    second += a[startA + at + 1]! * b[startB + at + 1]!;
    third += a[startA + at + 2]! * b[startB + at + 2]!;
    fourth += a[startA + at + 3]! * b[startB + at + 3]!;
  }
  for (; at < length; at++) first += a[startA + at]! * b[startB + at]!;
  return first + second + (third + fourth);
}
