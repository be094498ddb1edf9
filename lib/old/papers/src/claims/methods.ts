import {
  clusterSlope,
  clusterT,
  exchangeWithin,
  regroupings,
  signFlips,
  spreadTest,
  welch,
  wildBootstrap,
  type BoundTest,
  type ClusterSums,
  type SlopeCase,
} from 'agora-core/statistics';
import { AgoraError, hasCode } from 'agora-voting';
import type { ClaimTest } from '../claim-spec';
import type { ClaimCase, Measured } from './evaluate';

/*
 * The methods of the policy's table: which test a claim's cases get, by the method that its specification names and by how
 * many clusters there are.
 */

/** With this many clusters or more the tests use Student's t, with fewer permutations. */
export const manyClusters = 30;

/**
 * Checks that the cases have what a method needs.
 * @throws AgoraError 'claim-spec' naming the claim and the case that lacks it
 */
export function checkSets(id: string, { method, bound }: ClaimTest, { cases, effectOf }: Measured): void {
  const refuse = (what: string): never => {
    throw new AgoraError('claim-spec', `${id} is tested by ${method}: ${what}`);
  };
  if (method === 'two groups') {
    const stray = cases.find(({ set }) => set !== 'of' && set !== 'less');
    if (stray !== undefined) refuse(`${stray.cluster} is in no group ("of" or "less")`);
    const groupOf = new Map<string, string | undefined>();
    for (const { cluster, set } of cases) {
      if ((groupOf.get(cluster) ?? set) !== set) refuse(`${cluster} is in both groups`);
      groupOf.set(cluster, set);
    }
  }
  if (method === 'slope') {
    const stray = cases.find(({ regressor }) => regressor === undefined || !Number.isFinite(regressor));
    if (stray !== undefined) refuse(`a case of ${stray.cluster} has no regressor`);
  }
  if (method === 'variation' && effectOf !== undefined) {
    if (bound !== 0) refuse(`exchanges can test a bound of 0 alone, got ${bound}`);
    const sets = new Set(cases.map(({ set }) => set)).size;
    const clusters = [...new Set(cases.map(({ cluster }) => cluster))];
    const short = clusters.find((name) => {
      const own = cases.filter(({ cluster }) => cluster === name);
      return own.length !== sets || new Set(own.map(({ set }) => set)).size !== sets;
    });
    if (short !== undefined) refuse(`${short} needs one case of each of ${sets} treatments`);
  }
}

/** Why no test is possible with any number of clusters; null if one is. */
export function floorOf(
  method: ClaimTest['method'],
  measured: Measured,
  sums: readonly ClusterSums[],
): string | null {
  if (method === 'two groups') {
    const { of, less } = groupsOf(measured.cases);
    if (of.length === 0 || less.length === 0) return `${of.length} and ${less.length} clusters in two groups`;
  }
  if (method === 'slope') return slopeFloor(slopeCases(measured.cases));
  if (method === 'variation' && measured.effectOf !== undefined)
    return tableOf(measured.cases).some((row) => new Set(row).size > 1)
      ? null
      : 'no treatment differs from another';
  return differ(sums) ? null : 'no cluster differs from another';
}

export function testAt(
  method: ClaimTest['method'],
  { cases, effectOf }: Measured,
  sums: readonly ClusterSums[],
  bound: number,
): BoundTest {
  const isMany = sums.length >= manyClusters;
  switch (method) {
    case 'variation':
      if (effectOf !== undefined) return exchangeWithin(tableOf(cases), effectOf);
      return spreadTest(cases.map(({ set = '', numerator }) => ({ group: set, value: numerator })));
    case 'two groups': {
      const { of, less } = groupsOf(cases);
      const hasSpread = [of, less].every((own) => own.length > 1) && [of, less].some(varies);
      return isMany && hasSpread ? welch(of, less, bound) : regroupings(of, less, bound);
    }
    case 'slope':
      return (isMany ? clusterSlope : wildBootstrap)(slopeCases(cases), bound);
    case 'paired mean':
      return isMany ? clusterT(sums, bound, { of: 'mean' }) : signFlips(sums, bound);
    case 'ratio of sums':
      return isMany ? clusterT(sums, bound, { of: 'ratio' }) : signFlips(sums, bound);
  }
}

