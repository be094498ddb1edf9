import { AgoraError, knownOptions } from '../error';
import { estimate, meanOf } from './estimate';

/** A row with a number. Rows of `measure` are such rows. */
export interface NumberRow {
  readonly value: number | null;
  readonly [field: string]: unknown;
}

/** Which rows: values of their fields, one or several. */
export type Where = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** An effect with its 95% interval, in which only clusters count as independent. */
export interface Effect {
  readonly effect: number;
  /** Null if fewer than two clusters have both sides, or one of two groups has a single cluster. */
  readonly low: number | null;
  readonly high: number | null;
  /** Cases that have both sides. */
  readonly n: number;
  readonly clusters: number;
}

export interface ContrastOptions {
  readonly treatment: Where;
  /** Default: none. The effect is then the mean of the treatment. */
  readonly baseline?: Where;
  /**
   * - difference (default): treatment minus baseline, within each case
   * - growth, saving: by how many percent the treatment's sum over cases is above, below the baseline's
   * - groups: the difference of two means, for groups that share no case
   */
  readonly as?: 'difference' | 'growth' | 'saving' | 'groups';
  /** The fields that identify a case. Default: collaboration and case, as far as rows have them. */
  readonly by?: string | readonly string[];
  /** The fields that identify a cluster. Default: case, if rows have it, else every case is a cluster. */
  readonly clusters?: string | readonly string[];
}

/**
 * The effect of a treatment over a baseline on the same cases. Several rows of one side of a case are averaged first. A
 * case without both sides is left out.
 *
 * @throws AgoraError if no row matches a side, no case has both, or a percentage has a baseline of 0
 */
export function contrast(rows: readonly NumberRow[], options: ContrastOptions): Effect {
  knownOptions('contrast', options, ['treatment', 'baseline', 'as', 'by', 'clusters']);
  const { treatment, baseline, as = 'difference' } = options;
  const first = rows[0] ?? {};
  const by = [options.by ?? ['collaboration', 'case'].filter((field) => field in first)].flat();
  const clusters = [options.clusters ?? ('case' in first && options.by === undefined ? 'case' : by)].flat();
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
      `No case has both sides of the contrast. Name the fields of a case in "by" (now ${by.join(', ')}).`,
    );
  const names = pairs.map(({ cluster }) => cluster);
  if (as === 'difference')
    return effectOf(
      pairs.map((pair) => pair.own - pair.other),
      names,
    );
  const base = meanOf(pairs.map(({ other }) => other));
  if (base === 0)
    throw new AgoraError('The baseline is 0, so that a percentage is not defined. Use as: "difference".');
  const sign = as === 'saving' ? -1 : 1;
  const ratio = meanOf(pairs.map((pair) => pair.own)) / base - 1;
  // The delta method: the influence of each case on the ratio of two sums.
  const effect = effectOf(
    pairs.map((pair) => sign * 100 * (ratio + (pair.own - (1 + ratio) * pair.other) / base)),
    names,
  );
  // Nobody saves more than everything, if nothing is below 0.
  const isBounded = as === 'saving' && pairs.every(({ own }) => own >= 0);
  return isBounded && effect.high !== null ? { ...effect, high: Math.min(100, effect.high) } : effect;
}

interface Case {
  readonly value: number;
  readonly cluster: string;
}

/** The mean of the rows of each case that match. */
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
  if (matching.length === 0) throw new AgoraError(`No row matches ${JSON.stringify(where)}.`);
  const found = new Map<string, { values: number[]; cluster: string }>();
  const keyOf = (row: NumberRow, fields: readonly string[]): string =>
    JSON.stringify(fields.map((field) => row[field] ?? null));
  matching.forEach((row, at) => {
    if (row.value === null) return;
    if (!Number.isFinite(row.value))
      throw new AgoraError(`A row of ${JSON.stringify(where)} has the value ${row.value}.`);
    const key = by.length === 0 ? String(at) : keyOf(row, by);
    const known = found.get(key);
    if (known !== undefined) known.values.push(row.value);
    else found.set(key, { values: [row.value], cluster: clusters.length === 0 ? key : keyOf(row, clusters) });
  });
  return new Map(
    [...found].map(([key, { values, cluster }]): [string, Case] => [key, { value: meanOf(values), cluster }]),
  );
}

/** The influence of each case on the difference of two means, as in a regression on the group (Cameron and Miller, 2015). */
function betweenGroups(own: readonly Case[], others: readonly Case[]): Effect {
  if (own.length === 0 || others.length === 0)
    throw new AgoraError('A contrast of groups needs cases in both groups.');
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
  // The spread of clusters within a group is unknown if it has one.
  const isKnown = [own, others].every((cases) => new Set(cases.map(({ cluster }) => cluster)).size > 1);
  return isKnown ? effect : { ...effect, low: null, high: null };
}

function effectOf(values: readonly number[], names: readonly string[]): Effect {
  const { value, low, high, n, clusters } = estimate(values, { clusters: names });
  return { effect: value as number, low, high, n, clusters };
}

/** The other number, or the same one where only rounding tells them apart. */
const withoutRounding = (one: number, other: number): number =>
  Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other)) ? one : other;

/**
 * The exact two-sided sign test: how often chance alone divides the cases that differ at least as unevenly. For right and
 * wrong answers on the same cases it is McNemar's exact test.
 */
export function signTest(above: number, below: number): number {
  const n = above + below;
  let logChance = -n * Math.LN2; // of 0 cases above; in logarithms, since 0.5 ** 1100 is 0
  let tail = 0;
  for (let k = 0; k <= Math.min(above, below); k++) {
    tail += Math.exp(logChance);
    logChance += Math.log((n - k) / (k + 1));
  }
  return Math.min(1, 2 * tail);
}
