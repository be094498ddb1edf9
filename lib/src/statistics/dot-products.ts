/** The sum of products of two stretches of numbers. */
export function dot(
  a: Float64Array,
  startA: number,
  b: Float64Array,
  startB: number,
  length: number,
): number {
  let even = 0;
  let odd = 0;
  let at = 0;
  for (; at < length - 1; at = (at + 2) | 0) {
    even += a[(startA + at) | 0]! * b[(startB + at) | 0]!;
    odd += a[(startA + at + 1) | 0]! * b[(startB + at + 1) | 0]!;
  }
  if (at < length) even += a[(startA + at) | 0]! * b[(startB + at) | 0]!;
  return even + odd;
}

/**
 * The sums of products of four stretches of numbers with two others: most of the work of a factorisation. Each
 * number is read once for several sums, which makes it fast; so does `| 0`, which tells the engine that a place is a
 * whole number that does not overflow.
 * @param sums - gets the four sums with the first of the two, then those with the second
 * @param apart - how far apart the four begin
 */
export function eightDots(
  sums: Float64Array,
  four: Float64Array,
  startFour: number,
  apart: number,
  two: Float64Array,
  startFirst: number,
  startSecond: number,
  length: number,
): void {
  const a = startFour | 0;
  const b = (a + apart) | 0;
  const c = (b + apart) | 0;
  const d = (c + apart) | 0;
  const first = startFirst | 0;
  const second = startSecond | 0;
  let firstA = 0;
  let firstB = 0;
  let firstC = 0;
  let firstD = 0;
  let secondA = 0;
  let secondB = 0;
  let secondC = 0;
  let secondD = 0;
  for (let at = 0; at < length; at = (at + 1) | 0) {
    const x = two[(first + at) | 0]!;
    const y = two[(second + at) | 0]!;
    const inA = four[(a + at) | 0]!;
    const inB = four[(b + at) | 0]!;
    const inC = four[(c + at) | 0]!;
    const inD = four[(d + at) | 0]!;
    firstA += inA * x;
    secondA += inA * y;
    firstB += inB * x;
    secondB += inB * y;
    firstC += inC * x;
    secondC += inC * y;
    firstD += inD * x;
    secondD += inD * y;
  }
  sums[0] = firstA;
  sums[1] = firstB;
  sums[2] = firstC;
  sums[3] = firstD;
  sums[4] = secondA;
  sums[5] = secondB;
  sums[6] = secondC;
  sums[7] = secondD;
}
