import { exponentialKey, significantDigits } from './decimal-key';
import { formulaOf, type Complex, type Formula } from './formula';
import { isDecimal, valueOf } from './formula-value';

/** To how many significant digits values of formulas with variables are compared; they are worked out to about 15. */
const comparedDigits = 10;

/**
 * The key of a formula: without variables its value, an integer exactly and anything else to 12 significant digits; with
 * variables its values at three fixed points (two of positive numbers, one of complex ones with negative real parts), to
 * 10 digits. Equal formulas have equal keys but for rounding; different ones share a key only where they agree at all
 * three points. sqrt(x^2) and x are told apart, as for complex x.
 * @throws AgoraError 'formula' where it cannot be read or worked out
 */
export function formulaKey(text: string): string {
  const formula = formulaOf(text);
  if (formula.names.length === 0) return constantKey(formula);
  const values = valuesAt(formula);
  const [first, ...others] = values;
  if (first.im === 0 && others.every((other) => isNear(other, first))) return realKey(first.re);
  return `f[${values.map((value) => complexKey(value, comparedDigits)).join(' ')}]`;
}

/** The key of left = right with variables: equal for equations that are multiples of each other; null for "1 = 1". */
export function equationKey(left: string, right: string): string | null {
  const difference = formulaOf(`(${left})-(${right})`);
  if (difference.names.length === 0) return null;
  const [first, ...others] = valuesAt(difference);
  if (isNear(first, { re: 0, im: 0 })) return null;
  return `equation[${others.map((other) => complexKey(quotient(other, first), comparedDigits)).join(' ')}]`;
}

function valuesAt(formula: Formula): [Complex, ...Complex[]] {
  return points.map((point) => valueOf(formula, formula.names.map(point)) as Complex) as [
    Complex,
    ...Complex[],
  ];
}

function constantKey(formula: Formula): string {
  const value = valueOf(formula, formula.hasI ? [] : 'exactly');
  if (!isDecimal(value))
    return roundedPart(value.im, value) === '0' ? realKey(value.re) : complexKey(value, comparedDigits);
  const size = Number(/e([-+]\d+)$/.exec(value.toExponential(significantDigits - 1))?.[1] ?? 0);
  if (size < -30) return '0'; // what is left of 40 digits where two numbers cancel
  // as many digits as an exact decimal has: integers whole, six places at least
  const digits = size < 0 ? significantDigits : Math.max(significantDigits, size + 7);
  return exponentialKey(value.toExponential(digits - 1));
}

/** Of a number in double precision. */
function realKey(value: number): string {
  const near = Math.round(value);
  if (Math.abs(value - near) <= 1e-12 * Math.max(1, Math.abs(value))) return String(near === 0 ? 0 : near);
  return exponentialKey(value.toExponential(significantDigits - 1));
}

function complexKey(value: Complex, digits: number): string {
  return `${roundedPart(value.re, value, digits)},${roundedPart(value.im, value, digits)}i`;
}

/** A part beside which the other is 10^11 times as large is rounding. */
function roundedPart(part: number, { re, im }: Complex, digits = comparedDigits): string {
  const size = Math.hypot(re, im);
  return Math.abs(part) <= 1e-11 * Math.max(size, 1e-3)
    ? '0'
    : exponentialKey(part.toExponential(digits - 1));
}

function isNear(one: Complex, other: Complex): boolean {
  const size = Math.max(1, Math.hypot(other.re, other.im));
  return Math.hypot(one.re - other.re, one.im - other.im) <= 1e-12 * size;
}

function quotient(above: Complex, below: Complex): Complex {
  const size = below.re ** 2 + below.im ** 2;
  return {
    re: (above.re * below.re + above.im * below.im) / size,
    im: (above.im * below.re - above.re * below.im) / size,
  };
}

/** Sizes stay near 1, so that x^2007 has a value; names give places, so that x and y differ everywhere. */
const points: readonly ((name: string) => Complex)[] = [
  (name) => ({ re: 0.6 + 0.8 * place(name, 1), im: 0 }),
  (name) => ({ re: 0.6 + 0.8 * place(name, 2), im: 0 }),
  (name) => ({ re: -0.5 - 0.4 * place(name, 3), im: 0.3 + 0.4 * place(name, 4) }),
];

/** A number between 0 and 1 for a name: always the same, irregular, not random. */
function place(name: string, salt: number): number {
  let hash = 2166136261 ^ (salt * 0x9e3779b1);
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
