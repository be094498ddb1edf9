/** How many subsets of a size there are: n over k. Infinity where that is beyond a number. */
export function subsetCount(n: number, k: number): number {
  let count = 1;
  for (let step = 1; step <= k; step++) count = (count * (n - k + step)) / step;
  return Math.round(count);
}

/** All subsets of a size of 0, 1, ..., n - 1, in lexicographic order. */
export function subsets(n: number, k: number, first = 0): number[][] {
  if (k === 0) return [[]];
  return Array.from({ length: Math.max(0, n - k - first + 1) }, (_, step) => first + step).flatMap((one) =>
    subsets(n, k - 1, one + 1).map((rest) => [one, ...rest]),
  );
}
