import { mean, sum } from 'simple-statistics';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, either, listOf, named, number, object, oneOf, settings, text } from 'agora-voting/internal';
import { clustersGiven, estimate, valuesGiven, type Clusters } from './estimate';
import { withoutRounding } from '../row';
import { clusterT } from './cluster-t';
import { mcnemar } from './tests';

/** Selects rows by the values of their fields: one value, or a list of possible values. */
export type Where = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** An effect with its 95% interval, in which only clusters count as independent. */
export interface Effect {
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
  readonly clusters: number;
}

const READINGS = [
  'difference',
  'saving',
  'growth',
  'mean saving',
  'mean growth',
  'share',
  'difference of groups',
] as const;

export interface ContrastSettings {
  /** The treatment rows: { rule: ['Rated', 'Ranked'], column: 'auc@3' }. */
  readonly treatment: Where;
  /** The baseline rows. If omitted, the effect is the mean of the treatment rows. */
  readonly baseline?: Where;
  /**
   * How the effect is computed. Default: the difference, treatment minus baseline. saving and growth: by how many
   * percent the treatment's sum over all cases is below or above the baseline's. mean saving and mean growth: the same
   * for each case, then averaged. share: the percentage of cases in which the treatment is above the baseline.
   * difference of groups: the difference of the two means, if no case has both sides.
   */
  readonly as?: (typeof READINGS)[number];
  /** The field or fields that identify a case. Both sides are averaged within a case. Default `collaboration`. */
  readonly by?: string | readonly string[];
  /** The field or fields that identify independent groups of cases. Default: each case is a group. */
  readonly clusters?: string | readonly string[];
}

type NumberRow = Readonly<Record<string, unknown>> & { readonly value: number | null };

const value = either(
  'a value, or several',
  text(),
  number(),
  listOf('values', z.union([text(), number()]), 1),
);
const fields = either('a field, or several', text(), listOf('fields', text(), 1)).optional();
const contrastArguments = object('arguments', {
  rows: listOf('rows', object('a row with a value', { value: number().nullable() })),
  options: settings({
    treatment: named('values', value),
    baseline: named('values', value).optional(),
    by: fields,
    clusters: fields,
    as: oneOf(...READINGS).optional(),
  }),
});

/**
 * The effect of a treatment over a baseline, from tidy rows, case by case. Its 95% interval counts only clusters as
 * independent. A case without both sides is omitted (`n` is the number of cases used).
 * @throws AgoraError 'numbers' when no row matches `treatment` or `baseline`, or when fewer than two clusters have both
 * sides
 * @example
 * const row = (rule: string, collaboration: number, value: number) => ({ rule, collaboration, value });
 * const rows = [row('a', 1, 5), row('b', 1, 3), row('a', 2, 9), row('b', 2, 4)];
 * statistics.contrast(rows, { treatment: { rule: 'a' }, baseline: { rule: 'b' } }).effect; // => 3.5
 */
export function contrast(rows: readonly NumberRow[], options: ContrastSettings): Effect {
  check('contrast', contrastArguments, { rows, options });
  const { treatment, baseline, as = 'difference', by = 'collaboration', clusters = by } = options;
  const [own, others] = [
    byCase(rows, treatment, by),
    baseline === undefined ? undefined : byCase(rows, baseline, by),
  ];
  if (as === 'difference of groups')
    return betweenGroups([...own.values()], [...(others ?? []).values()], clusters);
  const pairs = [...own].flatMap(([key, { values, row }]) => {
    const other = others === undefined ? [0] : (others.get(key)?.values ?? []);
    if (other.length === 0) return [];
    const treatment = mean(values);
    return [{ treatment, baseline: besideOf(treatment, mean(other)), cluster: keyOf(row, clusters) }];
  });
  const names = pairs.map(({ cluster }) => cluster);
  if (as === 'saving' || as === 'growth') {
    const sign = as === 'saving' ? 100 : -100;
    const gains = pairs.map((pair) => sign * (pair.baseline - pair.treatment));
    return ratio(
      gains,
      pairs.map((pair) => pair.baseline),
      { clusters: names },
    );
  }
  return effectOf(
    'contrast',
    pairs.map((pair) => EFFECTS[as](pair.treatment, pair.baseline)),
    names,
  );
}

export interface PairedTest extends Effect {
  /**
   * McNemar's exact test if the values of all cases are one of two (right or wrong), else Student's t test of the mean
   * difference: then p is below 0.05 where the interval excludes 0.
   */
  readonly test: 'McNemar' | 't';
  /** Two-sided; 1 if no case differs. Not corrected: see `holm`. */
  readonly pValue: number;
}

/**
 * Compares a treatment and a baseline on the same cases: the difference as in `contrast`, and a paired test.
 * @param options.treatment - one row for each case; the same for `baseline`
 * @throws AgoraError 'numbers' when no row matches `treatment` or `baseline`, or when fewer than two cases have both
 * sides
 * @example
 * const row = (way: string, collaboration: number, value: number) => ({ way, collaboration, value });
 * const rows = [1, 2, 3, 4].flatMap((one) => [row('talk', one, 100), row('vote', one, one === 1 ? 100 : 0)]);
 * statistics.pairedTest(rows, { treatment: { way: 'talk' }, baseline: { way: 'vote' } }).pValue; // => 0.25
 */
