import { exactDecimal } from './decimal-key';

const integer = String.raw`\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+`;
const decimal = new RegExp(String.raw`^(${integer})?(?:\.(\d*))?$`);
const scientific = /^(\d+)(?:\.(\d*))?[eE]([-+]?\d{1,3})$/;
const ratio = /^(\d+)\s*\/\s*([-+]?)\s*(\d+)$/;
const texRatio = /^(\d+\s*)?\\[dtc]?frac\s*(?:\{\s*([-+]?)(\d+)\s*\}|(\d))\s*(?:\{\s*(\d+)\s*\}|(\d))$/;
const mixed = /^(\d+)\s+(?:and\s+)?(\d+)\s*\/\s*(\d+)$/;

/**
 * The key of a plain number, or null: digits with thousands separators ("1,250", "1 250"), sign, decimals, e-notation,
 * "3/4", "\frac{3}{4}", "\frac34", mixed numbers ("1 1/2", "1 and 1/2", "3\frac{1}{2}" is three and a half), "1.5 million",
 * "5 hundredths". Exact: no floating point. Currency and units are not looked at here.
 */
export function plainNumberKey(text: string): string | null {
  if (text.length > 400) return null;
  const signed = /^([-+−–]?)\s*(.*)$/.exec(text.trim());
  const sign = /[-−–]/.test(signed?.[1] ?? '') ? -1n : 1n;
  const size = rational(signed?.[2] ?? '');
  return size === null || size[1] === 0n ? null : exactDecimal(sign * size[0], size[1]);
}

type Rational = readonly [numerator: bigint, denominator: bigint];

function rational(text: string): Rational | null {
  const plain = decimal.exec(text);
  if (plain !== null) return fromDigits(plain[1] ?? '', plain[2] ?? '', 0);
  const power = scientific.exec(text);
  if (power !== null) return fromDigits(power[1] as string, power[2] ?? '', Number(power[3]));
  const over = ratio.exec(text);
  if (over !== null)
    return [BigInt(over[1] as string) * (over[2] === '-' ? -1n : 1n), BigInt(over[3] as string)];
  const tex = texRatio.exec(text);
  if (tex !== null) {
    const [, whole, minus, above, aboveDigit, below, belowDigit] = tex;
    const numerator = BigInt((above ?? aboveDigit) as string) * (minus === '-' ? -1n : 1n);
    const denominator = BigInt((below ?? belowDigit) as string);
    return [BigInt(whole?.trim() ?? '0') * denominator + numerator, denominator];
  }
  const parts = mixed.exec(text);
  if (parts !== null) {
    const [whole, above, below] = parts.slice(1).map(BigInt) as [bigint, bigint, bigint];
    return text.includes('and') && above >= below ? null : [whole * below + above, below];
  }
  const words = counted(text);
  const size = words === null ? null : rational(words.number.trim());
  return words === null || size === null ? null : [size[0] * words.factor[0], size[1] * words.factor[1]];
}

function fromDigits(whole: string, decimals: string, exponent: number): Rational | null {
  const digits = whole.replace(/[, ]/g, '') + decimals;
  if (digits === '') return null;
  const places = decimals.length - exponent;
  return places > 0 ? [BigInt(digits), 10n ** BigInt(places)] : [BigInt(digits) * 10n ** BigInt(-places), 1n];
}

const exponents = { hundred: 2n, thousand: 3n, million: 6n, billion: 9n, trillion: 12n } as const;
const parts: Readonly<Record<string, bigint>> = {
  ...{ third: 3n, fourth: 4n, fifth: 5n, sixth: 6n, seventh: 7n, eighth: 8n, ninth: 9n, tenth: 10n },
  ...{ twelfth: 12n, twentieth: 20n, hundredth: 100n, thousandth: 1_000n, millionth: 1_000_000n },
  ...{ billionth: 1_000_000_000n, 'ten-thousandth': 10_000n, 'hundred-thousandth': 100_000n },
};

const magnitude = String.raw`(?:${Object.keys(exponents).join('|')})s?`;
const part = `(?:half|${Object.keys(parts).join('|')})`;
const severalParts = `(?:halves|(?:${Object.keys(parts).join('|')})s)`;
const last = new RegExp(
  String.raw`^(?:(.*\d(?:\s*${magnitude})*)\s*(${magnitude}|${severalParts}|dozen)|(1)\s*(${part}))$`,
  'i',
);

/**
 * Words that multiply the number before them: "thousand", "hundred thousand", "tenths". Quarters (coins) and seconds (of
 * time) are units, and a third grader is no third.
 */
export const countingWords = new RegExp(
  String.raw`^(?:(?:${magnitude}(?![\p{L}-])\s*)+|(?:${severalParts}|dozen)(?!\p{L}))`,
  'iu',
);

/** "third", "half" behind a one, where it is the whole of it: "1 third of the cake". */
export const onePart = new RegExp(String.raw`^${part}(?=\s+of\b|$)`, 'i');

interface Counted {
  readonly number: string;
  /** What it is multiplied by, as a fraction: [1000, 1] for thousand, [1, 10] for tenths, [12, 1] for dozen. */
  readonly factor: readonly [numerator: bigint, denominator: bigint];
}

/** "5 hundredths", "1 third", "5 dozen", taken apart; null for a text that ends in no such word. */
function counted(text: string): Counted | null {
  const [, several, word, one, ofOne] = last.exec(text) ?? [];
  const number = several ?? one;
  return number === undefined ? null : { number, factor: factorOf((word ?? ofOne ?? '').toLowerCase()) };
}

function factorOf(word: string): Counted['factor'] {
  if (word === 'dozen') return [12n, 1n];
  if (word === 'half' || word === 'halves') return [1n, 2n];
  const single = word.replace(/s$/, '');
  if (Object.hasOwn(exponents, single)) return [10n ** exponents[single as keyof typeof exponents], 1n];
  return [1n, parts[single] ?? 1n];
}
