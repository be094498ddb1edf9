import { quantile } from 'simple-statistics';
import { AgoraError, Random } from 'agora-voting';
import { check, listOf, number, object, settings, text, whole } from 'agora-voting/internal';
import type { BoundTest } from './cluster-sums';

export interface SpreadTestOptions {
  /** How often cases are assigned to the groups at random, and the number of samples for the interval. Default 9,999. */
  readonly draws?: number;
  readonly seed?: number;
}

const given = object('arguments', {
  cases: listOf('cases', object('a value in a group', { group: text(), value: number() })),
  options: settings({ draws: whole(99, 1_000_000).optional(), seed: whole().optional() }),
});

/**
 * Tests whether groups differ in their means by more than chance. The variance between groups (each weighted by its share of
 * the cases) is compared with the variance after the cases were assigned to the groups at random. The effect is the root of what
 * exceeds the mean of the random variances, or 0; the interval is from samples of cases within each group, on the
 * scale of variances and without the spread that sampling adds by itself.
 * @returns pAbove by the random assignments; pBelow is 1, for a spread cannot be below 0
 * @throws AgoraError 'numbers' for fewer than two groups, or values that do not differ
 * @example
 * const cases = [1, 2, 1, 8, 9, 8].map((value, place) => ({ group: place < 3 ? 'a' : 'b', value }));
 * statistics.spreadTest(cases).pAbove < 0.2; // => true
 */
export function spreadTest(
  cases: readonly { readonly group: string; readonly value: number }[],
  options: SpreadTestOptions = {},
): BoundTest {
  check('spreadTest', given, { cases, options });
  const { draws = 9999, seed = 1 } = options;
  const names = [...new Set(cases.map(({ group }) => group))];
  const groups = cases.map(({ group }) => names.indexOf(group));
  const values = cases.map(({ value }) => value);
  if (names.length < 2 || values.every((one) => one === values[0]))
    throw new AgoraError(
      'numbers',
      `spreadTest needs two groups and values that differ, got ${names.length} groups`,
    );
  const observed = between(values, groups, names.length);
  const byChance = (varianceOf(values) * (names.length - 1)) / values.length;
  const random = Random.from(seed, 'deals');
  let asFar = 1; // the deal that was observed
  let dealt = values;
  for (let draw = 0; draw < draws; draw++) {
    dealt = random.shuffle(dealt);
    if (between(dealt, groups, names.length) >= observed * (1 - 1e-12)) asFar++;
  }
  const { low, high } = intervalOf(values, groups, names.length, draws, seed);
  return {
    effect: root(observed - byChance),
    low: root(low),
    high: root(high),
    pAbove: asFar / (draws + 1),
    pBelow: 1,
    clusters: values.length,
  };
}

const root = (variance: number): number => Math.sqrt(Math.max(0, variance));

/** The variance between groups' means, each weighed by its cases. */
function between(values: ArrayLike<number>, groups: readonly number[], count: number): number {
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  let total = 0;
  for (let place = 0; place < values.length; place++) {
    const [group, value] = [groups[place] ?? 0, values[place] ?? 0];
    sums[group] = (sums[group] ?? 0) + value;
    sizes[group] = (sizes[group] ?? 0) + 1;
    total += value;
  }
  const mean = total / values.length;
  let squares = 0;
  for (let group = 0; group < count; group++) {
    const size = sizes[group] ?? 0;
    if (size > 0) squares += size * ((sums[group] ?? 0) / size - mean) ** 2;
  }
  return squares / values.length;
}

function varianceOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let place = 0; place < values.length; place++) sum += values[place] ?? 0;
  const mean = sum / values.length;
  let squares = 0;
  for (let place = 0; place < values.length; place++) squares += ((values[place] ?? 0) - mean) ** 2;
  return squares / (values.length - 1);
}

/** Samples within groups have chance in them twice: what their mean is above the estimate is taken off. */
function intervalOf(
  values: readonly number[],
  groups: readonly number[],
  count: number,
  draws: number,
  seed: number,
): { low: number; high: number } {
  const members = Array.from({ length: count }, (_, group) =>
    values.filter((_, place) => groups[place] === group),
  );
  const ordered = members.flatMap((own, group) => own.map(() => group));
  const random = Random.from(seed, 'samples');
  const beyond = (sample: ArrayLike<number>): number =>
    between(sample, ordered, count) - (varianceOf(sample) * (count - 1)) / sample.length;
  const found = beyond(members.flat());
  const drawn: number[] = [];
  const sample = new Float64Array(values.length);
  for (let draw = 0; draw < draws; draw++) {
    let place = 0;
    for (const own of members)
      for (let one = 0; one < own.length; one++) sample[place++] = own[random.below(own.length)] ?? 0;
    drawn.push(beyond(sample));
  }
  const excess = drawn.reduce((sum, one) => sum + one, 0) / draws - found;
  return { low: quantile(drawn, 0.025) - excess, high: quantile(drawn, 0.975) - excess };
}
