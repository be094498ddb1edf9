import cdf from '@stdlib/stats-base-dists-t-cdf';
import { sampleCorrelation } from 'simple-statistics';
import { check, listOf, number, object, oneOf, settings } from 'agora-voting/internal';

/** The correlation of two lists of numbers. */
export interface Correlation {
  /** From -1 to 1; null if one of the lists does not vary. */
  readonly r: number | null;
  /** Two-sided, by Student's t with n - 2 degrees of freedom; null if r is null or n is 2. */
  readonly pValue: number | null;
  readonly n: number;
}

const point = object('a point', { x: number(), y: number() });
const given = object('arguments', {
  points: listOf('points', point, 2),
  options: settings({ method: oneOf('pearson', 'spearman').optional() }),
});

/**
 * Pearson's correlation, or Spearman's, which is Pearson's of the ranks (equal values share their mean rank). The test
 * assumes independent points. Source: scipy's pearsonr and spearmanr agree.
 * @param options.method - default `pearson`
 * @example
 * const points = [1, 2, 3, 4].map((x) => ({ x: x, y: x ** 3 }));
 * [statistics.correlation(points).r.toFixed(3), statistics.correlation(points, { method: 'spearman' }).r]; // => ['0.951', 1]
 */
export function correlation(
  points: readonly { readonly x: number; readonly y: number }[],
  options: { readonly method?: 'pearson' | 'spearman' } = {},
): Correlation {
  check('correlation', given, { points, options });
  const n = points.length;
  const read = options.method === 'spearman' ? ranksOf : (values: number[]) => values;
  const x = read(points.map((one) => one.x));
  const y = read(points.map((one) => one.y));
  if (new Set(x).size < 2 || new Set(y).size < 2) return { r: null, pValue: null, n };
  const r = Math.max(-1, Math.min(1, sampleCorrelation(x, y)));
  if (n === 2) return { r, pValue: null, n };
  const t = Math.abs(r) * Math.sqrt((n - 2) / (1 - r ** 2));
  return { r, pValue: 2 * cdf(-t, n - 2), n };
}

/** The places of values in their order, from 1. */
function ranksOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const first = new Map<number, number>();
  const count = new Map<number, number>();
  for (const [place, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, place + 1);
    count.set(value, (count.get(value) ?? 0) + 1);
  }
  return values.map((value) => (first.get(value) ?? 0) + ((count.get(value) ?? 1) - 1) / 2);
}
