/**
 * Solves `matrix x = right` for a symmetric positive definite matrix, by Cholesky's factorisation.
 * A pivot that rounding has made too small is lifted, which shortens the step in that direction and no more.
 */
export function solvePositiveDefinite(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): number[] {
  const size = right.length;
  const factor = matrix.map((row) => [...row]);
  const cell = (row: number, column: number): number => factor[row]?.[column] as number;
  for (let column = 0; column < size; column++) {
    let pivot = cell(column, column);
    const smallest = 1e-14 * pivot;
    for (let k = 0; k < column; k++) pivot -= cell(column, k) ** 2;
    const root = Math.sqrt(Math.max(pivot, smallest, Number.MIN_VALUE));
    (factor[column] as number[])[column] = root;
    for (let row = column + 1; row < size; row++) {
      let value = cell(row, column);
      for (let k = 0; k < column; k++) value -= cell(row, k) * cell(column, k);
      (factor[row] as number[])[column] = value / root;
    }
  }
  const solution = [...right];
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++)
      solution[row] = (solution[row] as number) - cell(row, k) * (solution[k] as number);
    solution[row] = (solution[row] as number) / cell(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++)
      solution[row] = (solution[row] as number) - cell(k, row) * (solution[k] as number);
    solution[row] = (solution[row] as number) / cell(row, row);
  }
  return solution;
}
