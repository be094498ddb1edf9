import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import { AgoraError, Random } from 'agora-voting';
import { check, listOf, number, object, settings, whole } from 'agora-voting/internal';
import type { BoundTest } from './cluster-sums';
import { notRejected, shareBeyond, type Patterns } from './patterns';

export interface RegroupingOptions {
  /** The number of drawn regroupings, if there are more than half a million. Default 99,999. */
  readonly draws?: number;
  readonly seed?: number;
}

const twoGroups = { of: listOf('numbers', number()), less: listOf('numbers', number()), bound: number() };
const given = object('arguments', {
  ...twoGroups,
  options: settings({ draws: whole(99, 1_000_000).optional(), seed: whole().optional() }),
});

/** As many as there are patterns of signs of 19 clusters. */
const mostEnumerated = 2 ** 19;

/**
 * Tests whether the mean of one group minus that of another is above or below a bound, with few values. If the bound were the
 * difference, values (minus the bound in the first group) could as well be in the other group, so all ways to form groups
 * of these sizes are equally likely. The interval contains the bounds that the test does not reject.
 * Source: Fisher (1935), Pitman (1937); scipy's `permutation_test` with `permutation_type='independent'`.
 * @param of - a number for each cluster of the first group
 * @param less - a number for each cluster of the group that is subtracted
 * @throws AgoraError 'numbers' for a group without values, or values that are all alike
 * @example
 * statistics.regroupings([7, 8, 9], [1, 2, 3], 0).pAbove; // => 0.05
 */
export function regroupings(
  of: readonly number[],
  less: readonly number[],
  bound: number,
  options: RegroupingOptions = {},
): BoundTest {
  check('regroupings', given, { of, less, bound, options });
  checkGroups('regroupings', of, less, 1);
  const effect = meanOf(of) - meanOf(less);
  const patterns = patternsOf(of, less, options);
  const size = [...of, ...less].reduce((sum, one) => sum + Math.abs(one), Math.abs(bound));
  const { low, high } = notRejected(patterns);
  return {
    effect: effect,
    low: low,
    high: high,
    ...shareBeyond(patterns, bound, 1e-12 * size),
    clusters: of.length + less.length,
  };
}

/**
 * For each regrouping, the bound at which it is as extreme as the observed groups: the difference minus its
 * own difference, divided by the share of the bound that it loses. The first is the observed one, which loses nothing.
 */
function patternsOf(of: readonly number[], less: readonly number[], options: RegroupingOptions): Patterns {
  const { draws = 99_999, seed = 1 } = options;
  const values = [...of, ...less];
  const isWhole = choose(values.length, of.length) <= mostEnumerated;
  const count = isWhole ? choose(values.length, of.length) : draws + 1;
  const numerators = new Float64Array(count);
  const denominators = new Float64Array(count);
  const observed = of.reduce((sum, one) => sum + one, 0);
  const share = 1 / of.length + 1 / less.length;
  const random = Random.from(seed, 'regroupings');
  const places = values.map((_, place) => place);
  let chosen = places.slice(0, of.length);
  for (let place = 1; place < count; place++) {
    chosen = isWhole ? nextChoice(chosen, values.length) : random.shuffle(places).slice(0, of.length);
    let [sum, left] = [0, 0];
    for (const one of chosen) {
      sum += values[one] ?? 0;
      if (one >= of.length) left++;
    }
    // mean of the observed - mean of these, and the same of the other group, whose sum is the rest
    numerators[place] = (observed - sum) * share;
    denominators[place] = left * share;
  }
  return { count: count, numerators: numerators, denominators: denominators };
}

/** The next choice of places in lexical order. */
function nextChoice(chosen: readonly number[], of: number): number[] {
  const next = [...chosen];
  let last = next.length - 1;
  while ((next[last] ?? 0) === of - next.length + last) last--;
  next[last] = (next[last] ?? 0) + 1;
  for (let place = last + 1; place < next.length; place++) next[place] = (next[place - 1] ?? 0) + 1;
  return next;
}

/** The number of ways to choose some of several. */
function choose(of: number, wanted: number): number {
  let ways = 1;
  for (let one = 1; one <= wanted; one++) ways = (ways * (of - wanted + one)) / one;
  return Math.round(ways);
}

const welchGiven = object('arguments', twoGroups);

/**
 * Tests whether the mean of one group minus that of another is above or below a bound: Student's t for groups whose spread
 * may differ. Source: Welch (1947); scipy's `ttest_ind` with `equal_var=False`.
 * @throws AgoraError 'numbers' for a group of fewer than two values, or values that are all alike within both groups
 * @example
 * statistics.welch([7, 8, 9], [1, 2, 4], 0).pAbove < 0.01; // => true
 */
export function welch(of: readonly number[], less: readonly number[], bound: number): BoundTest {
  check('welch', welchGiven, { of, less, bound });
  checkGroups('welch', of, less, 2);
  const effect = meanOf(of) - meanOf(less);
  const [one, other] = [varianceOf(of) / of.length, varianceOf(less) / less.length];
  const error = Math.sqrt(one + other);
  if (error === 0) throw new AgoraError('numbers', 'welch needs values that differ within a group');
  const freedom = (one + other) ** 2 / (one ** 2 / (of.length - 1) + other ** 2 / (less.length - 1));
  const t = (effect - bound) / error;
  const reach = quantile(0.975, freedom) * error;
  return {
    effect: effect,
    low: effect - reach,
    high: effect + reach,
    pAbove: cdf(-t, freedom),
    pBelow: cdf(t, freedom),
    clusters: of.length + less.length,
  };
}

function checkGroups(who: string, of: readonly number[], less: readonly number[], least: number): void {
  if (of.length < least || less.length < least)
    throw new AgoraError(
      'numbers',
      `${who} needs at least ${least} ${least === 1 ? 'value' : 'values'} in each group, got ${of.length} and ${less.length}`,
    );
  const all = [...of, ...less];
  if (all.every((one) => one === all[0]))
    throw new AgoraError('numbers', `${who} needs values that differ: all are ${all[0]}`);
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1);
}
