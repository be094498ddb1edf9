/** How many of the predictions were off by so many points. */
export interface ErrorCounts {
  readonly 0: number;
  readonly 1: number;
  readonly 2: number;
  readonly 3: number;
  readonly 4: number;
}

/**
 * Whole-number errors between 0 and 4 that a printed pair can come from. The sum of the errors and the sum of their
 * squares must both be whole, round to the printed values, and belong to `examples` errors.
 * @param mae - mean absolute error, printed to 0.01
 * @param rmse - root mean squared error, printed to 0.01
 * @returns one such set of counts (there may be others), or null when there is none
 */
export function errorCounts(mae: number, rmse: number, examples: number): ErrorCounts | null {
  for (const sum of wholeBetween((mae - 0.005) * examples, (mae + 0.005) * examples))
    for (const squares of wholeBetween(
      Math.max(0, rmse - 0.005) ** 2 * examples,
      (rmse + 0.005) ** 2 * examples,
    )) {
      const counts = countsOf(sum, squares, examples);
      if (counts !== null) return counts;
    }
  return null;
}

function wholeBetween(low: number, high: number): number[] {
  const first = Math.max(0, Math.ceil(low - 1e-9));
  const last = Math.floor(high + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}

/** Errors of 3 and 4 points are tried; those of 1 and 2 follow from the two sums. */
function countsOf(sum: number, squares: number, examples: number): ErrorCounts | null {
  for (let four = 0; four <= sum / 4; four++)
    for (let three = 0; three <= (sum - 4 * four) / 3; three++) {
      // squares - sum = 2 n2 + 6 n3 + 12 n4
      const two = (squares - sum - 6 * three - 12 * four) / 2;
      const one = sum - 2 * two - 3 * three - 4 * four;
      const none = examples - one - two - three - four;
      if (Number.isInteger(two) && two >= 0 && one >= 0 && none >= 0)
        return { 0: none, 1: one, 2: two, 3: three, 4: four };
    }
  return null;
}
