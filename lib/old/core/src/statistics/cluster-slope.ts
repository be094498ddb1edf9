import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import { AgoraError, Random } from 'agora-voting';
import { check, listOf, number, object, settings, text, whole } from 'agora-voting/internal';
import type { BoundTest } from './cluster-sums';

/** One point of a slope. */
export interface SlopeCase {
  readonly cluster: string;
  readonly regressor: number;
  readonly response: number;
  /** Cases of a set share an intercept of their own: a dummy each. Default one intercept for all. */
  readonly set?: string;
}

export interface WildBootstrapOptions {
  /** Default 9,999. */
  readonly draws?: number;
  readonly seed?: number;
}

const cases = listOf(
  'cases',
  object('a cluster, a regressor and a response', {
    cluster: text(),
    regressor: number(),
    response: number(),
    set: text().optional(),
  }),
);
const slopeGiven = object('arguments', { cases: cases, bound: number() });

/**
 * Tests whether a slope by ordinary least squares is above or below a bound: Student's t with one degree of freedom fewer than
 * there are clusters, and the cluster-robust error of statsmodels (with its correction for few clusters).
 * Source: Liang and Zeger (1986); Cameron and Miller (2015).
 * @throws AgoraError 'numbers' for fewer than two clusters, a regressor that does not vary within sets, or an exact fit
 * @example
 * const cases = [1, 2, 4, 3].map((response, regressor) => ({ cluster: `case ${regressor}`, regressor, response }));
 * statistics.clusterSlope(cases, 0).effect.toFixed(2); // => '0.80'
 */
export function clusterSlope(cases: readonly SlopeCase[], bound: number): BoundTest {
  check('clusterSlope', slopeGiven, { cases, bound });
  const fit = fitOf('clusterSlope', cases);
  const groups = fit.clusters.length;
  const freedom = cases.length - fit.sets - 1;
  if (freedom < 1)
    throw new AgoraError(
      'numbers',
      `clusterSlope needs more than ${fit.sets + 1} cases, got ${cases.length}`,
    );
  const correction = (groups / (groups - 1)) * ((cases.length - 1) / freedom);
  const error = fit.root * Math.sqrt(correction);
  const t = (fit.slope - bound) / error;
  const reach = quantile(0.975, groups - 1) * error;
  return {
    effect: fit.slope,
    low: fit.slope - reach,
    high: fit.slope + reach,
    pAbove: cdf(-t, groups - 1),
    pBelow: cdf(t, groups - 1),
    clusters: groups,
  };
}

const bootstrapGiven = object('arguments', {
  cases: cases,
  bound: number(),
  options: settings({ draws: whole(99, 1_000_000).optional(), seed: whole().optional() }),
});

/** Webb's six weights, each as likely: their mean is 0 and their variance 1. */
const webb = [-Math.sqrt(1.5), -1, -Math.sqrt(0.5), Math.sqrt(0.5), 1, Math.sqrt(1.5)] as const;

/**
 * The test of a slope with few clusters: the wild cluster bootstrap with the null imposed. If the bound were the slope, the residuals
 * around it could as well have another sign and size in each cluster; t is compared with those of responses that are made
 * so. The interval has the bounds that the test does not reject.
 * Source: Cameron, Gelbach and Miller (2008); weights by Webb (2023), for fewer than a dozen clusters.
 * @throws AgoraError 'numbers' for fewer than two clusters, a regressor that does not vary within sets, or an exact fit
 * @example
 * const cases = [1, 2, 4, 3, 5, 7].map((response, regressor) => ({ cluster: `case ${regressor}`, regressor, response }));
 * statistics.wildBootstrap(cases, 0).pAbove < 0.05; // => true
 */
export function wildBootstrap(
  cases: readonly SlopeCase[],
  bound: number,
  options: WildBootstrapOptions = {},
): BoundTest {
  check('wildBootstrap', bootstrapGiven, { cases, bound, options });
  const { draws = 9999, seed = 1 } = options;
  const fit = fitOf('wildBootstrap', cases);
  const random = Random.from(seed, 'wild bootstrap');
  const weights = Float64Array.from(
    { length: draws * fit.clusters.length },
    () => webb[random.below(webb.length)] ?? 1,
  );
  const { pAbove, pBelow } = sharesAt(fit, weights, bound);
  return {
    effect: fit.slope,
    low: endOf(fit, -1, (at) => sharesAt(fit, weights, at).pAbove > 0.025),
    high: endOf(fit, 1, (at) => sharesAt(fit, weights, at).pBelow > 0.025),
    pAbove: pAbove,
    pBelow: pBelow,
    clusters: fit.clusters.length,
  };
}

/** Sums over one cluster, of what is left of regressor (x) and response (y) after the means of their sets. */
interface ClusterOf {
  readonly xy: number;
  readonly xx: number;
  /** By set. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

interface Fit {
  readonly slope: number;
  readonly clusters: readonly ClusterOf[];
  /** How many sets there are, and how many cases each has. */
  readonly sets: number;
  readonly sizes: readonly number[];
  /** The sum of squares of the regressor. */
  readonly xx: number;
  /** The error of the slope without a correction for few clusters. */
  readonly root: number;
}

