import type { Summary } from '../src/explorer/data';
import { valueOf } from './filter';

type Value = number | string | boolean | null;

export interface Mean {
  readonly value: number;
  /** Of the 95% interval; null with fewer than two values. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface Group {
  readonly value: Value;
  readonly count: number;
  /** Of each numeric column; null where none has a value. */
  readonly means: readonly (Mean | null)[];
}

/** Collaborations by the value of a column: how many, and the means of numbers and the shares of what is yes. */
export function grouped(
  rows: readonly Summary[],
  by: string,
  columns: readonly string[],
): { readonly numbers: readonly string[]; readonly groups: readonly Group[] } {
  const isMeasured = (value: Value) => typeof value === 'number' || typeof value === 'boolean';
  const numbers = columns.filter((name) => rows.some((one) => isMeasured(valueOf(one, name))));
  // What is yes or no, also where it is written as 1 and 0.
  const isShare = (value: Value) =>
    value === null || typeof value === 'boolean' || value === 0 || value === 1;
  const shares = new Set(numbers.filter((name) => rows.every((one) => isShare(valueOf(one, name)))));
  const members = new Map<Value, Summary[]>();
  for (const one of rows) {
    const own = members.get(valueOf(one, by));
    if (own === undefined) members.set(valueOf(one, by), [one]);
    else own.push(one);
  }
  const groups = [...members].map(([value, own]) => ({
    value,
    count: own.length,
    means: numbers.map((name) =>
      meanOf(own.map((one) => valueOf(one, name)).filter(isMeasured), shares.has(name)),
    ),
  }));
  const order = (a: Group, b: Group) =>
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : String(a.value).localeCompare(String(b.value), 'en');
  return { numbers, groups: groups.sort(order) };
}

/** A mean and its 95% interval by Student's t; of yes and no a share, with the interval of Wilson (1927). */
function meanOf(values: readonly Value[], isShare: boolean): Mean | null {
  const n = values.length;
  if (n === 0) return null;
  const numbers = values.map(Number);
  const value = numbers.reduce((sum, one) => sum + one, 0) / n;
  if (isShare) return { value, ...wilson(value, n) };
  if (n < 2) return { value, low: null, high: null };
  const variance = numbers.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1);
  const reach = studentReach(n - 1) * Math.sqrt(variance / n);
  return { value, low: value - reach, high: value + reach };
}

const z = 1.959963984540054;

/** Student's t at 0.975 for 1 to 10 degrees of freedom. */
const few = [12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306, 2.26216, 2.22814];

/**
 * Student's t at 0.975. Beyond 10 degrees of freedom by the expansion of Cornish and Fisher (Abramowitz and Stegun
 * 26.7.5), within 0.0001. The library that metrics take it from would make the page half as large again.
 */
export function studentReach(degrees: number): number {
  const known = few[degrees - 1];
  if (known !== undefined) return known;
  const one = (z ** 3 + z) / 4;
  const two = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const three = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + one / degrees + two / degrees ** 2 + three / degrees ** 3;
}

function wilson(share: number, n: number): { low: number; high: number } {
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const reach = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
