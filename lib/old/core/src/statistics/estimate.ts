import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, listOf, number, object, settings } from 'agora-voting/internal';
import { interval, withoutRounding, type Estimate } from '../row';

/** A mean. Its interval uses Student's t with (number of clusters - 1) degrees of freedom. */
export interface ClusteredEstimate extends Estimate {
  readonly clusters: number;
}

/** The cluster of each value: a question, a game, a group. */
export type Clusters = readonly (string | number)[];

export const clustersGiven = listOf(
  'names or numbers',
  z.union([z.string(), z.number()], { error: 'a name or a number' }),
);
export const valuesGiven = listOf('finite numbers', number());
const given = object('arguments', {
  values: valuesGiven,
  options: settings({ clusters: clustersGiven.optional() }),
});

/**
 * The mean of clustered values (answers to one question, rounds of one game), with the cluster-robust standard error.
 * Values of a cluster may depend on each other; clusters must be independent. Without clusters this is the usual
 * standard error of a mean. For a paired comparison pass the differences. Source: Liang and Zeger (1986); Cameron and
 * Miller (2015), with the correction G / (G - 1), as in statsmodels.
 * @throws AgoraError 'setting' for values that are not finite; AgoraError 'lengths' when the numbers of clusters and
 * values differ
 * @example
 * const { value, clusters } = statistics.estimate([1, 0, 1, 1], { clusters: ['q1', 'q1', 'q2', 'q2'] });
 * [value, clusters]; // => [0.75, 2]
 */
export function estimate(
  values: readonly number[],
  options: { readonly clusters?: Clusters } = {},
): ClusteredEstimate {
  check('estimate', given, { values, options });
  const names = options.clusters ?? values.map((_, place) => place);
  const members = membersOf('estimate', names, values.length);
  const [n, groups] = [values.length, members.length];
  if (n === 0) return { value: null, standardError: null, low: null, high: null, n, clusters: 0 };
  const value = values.reduce((sum, one) => sum + one, 0) / n;
  if (groups < 2) return { value, standardError: null, low: null, high: null, n, clusters: groups };
  const squares = members.map((places) =>
    Math.pow(
      places.reduce((sum, place) => sum + (values[place] ?? 0) - value, 0),
      2,
    ),
  );
  const variance = (squares.reduce((sum, one) => sum + one, 0) * groups) / (groups - 1) / n ** 2;
  const standardError = withoutRounding(Math.sqrt(variance), values);
  return { value, standardError, ...interval(value, standardError, groups), n, clusters: groups };
}

/** The places of each cluster's members. Clusters are in order of first appearance. */
export function membersOf(who: string, clusters: Clusters, length: number): number[][] {
  if (clusters.length !== length)
    throw new AgoraError(
      'lengths',
      `${who} needs a cluster for each of ${length} values, got ${clusters.length}`,
    );
  const members = new Map<string | number, number[]>();
  clusters.forEach((name, place) => {
    const known = members.get(name);
    if (known === undefined) members.set(name, [place]);
    else known.push(place);
  });
  return [...members.values()];
}
