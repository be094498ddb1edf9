import { AgoraError, knownOptions } from '../error';
import { estimate, meanOf } from './estimate';

/** A row that contains a number as its `value`, such as a row that `measure` returns. */
export interface NumberRow {
  readonly value: number | null;
  readonly [field: string]: unknown;
}

/** Selects rows by the values of their fields. Each field accepts one value or a list of values. */
export type Where = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/**
 * An effect with its 95% interval. Different clusters are treated as independent; cases in the same cluster are not.
 */
export interface Effect {
  readonly effect: number;
  /**
   * The lower end of the interval. Null if fewer than two clusters have both treatment and baseline rows. In a contrast
   * of groups, null if either group has only one cluster.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** Number of cases in the contrast. */
  readonly n: number;
  readonly clusters: number;
}

export interface ContrastOptions {
  readonly treatment: Where;
  /** The rows to compare the treatment with. Default: none; the effect is then the mean of the treatment rows. */
  readonly baseline?: Where;
  /**
   * How to compute the effect:
   *
   * - 'difference' (default): treatment minus baseline, within each case
   * - 'growth': the percentage by which the treatment's sum over cases exceeds the baseline's sum
   * - 'saving': the percentage by which the treatment's sum over cases falls below the baseline's sum
   * - 'groups': the difference between the means of two groups that share no cases
   */
  readonly as?: 'difference' | 'growth' | 'saving' | 'groups';
  /** The fields that identify a case. Default: `collaboration` and `case`, if rows have these fields. */
  readonly by?: string | readonly string[];
  /**
   * The fields that identify a cluster. Default: `case` if rows have that field; otherwise every case is its own
   * cluster. All rows of a case must belong to the same cluster.
   */
  readonly clusters?: string | readonly string[];
}

/**
 * Returns the effect of a treatment relative to a baseline on the same cases. If a case has several treatment rows,
 * their mean is used; the same applies to baseline rows. Cases that lack either kind of row are excluded.
 *
 * @throws AgoraError if no row matches the treatment, no row matches the baseline, no case has both kinds of row, the
 * treatment or the baseline mixes several columns, a case belongs to several clusters, or the baseline of a percentage
 * is 0
 */
export function contrast(rows: readonly NumberRow[], options: ContrastOptions): Effect {
  knownOptions('contrast', options, ['treatment', 'baseline', 'as', 'by', 'clusters']);
  const { treatment, baseline, as = 'difference' } = options;
  const first = rows[0] ?? {};
  const by = [options.by ?? ['collaboration', 'case'].filter((field) => field in first)].flat();
  const clusters = [options.clusters ?? ('case' in first ? 'case' : by)].flat();
  const own = casesOf(rows, treatment, by, clusters);
  const others = baseline === undefined ? null : casesOf(rows, baseline, by, clusters);
  if (as === 'groups')
    return betweenGroups([...own.values()], [...(others ?? new Map<string, Case>()).values()]);
  const pairs = [...own].flatMap(([key, { value, cluster }]) => {
    const other = others === null ? 0 : others.get(key)?.value;
    return other === undefined ? [] : [{ own: value, other: withoutRounding(value, other), cluster }];
  });
  if (pairs.length === 0)
    throw new AgoraError(
      `No case has both a treatment row and a baseline row. Set "by" to the fields that identify a case (currently ${by.join(', ')}).`,
    );
  const names = pairs.map(({ cluster }) => cluster);
  if (as === 'difference')
    return effectOf(
      pairs.map((pair) => pair.own - pair.other),
      names,
    );
  const base = meanOf(pairs.map(({ other }) => other));
  if (base === 0)
    throw new AgoraError('The baseline is 0, so the percentage is undefined. Set "as" to "difference".');
  const sign = as === 'saving' ? -1 : 1;
  const ratio = meanOf(pairs.map((pair) => pair.own)) / base - 1;
  // The delta method: the influence of each case on the ratio of two sums.
  const effect = effectOf(
    pairs.map((pair) => sign * 100 * (ratio + (pair.own - (1 + ratio) * pair.other) / base)),
    names,
  );
  // If no value is negative, a saving cannot exceed 100%.
  const isBounded = as === 'saving' && pairs.every(({ own }) => own >= 0);
  return isBounded && effect.high !== null ? { ...effect, high: Math.min(100, effect.high) } : effect;
}

