/**
 * Computes exact sums. Ties must not depend on rounding, but 1/2 + 1/3 + 1/6 is less than 1 in floating point.
 * Fractions are therefore summed as whole numbers over a common denominator.
 */

/** The fraction `over` / `under` of two whole numbers. `under` is greater than 0. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** A fraction, and the number of times that each option earns it. */
export interface Earned {
  readonly worth: Fraction;
  readonly times: readonly number[];
}

/**
 * Sums the fractions that each option earns. Returns each sum as a whole number over a common denominator (`scores`)
 * and as an ordinary number (`totals`).
 */
export function sumFractions(
  options: number,
  earned: readonly Earned[],
): { readonly scores: readonly bigint[]; readonly totals: readonly number[] } {
  let common = 1n;
  for (const { worth } of earned) common = (common / gcd(common, worth.under)) * worth.under;
  const scores = new Array<bigint>(options).fill(0n);
  for (const { worth, times } of earned) {
    const units = worth.over * (common / worth.under);
    for (let option = 0; option < options; option++)
      if (times[option] !== 0)
        scores[option] = (scores[option] as bigint) + units * BigInt(times[option] as number);
  }
  return { scores, totals: scores.map((score) => divide(score, common)) };
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/**
 * Converts a fraction to the nearest floating-point number, or to a neighbour of that number. Equal fractions give
 * equal numbers.
 */
function divide(over: bigint, under: bigint): number {
  if (under === 1n) return Number(over);
  const bits = 2n ** 60n;
  return Number(over / under) + Number(((over % under) * bits) / under) / Number(bits);
}

/** Converts a number to the form `digits` × 10^`exponent`, with the digits that JavaScript prints. */
function decimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = '0', power = '0'] = value.toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/**
 * Expresses numbers as whole multiples of a common unit. The unit is 10^`exponent`, the largest power of ten that
 * divides all the numbers and is at most 1.
 */
export function asDecimals(values: readonly number[]): {
  readonly digits: readonly bigint[];
  readonly exponent: number;
} {
  const parts = values.map(decimal);
  const exponent = parts.reduce((least, part) => Math.min(least, part.exponent), 0);
  return { digits: parts.map((part) => part.digits * 10n ** BigInt(part.exponent - exponent)), exponent };
}

/** Converts a decimal number to a fraction. */
export function asFraction(value: number): Fraction {
  const { digits, exponent } = asDecimals([value]);
  return { over: digits[0] as bigint, under: 10n ** BigInt(-exponent) };
}