const varies = (values: readonly number[]): boolean => values.some((one) => one !== values[0]);

/** The means of the clusters of each group. A cluster is in one of them. */
function groupsOf(cases: readonly ClaimCase[]): { of: number[]; less: number[] } {
  const groups = { of: [] as number[], less: [] as number[] };
  for (const group of ['of', 'less'] as const) {
    const sums = clusterSums(
      cases.filter(({ set }) => set === group),
      'clusters',
    );
    groups[group].push(...sums.map(({ numerator }) => numerator));
  }
  return groups;
}

function slopeCases(cases: readonly ClaimCase[]): SlopeCase[] {
  return cases.map(({ cluster, set = '', numerator, regressor = NaN }) => ({
    cluster: cluster,
    set: set === '' ? 'all' : set,
    regressor: regressor,
    response: numerator,
  }));
}

/** A slope needs a regressor that varies within sets, and responses that do not lie on one line. */
function slopeFloor(cases: readonly SlopeCase[]): string | null {
  const isFloor = (of: 'regressor' | 'response'): boolean =>
    cases.every((one) => one[of] === cases.find(({ set }) => set === one.set)?.[of]);
  if (isFloor('regressor')) return 'what the slope is on does not vary';
  if (isFloor('response')) return 'no cluster differs from another';
  try {
    clusterSlope(cases, 0);
    return null;
  } catch (error) {
    if (hasCode(error, 'numbers')) return error.message; // all cases on one line
    throw error;
  }
}

/** A row for each cluster, with a value for each treatment in the order of the first cluster's. */
function tableOf(cases: readonly ClaimCase[]): number[][] {
  const treatments = [...new Set(cases.map(({ set = '' }) => set))];
  const rows = new Map<string, Map<string, number>>();
  for (const { cluster, set = '', numerator } of cases) {
    const row = rows.get(cluster) ?? new Map<string, number>();
    row.set(set, numerator);
    rows.set(cluster, row);
  }
  return [...rows.values()].map((row) => treatments.map((name) => row.get(name) ?? NaN));
}

/**
 * What each cluster adds. Clusters alike: a cluster's mean of numerators and of denominators. Sets alike: a case counts
 * by its share of its set's denominators, so that each set adds as much, wherever its cases lie.
 */
export function clusterSums(cases: readonly ClaimCase[], alike: Measured['alike']): ClusterSums[] {
  const totals = new Map<string, number>();
  for (const { set = '', cluster, denominator = 1 } of cases) {
    const key = alike === 'sets' ? set : cluster;
    totals.set(key, (totals.get(key) ?? 0) + (alike === 'sets' ? denominator : 1));
  }
  const sums = new Map<string, { numerator: number; denominator: number }>();
  for (const { set = '', cluster, numerator, denominator = 1 } of cases) {
    const weight =
      1 / (totals.get(alike === 'sets' ? set : cluster) ?? NaN) / (alike === 'sets' ? totals.size : 1);
    const one = sums.get(cluster) ?? { numerator: 0, denominator: 0 };
    one.numerator += weight * numerator;
    one.denominator += weight * denominator;
    sums.set(cluster, one);
  }
  return [...sums.values()];
}

export function differ(sums: readonly ClusterSums[]): boolean {
  const [u, v] = [
    sums.reduce((sum, one) => sum + one.numerator, 0),
    sums.reduce((sum, one) => sum + one.denominator, 0),
  ];
  const size = Math.max(...sums.map(({ numerator }) => Math.abs(numerator)));
  return sums.some((one) => Math.abs(one.numerator - (u / v) * one.denominator) > 1e-9 * size);
}