export function pairedTest(
  rows: readonly NumberRow[],
  options: Required<Pick<ContrastSettings, 'treatment' | 'baseline'>> & Pick<ContrastSettings, 'by'>,
): PairedTest {
  const effect = contrast(rows, options);
  const { treatment, baseline, by = 'collaboration' } = options;
  const others = byCase(rows, baseline, by);
  const pairs = [...byCase(rows, treatment, by)].flatMap(([key, { values }]) => {
    const other = others.get(key)?.values ?? [];
    const own = mean(values);
    return other.length === 0 ? [] : [{ own, other: besideOf(own, mean(other)) }];
  });
  if (new Set(pairs.flatMap(({ own, other }) => [own, other])).size > 2) {
    return { ...effect, test: 't', pValue: tTest(pairs.map(({ own, other }) => own - other)) };
  }
  const above = pairs.filter(({ own, other }) => own > other).length;
  const below = pairs.filter(({ own, other }) => own < other).length;
  return { ...effect, test: 'McNemar', pValue: mcnemar(above, below) };
}

/** A number beside another one: the same, where only rounding tells them apart. */
function besideOf(one: number, other: number): number {
  return withoutRounding(Math.abs(one - other), [one, other]) === 0 ? one : other;
}

/** Two-sided p of a mean difference: 1 where nothing differs, 0 where all cases differ by the same amount. */
function tTest(differences: readonly number[]): number {
  if (new Set(differences).size === 1) return differences[0] === 0 ? 1 : 0;
  const sums = differences.map((difference) => ({ numerator: difference, denominator: 1 }));
  const { pAbove, pBelow } = clusterT(sums, 0);
  return Math.min(1, 2 * Math.min(pAbove, pBelow));
}

type Cases = readonly { readonly values: readonly number[]; readonly row: NumberRow }[];

/** The influence of each case on the difference, as in a regression on the group (Cameron and Miller 2015). */
function betweenGroups(own: Cases, others: Cases, clusters: string | readonly string[]): Effect {
  if (own.length === 0 || others.length === 0)
    throw new AgoraError(
      'numbers',
      `contrast needs cases on both sides, got ${own.length} and ${others.length}`,
    );
  const means = (cases: Cases): number[] => cases.map(({ values }) => mean([...values]));
  const [treatment, baseline] = [means(own), means(others)];
  const [treatmentMean, baselineMean] = [mean(treatment), mean(baseline)];
  const all = own.length + others.length;
  const influence = [
    ...treatment.map((one) => treatmentMean - baselineMean + (all / own.length) * (one - treatmentMean)),
    ...baseline.map((one) => treatmentMean - baselineMean - (all / others.length) * (one - baselineMean)),
  ];
  const names = [...own, ...others].map(({ row }) => keyOf(row, clusters));
  return effectOf('contrast', influence, names);
}

/** The effect of one case. */
const EFFECTS = {
  difference: (treatment: number, baseline: number) => treatment - baseline,
  'mean saving': (treatment: number, baseline: number) => 100 * (1 - treatment / baseline),
  'mean growth': (treatment: number, baseline: number) => 100 * (treatment / baseline - 1),
  share: (treatment: number, baseline: number) => (treatment > baseline ? 100 : 0),
};

const ratioArguments = object('arguments', {
  numerators: valuesGiven,
  denominators: valuesGiven,
  options: settings({ clusters: clustersGiven.optional() }),
});

/**
 * The ratio of two sums, with a 95% interval by the delta method. The interval is rough for few clusters.
 * @throws AgoraError 'numbers' for fewer than two clusters, and when the denominators sum to 0
 * @example
 * statistics.ratio([1, 2, 3], [2, 4, 6]).effect; // => 0.5
 */
export function ratio(
  numerators: readonly number[],
  denominators: readonly number[],
  options: { readonly clusters?: Clusters } = {},
): Effect {
  check('ratio', ratioArguments, { numerators, denominators, options });
  const total = sum([...denominators]);
  if (denominators.length !== numerators.length || total === 0)
    throw new AgoraError(
      'numbers',
      `ratio needs a denominator for each numerator and a sum of them other than 0, got ${denominators.length} for ${numerators.length}, sum ${total}`,
    );
  const found = sum([...numerators]) / total;
  const influence = numerators.map(
    (one, place) => found + ((one - found * (denominators[place] as number)) * numerators.length) / total,
  );
  return { ...effectOf('ratio', influence, options.clusters), effect: found };
}

/** @throws AgoraError 'numbers' when there are too few clusters for an interval */
function effectOf(who: string, values: readonly number[], clusters?: Clusters): Effect {
  const found = estimate(values, clusters === undefined ? {} : { clusters });
  const { value, low, high } = found;
  if (value === null || low === null || high === null)
    throw new AgoraError('numbers', `${who} needs cases of at least two clusters, got ${found.clusters}`);
  return { effect: value, low, high, n: found.n, clusters: found.clusters };
}

/** The values of the selected rows, by case. */
function byCase(rows: readonly NumberRow[], where: Where, by: string | readonly string[]) {
  const cases = new Map<string, { values: number[]; row: NumberRow }>();
  const wanted = Object.entries(where).map(([field, values]) => ({
    field,
    values: new Set<unknown>([values].flat()),
  }));
  let found = 0;
  for (const row of rows) {
    if (!wanted.every(({ field, values }) => values.has(row[field]))) continue;
    found++;
    if (row.value === null) continue;
    const key = keyOf(row, by);
    const one = cases.get(key);
    if (one === undefined) cases.set(key, { values: [row.value], row });
    else one.values.push(row.value);
  }
  if (found === 0) throw new AgoraError('numbers', `contrast finds no row where ${JSON.stringify(where)}`);
  return cases;
}

const keyOf = (row: NumberRow, fields: string | readonly string[]): string =>
  JSON.stringify([fields].flat().map((field) => row[field] ?? null));
