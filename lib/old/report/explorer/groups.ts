import { differently, valueOf, valuesOf, type Filterable } from './filter';

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

/** Columns of yes and no. */
const yesOrNo = new Set(['decided', 'unfinished', differently]);
/** Columns of counts. Where all counts happen to be 0 and 1 they are no shares. */
const counts = new Set(['agents', 'rounds', 'messages', 'failures']);
/** Scores of the library's environments that lie from 0 to 1. */
const shares = new Set('share correct decided misled normalized valid adjusted unanimous passes'.split(' '));

/** What a column is of: a share from 0 to 1, or any number. Null for what is not averaged, such as a seed or the case. */
function kindOf(name: string, rows: readonly Filterable[]): 'share' | 'number' | null {
  if (yesOrNo.has(name)) return 'share';
  if (counts.has(name)) return 'number';
  if (!rows.some(({ numbers }) => Object.hasOwn(numbers, name))) return null;
  // A column that was measured beside the score has further fields in its name: "share, borda".
  const isInside = (value: Value) =>
    value === null || (typeof value === 'number' && value >= 0 && value <= 1);
  const isShare =
    shares.has(name.split(', ')[0] ?? name) && rows.every((one) => isInside(valueOf(one, name)));
  return isShare ? 'share' : 'number';
}

/**
 * Collaborations by the value of a column: how many, and the means of what was measured, and the shares of what is yes.
 * Settings and facts of the case are no results, and are left out. By tags, a collaboration belongs to each of its own.
 */
export function grouped(
  rows: readonly Filterable[],
  by: string,
  columns: readonly string[],
): { readonly numbers: readonly string[]; readonly groups: readonly Group[] } {
  const isMeasured = (value: Value) => typeof value === 'number' || typeof value === 'boolean';
  const kinds = new Map(columns.map((name) => [name, kindOf(name, rows)]));
  const numbers = columns.filter(
    (name) => kinds.get(name) !== null && rows.some((one) => isMeasured(valueOf(one, name))),
  );
  const members = new Map<Value, Filterable[]>();
  for (const one of rows)
    for (const value of valuesOf(one, by)) {
      const own = members.get(value);
      if (own === undefined) members.set(value, [one]);
      else own.push(one);
    }
  const groups = [...members].map(([value, own]) => ({
    value,
    count: own.length,
    means: numbers.map((name) =>
      meanOf(own.map((one) => valueOf(one, name)).filter(isMeasured), kinds.get(name) === 'share'),
    ),
  }));
  const order = (a: Group, b: Group) =>
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : String(a.value).localeCompare(String(b.value), 'en');
  return { numbers, groups: groups.sort(order) };
}

/**
 * A mean and its 95% interval by Student's t; of yes and no the interval of Wilson (1927). Where Student's interval of a
 * share would leave 0 to 1, it is Wilson's for the effective number of cases, as `metrics.measure` has it.
 */
function meanOf(values: readonly Value[], isShare: boolean): Mean | null {
  const n = values.length;
  if (n === 0) return null;
  const numbers = values.map(Number);
  const value = numbers.reduce((sum, one) => sum + one, 0) / n;
  if (isShare && numbers.every((one) => one === 0 || one === 1)) return { value, ...wilson(value, n, z) };
  if (n < 2) return { value, low: null, high: null };
  const variance = numbers.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1);
  const student = studentReach(n - 1);
  const reach = student * Math.sqrt(variance / n);
  const [low, high] = [value - reach, value + reach];
  if (!isShare || (low >= 0 && high <= 1)) return { value, low, high };
  return { value, ...wilson(value, (value * (1 - value) * n) / variance, student) };
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

function wilson(share: number, n: number, critical: number): { low: number; high: number } {
  const square = critical ** 2;
  const middle = (share + square / (2 * n)) / (1 + square / n);
  const reach = (critical / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