interface Case {
  readonly value: number;
  readonly cluster: string;
}

/** Averages the matching rows of each case. */
function casesOf(
  rows: readonly NumberRow[],
  where: Where,
  by: readonly string[],
  clusters: readonly string[],
) {
  const wanted = Object.entries(where).map(([field, value]) => ({
    field,
    values: new Set<unknown>([value].flat()),
  }));
  const matching = rows.filter((row) => wanted.every(({ field, values }) => values.has(row[field])));
  if (matching.length === 0)
    throw new AgoraError(`No row matches ${JSON.stringify(where)}. Check the field names and values.`);
  const columns = new Set(matching.map((row) => row['column']));
  if (columns.size > 1)
    throw new AgoraError(
      `The rows that match ${JSON.stringify(where)} mix the columns ${[...columns].join(', ')}. Select one column, such as { column: '${String([...columns][0])}' }.`,
    );
  const found = new Map<string, { values: number[]; cluster: string }>();
  const keyOf = (row: NumberRow, fields: readonly string[]): string =>
    JSON.stringify(fields.map((field) => row[field] ?? null));
  matching.forEach((row, at) => {
    if (row.value === null) return;
    if (!Number.isFinite(row.value))
      throw new AgoraError(
        `A row that matches ${JSON.stringify(where)} has the value ${row.value}. Values must be finite numbers.`,
      );
    const key = by.length === 0 ? String(at) : keyOf(row, by);
    const cluster = clusters.length === 0 ? key : keyOf(row, clusters);
    const known = found.get(key);
    if (known === undefined) found.set(key, { values: [row.value], cluster });
    else if (known.cluster === cluster) known.values.push(row.value);
    else
      throw new AgoraError(
        `The case ${key} belongs to the clusters ${known.cluster} and ${cluster}. Set "clusters" to fields that are the same in all rows of a case.`,
      );
  });
  return new Map(
    [...found].map(([key, { values, cluster }]): [string, Case] => [key, { value: meanOf(values), cluster }]),
  );
}

/**
 * Returns the difference between two group means. The interval is computed from each case's influence on the
 * difference, as in a regression on group membership (Cameron and Miller, 2015).
 */
function betweenGroups(own: readonly Case[], others: readonly Case[]): Effect {
  if (own.length === 0 || others.length === 0)
    throw new AgoraError(
      'A contrast of groups needs cases in both groups. Check the treatment and the baseline.',
    );
  const means = [own, others].map((cases) => meanOf(cases.map(({ value }) => value))) as [number, number];
  const difference = means[0] - means[1];
  const all = own.length + others.length;
  const influence = [
    ...own.map(({ value }) => difference + (all / own.length) * (value - means[0])),
    ...others.map(({ value }) => difference - (all / others.length) * (value - means[1])),
  ];
  const effect = effectOf(
    influence,
    [...own, ...others].map(({ cluster }) => cluster),
  );
  // If a group has only one cluster, the spread between its clusters is unknown.
  const isKnown = [own, others].every((cases) => new Set(cases.map(({ cluster }) => cluster)).size > 1);
  return isKnown ? effect : { ...effect, low: null, high: null };
}

function effectOf(values: readonly number[], names: readonly string[]): Effect {
  const { value, low, high, n, clusters } = estimate(values, { clusters: names });
  return { effect: value as number, low, high, n, clusters };
}

/** Returns `one` if the two numbers differ only by a rounding error, and `other` if they differ by more. */
const withoutRounding = (one: number, other: number): number =>
  Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other)) ? one : other;
