import { AgoraError } from 'agora-voting';
import { listOf, number, object } from 'agora-voting/internal';

/** The contribution of one cluster to a ratio of sums. For a mean, the denominator is the cluster's weight. */
export interface ClusterSums {
  readonly numerator: number;
  readonly denominator: number;
}

/** An effect, and how certain it is that it is above or below a bound. */
export interface BoundTest {
  readonly effect: number;
  /** The 95% interval; null if it has no end on that side. */
  readonly low: number | null;
  readonly high: number | null;
  /** One-sided: small if the effect is above the bound. */
  readonly pAbove: number;
  /** One-sided: small if the effect is below the bound. */
  readonly pBelow: number;
  readonly clusters: number;
}

export const clusterSumsGiven = listOf(
  'clusters',
  object('a numerator and a denominator', { numerator: number(), denominator: number(0) }),
);

/** @throws AgoraError 'numbers' for fewer than two clusters, nothing to divide by, or clusters that do not differ */
export function effectOfSums(who: string, clusters: readonly ClusterSums[]): number {
  if (clusters.length < 2)
    throw new AgoraError('numbers', `${who} needs at least two clusters, got ${clusters.length}`);
  const numerator = clusters.reduce((sum, one) => sum + one.numerator, 0);
  const denominator = clusters.reduce((sum, one) => sum + one.denominator, 0);
  if (denominator === 0) throw new AgoraError('numbers', `${who} needs denominators whose sum is above 0`);
  const effect = numerator / denominator;
  const size = clusters.reduce((most, one) => Math.max(most, Math.abs(one.numerator)), 0);
  const isSame = clusters.every(
    (one) => Math.abs(one.numerator - effect * one.denominator) <= 1e-12 * Math.max(size, 1e-300),
  );
  if (isSame) throw new AgoraError('numbers', `${who} needs clusters that differ: all have the same effect`);
  return effect;
}
