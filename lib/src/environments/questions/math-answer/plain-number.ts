import { counted } from './counting-words';
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
