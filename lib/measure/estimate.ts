import quantile from '@stdlib/stats-base-dists-t-quantile';
import { quantileSorted } from 'simple-statistics';
import { AgoraError, knownOptions } from '../error';
import { Random } from '../random';

/** A mean with its 95% interval. Different clusters are treated as independent; values in the same cluster are not. */
export interface Estimate {
  readonly value: number | null;
  /** The lower end of the interval. Null if there are fewer than two clusters. */
  readonly low: number | null;
  readonly high: number | null;
  /** Number of values. */
  readonly n: number;
  readonly clusters: number;
}

/** One cluster label per value, usually the value's case. */
export type Clusters = readonly (string | number)[];

export interface EstimateOptions {
  /** One cluster label per value. Default: every value is its own cluster. */
  readonly clusters?: Clusters;
  /** The smallest and largest possible values. The interval stays within these bounds. */
  readonly bounds?: readonly [number, number];
}

/** Critical value of the normal distribution for a 95% interval. */
const critical = 1.959963984540054;

/**
 * Returns the mean of the values, with its 95% interval. The kind of interval depends on the values:
 *
 * - By default, Student's t interval. For G clusters, it uses G - 1 degrees of freedom and the cluster-robust standard
 *   error with the correction G / (G - 1), as in statsmodels (Liang and Zeger, 1986; Cameron and Miller, 2015). Without
 *   clusters, this is the usual interval for a mean.
 * - For independent values that each equal one of the two bounds, such as yes/no values: Wilson's score interval
 *   (1927).
 * - If Student's interval would exceed the bounds: Wilson's interval for the effective number of cases, that is, the
 *   number of yes/no values that would have the same standard error (Korn and Graubard, 1998).
 */
export function estimate(values: readonly number[], options: EstimateOptions = {}): Estimate {
  knownOptions('estimate', options, ['clusters', 'bounds']);
  const { bounds } = options;
  const groups = membersOf(values, options.clusters);
  const counts = { n: values.length, clusters: groups.length };
  if (values.length === 0) return { value: null, low: null, high: null, ...counts };
  const value = meanOf(values);
  if (groups.length < 2) return { value, low: null, high: null, ...counts };
  const error = standardError(values, value, groups);
  const isInside = bounds !== undefined && values.every((one) => one >= bounds[0] && one <= bounds[1]);
  if (bounds === undefined || !isInside) return { value, ...student(value, error, groups.length), ...counts };
  const isShare = values.every((one) => bounds.includes(one));
  // Identical clusters do not show how much other clusters would differ, so each cluster counts as one case.
  if (isShare && (groups.length === values.length || error === 0))
    return { value, ...wilson(value, groups.length, critical, bounds), ...counts };
  const usual = student(value, error, groups.length);
  if (usual.low >= bounds[0] && usual.high <= bounds[1]) return { value, ...usual, ...counts };
  const width = bounds[1] - bounds[0];
  const share = (value - bounds[0]) / width;
  const effective = (share * (1 - share)) / (error / width) ** 2;
  return { value, ...wilson(value, effective, quantile(0.975, groups.length - 1), bounds), ...counts };
}

function student(value: number, error: number, clusters: number): { low: number; high: number } {
  const reach = quantile(0.975, clusters - 1) * error;
  return { low: value - reach, high: value + reach };
}

/**
 * Returns Wilson's score interval: all shares that the score test does not reject. If the observed share is 0 or 1, the
 * interval includes it.
 */
function wilson(
  value: number,
  n: number,
  z: number,
  [smallest, largest]: readonly [number, number],
): { low: number; high: number } {
  const width = largest - smallest;
  const share = (value - smallest) / width;
  const centre = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const reach = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  const low = share <= 0 ? smallest : smallest + width * Math.max(0, centre - reach);
  const high = share >= 1 ? largest : smallest + width * Math.min(1, centre + reach);
  return { low, high };
}

/** Differences smaller than this fraction of the largest number count as rounding errors. */
const rounding = 1e-9;

function standardError(
  values: readonly number[],
  mean: number,
  groups: readonly (readonly number[])[],
): number {
  const largest = values.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  if (largest === 0) return 0;
  let squares = 0;
  for (const group of groups) {
    let sum = 0;
    for (const at of group) sum += ((values[at] as number) - mean) / largest; // scaled: tiny squares would underflow
    squares += sum ** 2;
  }
  const error = Math.sqrt((squares * groups.length) / (groups.length - 1)) / values.length;
  return error < rounding ? 0 : error * largest;
}

/** Returns the indices of each cluster's values. */
function membersOf(values: readonly number[], clusters: Clusters | undefined): number[][] {
  if (clusters === undefined) return values.map((_, at) => [at]);
  if (clusters.length !== values.length)
    throw new AgoraError(
      `Got ${clusters.length} cluster labels for ${values.length} values. Give one label per value.`,
    );
  const members = new Map<string | number, number[]>();
  clusters.forEach((name, at) => {
    const known = members.get(name);
    if (known === undefined) members.set(name, [at]);
    else known.push(at);
  });
  return [...members.values()];
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

export interface BootstrapOptions {
  /** One cluster label per value. Each cluster is drawn as a whole. Default: every value is its own cluster. */
  readonly clusters?: Clusters;
  /** Random seed. Default: 7. */
  readonly seed?: number;
  /** Number of bootstrap draws. Default: 2,000. */
  readonly draws?: number;
}

/**
 * Returns the value of a statistic and its 95% percentile interval, which is found by resampling clusters with
 * replacement. The interval is reliable if there are about twenty clusters or more. Source: Efron and Tibshirani
 * (1993), chapter 13.
 */
export function bootstrap(
  values: readonly number[],
  statistic: (values: readonly number[]) => number,
  options: BootstrapOptions = {},
): Estimate {
  knownOptions('bootstrap', options, ['clusters', 'seed', 'draws']);
  const { seed = 7, draws = 2000 } = options;
  const groups = membersOf(values, options.clusters);
  const counts = { n: values.length, clusters: groups.length };
  if (values.length === 0) return { value: null, low: null, high: null, ...counts };
  const value = statistic(values);
  if (groups.length < 2) return { value, low: null, high: null, ...counts };
  const random = Random.from(seed, 'bootstrap');
  const drawn: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const sample = groups.flatMap(() => random.pick(groups).map((at) => values[at] as number));
    drawn.push(statistic(sample));
  }
  drawn.sort((a, b) => a - b);
  return { value, low: quantileSorted(drawn, 0.025), high: quantileSorted(drawn, 0.975), ...counts };
}
