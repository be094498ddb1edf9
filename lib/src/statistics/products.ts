import type { DesignMatrix } from './design-matrix';

/** Entries up to this size are small: every entry of X'X is an exact whole number. */
const largestSmall = 1000;

export function holdsSmallWholeNumbers({ entries }: DesignMatrix): boolean {
  for (let at = 0; at < entries.length; at++)
    if (!Number.isInteger(entries[at]) || Math.abs(entries[at]!) > largestSmall) return false;
  return true;
}

/** What a regression needs of regressors and response. */
export interface Moments {
  /** X'X, see `crossProducts`. */
  readonly products: Float64Array;
  /** X'y. */
  readonly withResponse: Float64Array;
}

/** X'X, row by row; only its lower triangle is filled. */
export function crossProducts({ rows, columns, starts, ends, places, entries }: DesignMatrix): Float64Array {
  const products = new Float64Array(columns ** 2);
  for (let row = 0; row < rows; row++) {
    const start = starts[row]!;
    for (let at = start; at < ends[row]!; at++)
      addMultiples(products, places[at]! * columns, places, entries, start, at, entries[at]!);
  }
  return products;
}

/** Adds a row's entries up to place `end`, times a factor, to a line of X'X; two side by side, for speed. */
function addMultiples(
  products: Float64Array,
  line: number,
  places: Int32Array,
  entries: Float64Array,
  start: number,
  end: number,
  factor: number,
): void {
  let at = start;
  for (; at < end; at = (at + 2) | 0) {
    products[(line + places[at]!) | 0]! += factor * entries[at]!;
    products[(line + places[(at + 1) | 0]!) | 0]! += factor * entries[(at + 1) | 0]!;
  }
  if (at === end) products[(line + places[at]!) | 0]! += factor * entries[at]!;
}

/** X'y. */
export function transposedTimes(
  { rows, columns, starts, ends, places, entries }: DesignMatrix,
  response: Float64Array,
): Float64Array {
  const result = new Float64Array(columns);
  for (let row = 0; row < rows; row++) {
    const value = response[row]!;
    for (let at = starts[row]!; at < ends[row]!; at++) result[places[at]!]! += entries[at]! * value;
  }
  return result;
}

/** y - X b. */
export function residualsOf(
  { rows, starts, ends, places, entries }: DesignMatrix,
  coefficients: Float64Array,
  response: Float64Array,
): Float64Array {
  const result = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let rest = response[row]!;
    for (let at = starts[row]!; at < ends[row]!; at++) rest -= entries[at]! * coefficients[places[at]!]!;
    result[row] = rest;
  }
  return result;
}
