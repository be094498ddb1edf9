import type { Factor, SparseTable } from './factorization';

/** Stands for a zero denominator. A numerator over it is zero too, but for rounding. */
const tiny = Number.EPSILON;

/**
 * One multiplicative update of a factor where every cell of the table counts, empty ones as zero:
 * own *= (table x other) / (own x gram).
 * @param otherGram - `gram(other)`
 * @returns the inner product of the table with the updated fit, <V, WH>
 */
export function updateAll(
  { rows, columns, values }: SparseTable,
  own: Factor,
  other: Factor,
  otherGram: Float64Array,
  rank: number,
): number {
  const wanted = new Float64Array(own.length);
  for (let cell = 0; cell < values.length; cell++) {
    const value = values[cell]!;
    const to = rows[cell]! * rank;
    const from = columns[cell]! * rank;
    for (let k = 0; k < rank; k++) wanted[to + k]! += value * other[from + k]!;
  }
  const fitted = new Float64Array(rank);
  let cross = 0;
  for (let first = 0; first < own.length; first += rank) {
    fitted.fill(0);
    for (let l = 0; l < rank; l++) {
      const weight = own[first + l]!;
      for (let k = 0; k < rank; k++) fitted[k]! += weight * otherGram[l * rank + k]!;
    }
    for (let k = 0; k < rank; k++) {
      own[first + k]! *= wanted[first + k]! / (fitted[k]! || tiny);
      cross += own[first + k]! * wanted[first + k]!;
    }
  }
  return cross;
}

/**
 * One multiplicative update of a factor where filled cells alone count.
 * @returns the sum of squared errors over the filled cells, after the update
 */
export function updateObserved(
  { rows, columns, values }: SparseTable,
  own: Factor,
  other: Factor,
  rank: number,
): number {
  const wanted = new Float64Array(own.length);
  const fitted = new Float64Array(own.length);
  for (let cell = 0; cell < values.length; cell++) {
    const value = values[cell]!;
    const to = rows[cell]! * rank;
    const from = columns[cell]! * rank;
    let fit = 0;
    for (let k = 0; k < rank; k++) fit += own[to + k]! * other[from + k]!;
    for (let k = 0; k < rank; k++) {
      wanted[to + k]! += value * other[from + k]!;
      fitted[to + k]! += fit * other[from + k]!;
    }
  }
  for (let place = 0; place < own.length; place++) own[place]! *= wanted[place]! / (fitted[place]! || tiny);
  let loss = 0;
  for (let cell = 0; cell < values.length; cell++) {
    let error = values[cell]!;
    for (let k = 0; k < rank; k++) error -= own[rows[cell]! * rank + k]! * other[columns[cell]! * rank + k]!;
    loss += error * error;
  }
  return loss;
}

/** factor' x factor: rank x rank. */
export function gram(factor: Factor, rank: number): Float64Array {
  const product = new Float64Array(rank * rank);
  for (let first = 0; first < factor.length; first += rank) {
    for (let l = 0; l < rank; l++) {
      const weight = factor[first + l]!;
      for (let k = 0; k < rank; k++) product[l * rank + k]! += weight * factor[first + k]!;
    }
  }
  return product;
}

export function squaredNorm(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}
