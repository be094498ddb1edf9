import { mean, sum } from 'simple-statistics';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, either, listOf, named, number, object, oneOf, settings, text } from 'agora-voting/internal';
import { clustersGiven, estimate, valuesGiven, type Clusters } from './estimate';
import { mcnemar, wilcoxon } from './tests';

/** What rows hold in some fields: a value, or any of several. */
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
  /** The rows that are looked at: { rule: ['Rated', 'Ranked'], column: 'auc@3' }. */
  readonly treatment: Where;
  /** Those that they are held against. Without it the effect is what `of` comes to. */
  readonly baseline?: Where;
  /**
   * How both become an effect: their difference (default); by how many percent `of` is below `less` (saving) or above it
   * (growth), of sums over all cases or in the mean of the cases; in how many percent of the cases it is above (share);
   * or, where no case has both sides, the mean of the one's cases less that of the other's (difference of groups).
   */
  readonly as?: (typeof READINGS)[number];
  /** The field, or fields, that tell one case from another; both sides are averaged within a case. Default collaboration. */
  readonly by?: string | readonly string[];
  /** The field, or fields, that tell independent groups of cases apart. Default: each case for itself. */
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
 * An effect out of tidy rows, case by case: what some rows come to less what others do, with a 95% interval in which only
 * clusters count as independent. A case that lacks either side is left out (`n` says how many there are).
 * @throws AgoraError 'numbers' when no row is as `of` or `less` says, or fewer than two clusters have both
 * @example
 * const row = (rule: string, collaboration: number, value: number) => ({ rule, collaboration, value });
 * const rows = [row('a', 1, 5), row('b', 1, 3), row('a', 2, 9), row('b', 2, 4)];
 * statistics.contrast(rows, { of: { rule: 'a' }, less: { rule: 'b' } }).effect; // => 3.5
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
    return other.length === 0
      ? []
      : [{ treatment: mean(values), baseline: mean(other), cluster: keyOf(row, clusters) }];
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
  /** McNemar's exact test where every case is right or wrong (one of two values), else Wilcoxon's signed ranks. */
  readonly test: 'McNemar' | 'Wilcoxon';
  /** Two-sided; 1 where no case differs. Not corrected: see `holm`. */
  readonly pValue: number;
}

/**
 * Two ways to do the same cases: their difference as `contrast` finds it, and whether cases go one way more than the other.
 * @param options.of - the rows of the one way, a row a case; `less` those of the other
 * @throws AgoraError 'numbers' when no row is as `of` or `less` says, or fewer than two cases have both
 * @example
 * const row = (way: string, collaboration: number, value: number) => ({ way, collaboration, value });
 * const rows = [1, 2, 3, 4].flatMap((one) => [row('talk', one, 100), row('vote', one, one === 1 ? 100 : 0)]);
 * statistics.pairedTest(rows, { of: { way: 'talk' }, less: { way: 'vote' } }).pValue; // => 0.25
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
    return other.length === 0 ? [] : [{ own: mean(values), other: mean(other) }];
  });
  if (new Set(pairs.flatMap(({ own, other }) => [own, other])).size > 2) {
    const pValue = wilcoxon(pairs.map(({ own, other }) => own - other)) ?? 1;
    return { ...effect, test: 'Wilcoxon', pValue };
  }
  const above = pairs.filter(({ own, other }) => own > other).length;
  const below = pairs.filter(({ own, other }) => own < other).length;
  return { ...effect, test: 'McNemar', pValue: mcnemar(above, below) };
}

type Cases = readonly { readonly values: readonly number[]; readonly row: NumberRow }[];

/** Each case counts by what it adds to the difference, as in a regression on the group (Cameron and Miller 2015). */
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

/** What one case says. */
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
 * One sum over another, with a 95% interval by the delta method: that of the mean of what each case adds to the ratio
 * when both sums move with it. Rough for few clusters.
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

/** @throws AgoraError 'numbers' where too few clusters are there for an interval */
function effectOf(who: string, values: readonly number[], clusters?: Clusters): Effect {
  const found = estimate(values, clusters === undefined ? {} : { clusters });
  const { value, low, high } = found;
  if (value === null || low === null || high === null)
    throw new AgoraError('numbers', `${who} needs cases of two clusters at least, got ${found.clusters}`);
  return { effect: value, low, high, n: found.n, clusters: found.clusters };
}

/** The numbers of the rows that are as told, by case. */
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
