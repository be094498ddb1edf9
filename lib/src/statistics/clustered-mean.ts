import quantile from '@stdlib/stats-base-dists-t-quantile';
import { mean, sum } from 'simple-statistics';
import { z } from 'zod';
import { AgoraError } from '../agora-error';
import { check, listOf, number, object } from '../check';

/** A mean with its 95% interval. */
export interface ClusteredMean {
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
  readonly clusters: number;
}

const meanArguments = object('arguments', {
  numbers: listOf('numbers', number(), 2),
  clusters: listOf('names of clusters', z.union([z.string(), z.number()], { error: 'a name' })).optional(),
});

/**
 * The mean of numbers that repeat within clusters (a question under several rules), with a 95% interval in which only
 * clusters count as independent: cluster-robust standard error with the factor G / (G - 1), Student's t with G - 1
 * degrees of freedom, G being the number of clusters. Where each number is its own cluster that is the usual interval.
 * @param clusters - the cluster of each number; each its own unless given
 * @throws AgoraError 'numbers' when there are fewer than two clusters, or not as many names as numbers
 * @example
 * statistics.clusteredMean([1, 2, 3, 4], ['a', 'a', 'b', 'b']).effect; // => 2.5
 */
export function clusteredMean(
  numbers: readonly number[],
  clusters?: readonly (string | number)[],
): ClusteredMean {
  check('clusteredMean', meanArguments, { numbers, clusters });
  return byCluster(numbers, clusters ?? [...numbers.keys()]);
}

function byCluster(numbers: readonly number[], clusters: readonly (string | number)[]): ClusteredMean {
  const names = [...new Set(clusters)];
  if (clusters.length !== numbers.length || names.length < 2)
    throw new AgoraError(
      'numbers',
      `clusteredMean needs a cluster for each number and two clusters at least, got ${names.length} in ${clusters.length} names for ${numbers.length} numbers`,
    );
  const effect = mean([...numbers]);
  const sums = new Map<string | number, number>(names.map((name) => [name, 0]));
  for (const [place, name] of clusters.entries())
    sums.set(name, (sums.get(name) ?? 0) + (numbers[place] as number) - effect);
  const groups = names.length;
  const squares = sum([...sums.values()].map((value) => value ** 2));
  const error = Math.sqrt((groups / (groups - 1)) * squares) / numbers.length;
  const half = quantile(0.975, groups - 1) * error;
  return { effect, low: effect - half, high: effect + half, n: numbers.length, clusters: groups };
}

const ratioArguments = object('arguments', {
  ...{ numerators: listOf('numbers', number(), 2), denominators: listOf('numbers', number(), 2) },
  clusters: meanArguments.shape.clusters,
});

/**
 * One sum over another, with a 95% interval by the delta method: that of the mean of what each case adds to the ratio
 * when both sums move with it. Rough for few clusters.
 * @throws AgoraError 'numbers' as clusteredMean, and when the denominators sum to 0
 * @example
 * statistics.clusteredRatio([1, 2, 3], [2, 4, 6]).effect; // => 0.5
 */
export function clusteredRatio(
  numerators: readonly number[],
  denominators: readonly number[],
  clusters?: readonly (string | number)[],
): ClusteredMean {
  check('clusteredRatio', ratioArguments, { numerators, denominators, clusters });
  const total = sum([...denominators]);
  if (denominators.length !== numerators.length || total === 0)
    throw new AgoraError(
      'numbers',
      `clusteredRatio needs a denominator for each numerator and a sum of them other than 0, got ${denominators.length} for ${numerators.length}, sum ${total}`,
    );
  const ratio = sum([...numerators]) / total;
  const influence = numerators.map(
    (one, place) => ratio + ((one - ratio * (denominators[place] as number)) * numerators.length) / total,
  );
  return { ...clusteredMean(influence, clusters), effect: ratio };
}
