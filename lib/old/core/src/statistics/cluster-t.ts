import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import { check, number, object, oneOf, settings } from 'agora-voting/internal';
import { clusterSumsGiven, effectOfSums, type BoundTest, type ClusterSums } from './cluster-sums';

export interface ClusterTOptions {
  /**
   * mean: denominators are weights that chance does not move (the cluster-robust error, as statsmodels has it).
   * ratio: chance moves both sums (Fieller 1954): the test is of the mean of numerator - bound x denominator.
   * Default mean.
   */
  readonly of?: 'mean' | 'ratio';
}

const given = object('arguments', {
  clusters: clusterSumsGiven,
  bound: number(),
  options: settings({ of: oneOf('mean', 'ratio').optional() }),
});

/**
 * Tests whether a mean, or a ratio of sums, is above or below a bound: Student's t over clusters, with one degree of freedom
 * fewer than there are clusters. Values inside of a cluster may depend on each other in any way.
 * Source: Liang and Zeger (1986); Cameron and Miller (2015); of a ratio, Fieller (1954).
 * @throws AgoraError 'numbers' for fewer than two clusters, or clusters that do not differ
 * @example
 * const clusters = [1, 2, 3, 6].map((numerator) => ({ numerator, denominator: 1 }));
 * statistics.clusterT(clusters, 0).pAbove.toFixed(4); // => '0.0346'
 */
export function clusterT(
  clusters: readonly ClusterSums[],
  bound: number,
  options: ClusterTOptions = {},
): BoundTest {
  check('clusterT', given, { clusters, bound, options });
  const effect = effectOfSums('clusterT', clusters);
  const isRatio = options.of === 'ratio';
  const count = clusters.length;
  const centre = isRatio ? bound : effect;
  const rests = clusters.map((one) => one.numerator - centre * one.denominator);
  const total = clusters.reduce((sum, one) => sum + one.denominator, 0);
  // Around the estimate the rests have a mean of 0; around a bound they have not, and their own mean is taken off.
  const error = Math.sqrt((count * squaresAround(rests)) / (count - 1)) / total;
  const t = (effect - bound) / error;
  const interval = isRatio ? fieller(clusters) : meanInterval(effect, error, count);
  return {
    effect: effect,
    low: interval.low,
    high: interval.high,
    pAbove: cdf(-t, count - 1),
    pBelow: cdf(t, count - 1),
    clusters: count,
  };
}

function squaresAround(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
}

function meanInterval(effect: number, error: number, count: number) {
  const reach = quantile(0.975, count - 1) * error;
  return { low: effect - reach, high: effect + reach };
}

/** All bounds that the test does not reject: between the roots of a parabola, or without an end. */
function fieller(clusters: readonly ClusterSums[]): Pick<BoundTest, 'low' | 'high'> {
  const count = clusters.length;
  const u = clusters.map(({ numerator }) => numerator);
  const v = clusters.map(({ denominator }) => denominator);
  const [meanU, meanV] = [u, v].map((values) => values.reduce((sum, one) => sum + one, 0) / count) as [
    number,
    number,
  ];
  const share = quantile(0.975, count - 1) ** 2 / count / (count - 1);
  const uv = u.reduce((sum, one, place) => sum + (one - meanU) * ((v[place] ?? 0) - meanV), 0);
  const square = meanV ** 2 - share * squaresAround(v);
  const linear = meanU * meanV - share * uv;
  const constant = meanU ** 2 - share * squaresAround(u);
  const root = linear ** 2 - square * constant;
  if (square <= 0 || root < 0) return { low: null, high: null };
  return { low: (linear - Math.sqrt(root)) / square, high: (linear + Math.sqrt(root)) / square };
}