function fitOf(who: string, cases: readonly SlopeCase[]): Fit {
  const setNames = [...new Set(cases.map(({ set = '' }) => set))];
  const clusterNames = [...new Set(cases.map(({ cluster }) => cluster))];
  if (clusterNames.length < 2)
    throw new AgoraError('numbers', `${who} needs at least two clusters, got ${clusterNames.length}`);
  const members = setNames.map((name) => cases.filter(({ set = '' }) => set === name));
  const means = members.map((own) => ({
    x: own.reduce((sum, { regressor }) => sum + regressor, 0) / own.length,
    y: own.reduce((sum, { response }) => sum + response, 0) / own.length,
  }));
  const left = cases.map(({ cluster, regressor, response, set = '' }) => {
    const place = setNames.indexOf(set);
    const mean = means[place] ?? { x: 0, y: 0 };
    return { cluster: cluster, set: place, x: regressor - mean.x, y: response - mean.y };
  });
  const clusters = clusterNames.map((name): ClusterOf => {
    const own = left.filter(({ cluster }) => cluster === name);
    const bySet = (of: 'x' | 'y') =>
      Float64Array.from(setNames, (_, place) =>
        own.reduce((sum, one) => sum + (one.set === place ? one[of] : 0), 0),
      );
    return {
      xy: own.reduce((sum, { x, y }) => sum + x * y, 0),
      xx: own.reduce((sum, { x }) => sum + x * x, 0),
      x: bySet('x'),
      y: bySet('y'),
    };
  });
  const xx = clusters.reduce((sum, one) => sum + one.xx, 0);
  const size = cases.reduce((sum, { regressor }) => sum + regressor ** 2, 0);
  if (xx <= 1e-20 * size || size === 0)
    throw new AgoraError('numbers', `${who} needs a regressor that varies within sets`);
  const slope = clusters.reduce((sum, one) => sum + one.xy, 0) / xx;
  const root = Math.sqrt(clusters.reduce((sum, one) => sum + (one.xy - slope * one.xx) ** 2, 0)) / xx;
  const responses = Math.sqrt(left.reduce((sum, { y }) => sum + y * y, 0));
  if (root * Math.sqrt(xx) <= 1e-12 * responses || responses === 0)
    throw new AgoraError('numbers', `${who} needs responses that differ from an exact fit`);
  return {
    slope: slope,
    clusters: clusters,
    sets: setNames.length,
    sizes: members.map((own) => own.length),
    xx: xx,
    root: root,
  };
}

/**
 * Which share of the draws has a t at least as far as the observed one, if the bound were the slope. The observed one is
 * counted among them. Corrections for few clusters are the same in all, so that they are left out.
 */
function sharesAt(
  { slope, clusters, sets, sizes, xx, root }: Fit,
  weights: Float64Array,
  bound: number,
): { pAbove: number; pBelow: number } {
  const observed = (slope - bound) / root;
  const dust = 1e-9 * Math.abs(observed);
  const scores = clusters.map((one) => one.xy - bound * one.xx);
  const rests = clusters.map((one) => one.y.map((sum, set) => sum - bound * (one.x[set] ?? 0)));
  const draws = weights.length / clusters.length;
  const means = new Float64Array(sets);
  let [above, below] = [1, 1];
  for (let draw = 0; draw < draws; draw++) {
    const from = draw * clusters.length;
    means.fill(0);
    let beyond = 0;
    for (let place = 0; place < clusters.length; place++) {
      const weight = weights[from + place] ?? 0;
      beyond += weight * (scores[place] ?? 0);
      for (let set = 0; set < sets; set++)
        means[set] = (means[set] ?? 0) + (weight * (rests[place]?.[set] ?? 0)) / (sizes[set] ?? 1);
    }
    beyond /= xx; // the drawn slope minus the bound
    let squares = 0;
    for (let place = 0; place < clusters.length; place++) {
      const one = clusters[place] as ClusterOf;
      let score = (weights[from + place] ?? 0) * (scores[place] ?? 0) - beyond * one.xx;
      for (let set = 0; set < sets; set++) score -= (one.x[set] ?? 0) * (means[set] ?? 0);
      squares += score * score;
    }
    const t = beyond === 0 ? 0 : (beyond * xx) / Math.sqrt(squares);
    if (t >= observed - dust) above++;
    if (t <= observed + dust) below++;
  }
  return { pAbove: above / (draws + 1), pBelow: below / (draws + 1) };
}

/** An interval's end to one side: the furthest bound that is not rejected. Null where it is not found a million errors away. */
function endOf({ slope, root }: Fit, side: 1 | -1, isKept: (bound: number) => boolean): number | null {
  let kept = slope;
  let step = root;
  while (isKept(slope + side * step)) {
    kept = slope + side * step;
    step *= 2;
    if (step > 1e6 * root) return null;
  }
  let rejected = slope + side * step;
  for (let halving = 0; halving < 40; halving++) {
    const middle = (kept + rejected) / 2;
    if (isKept(middle)) kept = middle;
    else rejected = middle;
  }
  return (kept + rejected) / 2;
}
