import { Random } from 'agora-voting';
import { check, number, object, settings, whole } from 'agora-voting/internal';
import { clusterSumsGiven, effectOfSums, type BoundTest, type ClusterSums } from './cluster-sums';
import { notRejected, shareBeyond, type Patterns } from './patterns';

export interface SignFlipOptions {
  /** Sign patterns that are drawn from 20 clusters on; below, all of them are counted. Default 99,999. */
  readonly draws?: number;
  readonly seed?: number;
}

const given = object('arguments', {
  clusters: clusterSumsGiven,
  bound: number(),
  options: settings({ draws: whole(99, 1_000_000).optional(), seed: whole().optional() }),
});

/** With this many clusters or more, sign patterns are drawn: there are more than half a million. */
const mostEnumerated = 19;

/**
 * Tests whether a mean, or a ratio of sums, is above or below a bound, with few clusters. If the bound were the effect, each
 * cluster would deviate from it (numerator - bound x denominator) equally often to either side, so all patterns of signs are equally
 * likely. The interval contains the bounds that the test does not reject.
 * Source: Fisher (1935); scipy's `permutation_test` with `permutation_type='samples'`. The interval is by Hartigan's
 * (1969) typical values: a bound is rejected by as many patterns as there are subsets of clusters whose own effect lies
 * beyond it.
 * @throws AgoraError 'numbers' for fewer than two clusters, or clusters that do not differ
 * @example
 * const clusters = [1, 2, 3, 6].map((numerator) => ({ numerator, denominator: 1 }));
 * statistics.signFlips(clusters, 0).pAbove; // => 0.0625
 */
export function signFlips(
  clusters: readonly ClusterSums[],
  bound: number,
  options: SignFlipOptions = {},
): BoundTest {
  check('signFlips', given, { clusters, bound, options });
  const effect = effectOfSums('signFlips', clusters);
  const subsets = flippedSubsets(clusters, options);
  const size = clusters.reduce((sum, one) => sum + Math.abs(one.numerator - bound * one.denominator), 0);
  const dust = 1e-12 * size; // sums of the same numbers in another order
  const { pAbove, pBelow } = shareBeyond(subsets, bound, dust);
  const { low, high } = notRejected(subsets);
  return {
    effect: effect,
    low: low,
    high: high,
    pAbove: pAbove,
    pBelow: pBelow,
    clusters: clusters.length,
  };
}

/** Sums over the clusters whose sign is turned. The pattern that was observed, which turns none, is the first. */
function flippedSubsets(clusters: readonly ClusterSums[], options: SignFlipOptions): Patterns {
  const isWhole = clusters.length <= mostEnumerated;
  const { draws = 99_999, seed = 1 } = options;
  const count = isWhole ? 2 ** clusters.length : draws + 1;
  const numerators = new Float64Array(count);
  const denominators = new Float64Array(count);
  const random = Random.from(seed, 'sign flips');
  for (let place = 1; place < count; place++) {
    clusters.forEach((one, bit) => {
      const isTurned = isWhole ? ((place >> bit) & 1) === 1 : random.chance(0.5);
      if (!isTurned) return;
      numerators[place] = (numerators[place] ?? 0) + one.numerator;
      denominators[place] = (denominators[place] ?? 0) + one.denominator;
    });
  }
  return { count: count, numerators: numerators, denominators: denominators };
}
