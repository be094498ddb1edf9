import { complexValue, exactValue, type Variables } from './arithmetic';
import { exponentialKey, significantDigits } from './decimal-key';
import { holds, type Expression } from './expression';
import type { ComplexValue } from './formula-value';
import { parseFormula } from './parse-formula';

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
  return keyOf(parseFormula(text));
}

export function keyOf(formula: Expression): string {
  if (!holds(formula, 'variable')) return constantKey(formula);
  const values = points.map((variables) => complexValue(formula, variables));
  const [first, ...others] = values as [ComplexValue, ...ComplexValue[]];
  if (first.im === 0 && others.every((other) => isNear(other, first))) return realKey(first.re);
  return `f[${values.map((value) => complexKey(value, comparedDigits)).join(' ')}]`;
}

/** The key of left = right with variables: equal for equations that are multiples of each other; null for "1 = 1". */
export function equationKey(left: Expression, right: Expression): string | null {
  const difference: Expression = { kind: 'operation', name: 'subtract', of: [left, right] };
  if (!holds(difference, 'variable')) return null;
  const [first, ...others] = points.map((variables) => complexValue(difference, variables)) as [
    ComplexValue,
    ...ComplexValue[],
  ];
  if (isNear(first, { re: 0, im: 0 })) return null;
  return `equation[${others.map((other) => complexKey(quotient(other, first), comparedDigits)).join(' ')}]`;
}

function constantKey(formula: Expression): string {
  if (holds(formula, 'i')) return valueKey(complexValue(formula, points[0] as Variables));
  const value = exactValue(formula);
  if (!('exponential' in value)) return valueKey(value);
  const size = Number(/e([-+]\d+)$/.exec(value.exponential(significantDigits))?.[1] ?? 0);
  if (size < -30) return '0'; // what is left of 40 digits where two numbers cancel
  // as many digits as an exact decimal has: integers whole, six places at least
  const text = value.exponential(size < 0 ? significantDigits : Math.max(significantDigits, size + 7));
  return exponentialKey(text);
}

function valueKey(value: ComplexValue): string {
  const im = roundedPart(value.im, value);
  return im === '0' ? realKey(value.re) : complexKey(value, comparedDigits);
}

/** Of a number in double precision. */
function realKey(value: number): string {
  const near = Math.round(value);
  if (Math.abs(value - near) <= 1e-12 * Math.max(1, Math.abs(value))) return String(near === 0 ? 0 : near);
  return exponentialKey(value.toExponential(significantDigits - 1));
}

function complexKey(value: ComplexValue, digits: number): string {
  return `${roundedPart(value.re, value, digits)},${roundedPart(value.im, value, digits)}i`;
}

/** A part beside which the other is 10^11 times as large is rounding. */
function roundedPart(part: number, { re, im }: ComplexValue, digits = comparedDigits): string {
  const size = Math.hypot(re, im);
  return Math.abs(part) <= 1e-11 * Math.max(size, 1e-3)
    ? '0'
    : exponentialKey(part.toExponential(digits - 1));
}

function isNear(one: ComplexValue, other: ComplexValue): boolean {
  const size = Math.max(1, Math.hypot(other.re, other.im));
  return Math.hypot(one.re - other.re, one.im - other.im) <= 1e-12 * size;
}

function quotient(above: ComplexValue, below: ComplexValue): ComplexValue {
  const size = below.re ** 2 + below.im ** 2;
  return {
    re: (above.re * below.re + above.im * below.im) / size,
    im: (above.im * below.re - above.re * below.im) / size,
  };
}

/** Sizes stay near 1, so that x^2007 has a value; names give places, so that x and y differ everywhere. */
const points: readonly Variables[] = [
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
