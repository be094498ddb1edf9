/** Significant digits to which numbers that are no integers are compared; integers are compared exactly. */
export const significantDigits = 12;

/** The key of a fraction of integers: the integer, or the decimal rounded half up to 12 significant digits. */
export function exactDecimal(numerator: bigint, denominator: bigint): string {
  const isNegative = numerator < 0n !== denominator < 0n && numerator !== 0n;
  const above = numerator < 0n ? -numerator : numerator;
  const below = denominator < 0n ? -denominator : denominator;
  const sign = isNegative ? '-' : '';
  if (above % below === 0n) return sign + (above / below).toString();
  const wholeDigits = above >= below ? (above / below).toString().length : 0;
  // enough places for 12 significant digits, however small the fraction is
  const places = Math.max(significantDigits - wholeDigits, 6) + leadingZeros(above, below);
  const scaled = (above * 10n ** BigInt(places + 1)) / below;
  return sign + placed(((scaled + 5n) / 10n).toString(), places);
}

/** The key of a number in exponential notation, as decimal libraries and `toExponential` print it. */
export function exponentialKey(text: string): string {
  const [, sign, first, rest, exponent] = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(text) as unknown as [
    string,
    string,
    string,
    string | undefined,
    string,
  ];
  const digits = first + (rest ?? '');
  const places = digits.length - 1 - Number(exponent);
  if (/^0+$/.test(digits)) return '0';
  if (Math.abs(places) > 400) return text;
  return sign + (places <= 0 ? digits + '0'.repeat(-places) : placed(digits, places));
}

function leadingZeros(above: bigint, below: bigint): number {
  if (above >= below) return 0;
  let zeros = 0;
  for (let scaled = above * 10n; scaled < below && scaled > 0n; scaled *= 10n) zeros++;
  return zeros;
}

/** Digits with a decimal point before the last `places` of them, without zeros at the end. */
function placed(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0');
  const whole = padded.slice(0, padded.length - places);
  const decimals = padded.slice(padded.length - places).replace(/0+$/, '');
  return decimals === '' ? whole : `${whole}.${decimals}`;
}
