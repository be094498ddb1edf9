import { Random } from 'agora-voting';
import { check, number, object, settings, whole } from 'agora-voting/internal';
import { clusterSumsGiven, effectOfSums, type BoundTest, type ClusterSums } from './cluster-sums';

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

/** From so many clusters on sign patterns are drawn: all would be more than half a million. */
const mostEnumerated = 19;

/**
 * Whether a mean, or a ratio of sums, lies above or below a bound, with few clusters: if the bound were the effect, each
 * cluster would deviate from it (numerator - bound x denominator) to either side alike, so all patterns of signs are as
 * likely. The interval has the bounds that the test does not reject.
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
  let above = 0;
  let below = 0;
  for (let place = 0; place < subsets.count; place++) {
    const rest = (subsets.numerators[place] ?? 0) - bound * (subsets.denominators[place] ?? 0);
    if (rest <= dust) above++;
    if (rest >= -dust) below++;
  }
  const ends = intervalOf(subsets);
  return {
    effect: effect,
    low: ends.low,
    high: ends.high,
    pAbove: above / subsets.count,
    pBelow: below / subsets.count,
    clusters: clusters.length,
  };
}

interface Subsets {
  readonly count: number;
  readonly numerators: Float64Array;
  readonly denominators: Float64Array;
}

/** Sums over the clusters whose sign is turned. The pattern that was observed, which turns none, is the first. */
function flippedSubsets(clusters: readonly ClusterSums[], options: SignFlipOptions): Subsets {
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

function intervalOf({ count, numerators, denominators }: Subsets): Pick<BoundTest, 'low' | 'high'> {
  const lows = new Float64Array(count);
  const highs = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    const [u, v] = [numerators[place] ?? 0, denominators[place] ?? 0];
    lows[place] = v > 0 ? u / v : u > 0 ? Infinity : -Infinity;
    highs[place] = v > 0 ? u / v : u < 0 ? -Infinity : Infinity;
  }
  lows.sort();
  highs.sort();
  const rank = Math.floor(0.025 * count);
  const low = lows[rank] ?? -Infinity;
  const high = highs[count - 1 - rank] ?? Infinity;
  return { low: Number.isFinite(low) ? low : null, high: Number.isFinite(high) ? high : null };
}
