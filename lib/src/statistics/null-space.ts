import type { CholeskyWithGaps } from './cholesky-with-gaps';
import { dot } from './dot-products';

/**
 * An orthonormal basis of the null space, but for columns of zeros: each dropped column less the combination of
 * earlier columns that equals it, made orthonormal by Gram and Schmidt, twice, which keeps it so to rounding.
 * @param inverse - of the factor's triangle, see `transposedInverse`
 */
export function nullSpace(
  { size, lower, kept, dropped }: CholeskyWithGaps,
  inverse: Float64Array,
): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const column of dropped) {
    const vector = new Float64Array(size);
    vector[column] = 1;
    for (const other of kept) vector[other] = -dot(lower, column * size, inverse, other * size, kept.length);
    for (let pass = 0; pass < 2; pass++)
      for (const direction of basis) {
        const share = dot(direction, 0, vector, 0, size);
        for (let at = 0; at < size; at++) vector[at]! -= share * direction[at]!;
      }
    const length = Math.sqrt(dot(vector, 0, vector, 0, size));
    basis.push(vector.map((value) => value / length));
  }
  return basis;
}

/** A matrix (size x size, row by row) whose columns are freed of their parts along the vectors of an orthonormal basis. */
export function removeFrom(matrix: Float64Array, basis: readonly Float64Array[], size: number): Float64Array {
  if (basis.length === 0) return matrix;
  const rest = matrix.slice();
  for (const direction of basis) {
    const shares = new Float64Array(size);
    for (let row = 0; row < size; row++)
      if (direction[row] !== 0)
        for (let at = 0; at < size; at++) shares[at]! += direction[row]! * rest[row * size + at]!;
    for (let row = 0; row < size; row++)
      if (direction[row] !== 0)
        for (let at = 0; at < size; at++) rest[row * size + at]! -= direction[row]! * shares[at]!;
  }
  return rest;
}
