import quantile from '@stdlib/stats-base-dists-t-quantile';
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { basedOn } from './basis';
import { AgoraError } from 'agora-voting';
import { check, closest, listOf, number, object, text } from 'agora-voting/internal';
import type { Collaboration, RunDescription } from './transcripts';

/*
 * The form of every result: tidy rows. `metrics.measure` makes them from columns and runs. Tables, comparisons,
 * figures and data frames take them.
 */

/** Collaborations of one kind of evidence: a run, or a list with an `evidence` property. */
export type Measurable = (Iterable<Collaboration> | AsyncIterable<Collaboration>) & {
  readonly evidence: 'simulated' | 'recorded' | 'live';
  readonly name?: string;
  /**
   * The run's record: its environment, protocol, model and settings. Runs have one, imported conversations do not.
   */
  readonly description?: RunDescription;
  /** The temperature at which answers were sampled, if known. */
  readonly temperature?: number | undefined;
  /**
   * Whether nothing was drawn at random. Equal prompts then give equal answers, which are not independent
   * observations.
   */
  readonly drawsAlike?: boolean;
  /** All collaborations, the unfinished ones last. */
  readonly withUnfinished?: () => Iterable<Collaboration>;
};

/** One of several numbers of a collaboration; the other fields (round, rule, agent, ...) identify it. */
export interface Measured {
  readonly value: number | null;
  readonly [field: string]: string | number | null;
}

/** What a metric finds in a collaboration. */
export type Found = number | null | readonly Measured[];

/** A metric of one collaboration: a number, null for none, or several numbers; directly or as a promise. */
export type MetricOf = (collaboration: Collaboration) => Found | Promise<Found>;

/** A metric, and how it is aggregated over collaborations. */
export interface Column {
  readonly of: MetricOf;
  /** How numbers are aggregated. Default: their mean. */
  readonly over?: (numbers: readonly number[]) => Pick<Estimate, 'value' | 'standardError'>;
  /**
   * The smallest and the largest number that is possible, such as [0, 100] for percent. Intervals stay inside. Default:
   * not known.
   */
  readonly bounds?: Bounds;
  /** Whether an ended collaboration keeps its last numbers in the rounds that only others played. Default false. */
  readonly carry?: boolean;
  /** Whether unfinished collaborations count, with what they have so far. Default false. */
  readonly unfinished?: boolean;
}

/** The smallest and the largest number that is possible. */
export type Bounds = readonly [smallest: number, largest: number];

/** Metrics by name. A bare function is averaged over finished collaborations. */
export type Columns = Readonly<Record<string, Column | MetricOf>>;

/** An aggregate over collaborations. The value is null without any number, the error is null with fewer than two. */
export interface Estimate {
  readonly value: number | null;
  readonly standardError: number | null;
  /**
   * The 95% interval. It assumes that collaborations are independent. Of a share of yes and no (all numbers are 0 or 1, or
   * 0 or 100) it is Wilson's, of other numbers by Student's t with n - 1 degrees of freedom. Where that would leave the
   * bounds that a column declares, it is Wilson's for the effective number of cases (see `intervalWithin`).
   */
  readonly low: number | null;
  readonly high: number | null;
  /** How many numbers were aggregated; undefined ones (null) do not count. */
  readonly n: number;
}

/**
 * One tidy row: what was measured (`column` and any further fields), and its estimate. A hidden property holds the
 * row's `Basis` (unusable answers, copies), which tables report in their notes.
 */
export interface Row extends Estimate {
  readonly column: string;
  readonly evidence: Evidence;
  readonly [field: string]: string | number | null;
}

/**
 * Where a number comes from.
 * - published: printed in the paper
 * - recomputed: derived exactly from published or official data by the same formula
 * - simulated: measured on simulated models
 * - recorded: measured on stored replies of a real model
 * - live: measured now on a real model
 */
export type Evidence = 'published' | 'recomputed' | Measurable['evidence'];

/**
 * The estimate of a column's numbers, by the column's own aggregation (default: the mean). Undefined numbers (null)
 * do not count. For the mean of plain or clustered values there is `statistics.estimate`.
 * @param bounds - the smallest and the largest number that is possible. Default: those of yes and no, where the numbers
 * are averaged and are 0 and 1, or 0 and 100, with at least one of each
 */
export function estimateOver(
  values: readonly (number | null)[],
  over: Column['over'] = meanOver,
  bounds: Bounds | null = null,
): Estimate {
  const numbers = values.filter((value): value is number => value !== null);
  const n = numbers.length;
  if (n === 0) return { value: null, standardError: null, low: null, high: null, n };
  const { value, standardError } = over(numbers);
  if (value === null || standardError === null) return { value, standardError, low: null, high: null, n };
  const possible = bounds ?? (over === meanOver ? yesAndNo(numbers) : null);
  if (possible === null || !numbers.every((one) => one >= possible[0] && one <= possible[1]))
    return { value, standardError, ...interval(value, standardError, n), n };
  const isShare = over === meanOver && numbers.every((one) => possible.includes(one));
  const inside = isShare
    ? wilson(value, n, possible)
    : intervalWithin({ value, standardError, parts: n }, possible);
  return { value, standardError, ...inside, n };
}

/** The bounds of numbers that are yes and no: 0 and 1, or 0 and 100. Numbers that are all equal do not show any. */
function yesAndNo(numbers: readonly number[]): Bounds | null {
  const different = [...new Set(numbers)].sort((one, other) => one - other);
  const [smallest, largest] = different;
  if (different.length !== 2 || smallest !== 0) return null;
  return largest === 1 || largest === 100 ? [0, largest] : null;
}

/**
 * The 95% interval around a value, by Student's t. Its degrees of freedom are the number of independent parts minus
 * one.
 */
export function interval(value: number, standardError: number, parts: number): { low: number; high: number } {
  const reach = quantile(0.975, parts - 1) * standardError;
  return { low: value - reach, high: value + reach };
}

/** Of the normal distribution, for 95%. */
const z = 1.959963984540054;

/**
 * The 95% score interval of a share of yes and no (Wilson 1927). It never leaves the bounds, and has a width also where all
 * cases are alike.
 */
function wilson(value: number, n: number, [smallest, largest]: Bounds): { low: number; high: number } {
  const ends = scoreInterval((value - smallest) / (largest - smallest), n, z);
  const width = largest - smallest;
  return { low: smallest + width * ends.low, high: smallest + width * ends.high };
}

/**
 * The 95% interval of a mean between bounds. It is Student's where that stays inside. Otherwise it is Wilson's for the
 * effective number of cases, the number of yes and no with the same standard error: share (1 - share) / standardError^2,
 * with Student's t in place of the normal distribution's 1.96. Source: Korn and Graubard (1998); Dean and Pagano (2015).
 * Nothing is cut off at a bound.
 */
export function intervalWithin(
  mean: { readonly value: number; readonly standardError: number; readonly parts: number },
  [smallest, largest]: Bounds,
): { low: number; high: number } {
  const { value, standardError, parts } = mean;
  const usual = interval(value, standardError, parts);
  if (usual.low >= smallest && usual.high <= largest) return usual;
  const width = largest - smallest;
  const share = (value - smallest) / width;
  const effective = (share * (1 - share)) / (standardError / width) ** 2;
  const ends = scoreInterval(share, effective, quantile(0.975, parts - 1));
  return { low: smallest + width * ends.low, high: smallest + width * ends.high };
}

/** All shares that a score test with this critical value does not reject. The ends lie from 0 to 1 but for rounding. */
function scoreInterval(share: number, n: number, critical: number): { low: number; high: number } {
  const square = critical ** 2;
  const centre = (share + square / (2 * n)) / (1 + square / n);
  const reach = (critical / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n ** 2));
  return { low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) };
}

/** The mean. Its error is the sample standard deviation (n - 1), divided by the square root of n. */
export function meanOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  const n = numbers.length;
  return {
    value: mean([...numbers]),
    standardError:
      n > 1 ? withoutRounding(sampleStandardDeviation([...numbers]) / Math.sqrt(n), numbers) : null,
  };
}

/** Numbers that differ by less than this part of the largest differ by rounding only: 1/3 + 2/3 and 1, for example. */
const rounding = 1e-9;

/** A spread of numbers; 0 where only rounding tells them apart. */
export function withoutRounding(spread: number, numbers: readonly number[]): number {
  const largest = numbers.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return spread < rounding * largest ? 0 : spread;
}

/** The type of an argument that takes rows. */
export const rowsGiven = listOf(
  'rows',
  object('a row of measure', { column: text(10_000), value: number().nullable() }),
);

/**
 * Checks that rows have the named fields. An empty list of rows passes.
 * @param who - the calling function, for the error: "trajectoryFigure"
 * @throws AgoraError 'rows' naming the missing field, how many rows lack it, and the fields of the first of them
 */
export function needFields(
  who: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  fields: readonly string[],
): void {
  for (const field of fields) {
    const without = rows.filter((row) => row[field] === undefined);
    const [first] = without;
    if (first === undefined) continue;
    // A field that is there without a value is as good as absent.
    const known = Object.keys(first).filter((name) => !parts.includes(name) && first[name] !== undefined);
    const meant = closest(field, known);
    const lack = `${without.length} of ${rows.length} rows ${without.length === 1 ? 'lacks' : 'lack'} it`;
    throw new AgoraError(
      'rows',
      `${who} needs the field ${JSON.stringify(field)} in each row, but ${lack}` +
        `${meant === undefined ? '' : ` (did you mean ${meant}?)`}. The first of them has: ${known.join(', ')}`,
    );
  }
}

const parts = ['value', 'standardError', 'low', 'high', 'n'];

/** The fields that identify a row: all except its estimate and those in `without`. */
export function fieldsOf(row: Row, without: readonly string[] = []): Record<string, string | number | null> {
  const fields: Record<string, string | number | null> = {};
  for (const field in row)
    if (!parts.includes(field) && !without.includes(field))
      fields[field] = row[field] as string | number | null;
  return fields;
}

/**
 * The mean over the values of a field, such as five runs, all rules or all subjects. Rows that differ only in this
 * field become one. Its error is the one between them, and its `n` is their number; their own estimates no longer
 * count.
 * @param fields - one field, or several to average over at once
 * @example
 * const rest = { standardError: null, low: null, high: null, n: 1, evidence: 'simulated' } as const;
 * const rows = [50, 60].map((value, run) => ({ run, rule: 'borda', column: 'accuracy', value, ...rest }));
 * const [row] = metrics.averageOver(rows, 'run');
 * [row.rule, row.value, row.standardError, row.n]; // => ['borda', 55, 5, 2]
 */
export function averageOver(rows: readonly Row[], ...fields: string[]): Row[] {
  const wanted = object('arguments', { rows: rowsGiven, fields: listOf('fields', text(), 1) });
  check('averageOver', wanted, { rows, fields });
  const groups = new Map<string, { own: Pick<Row, 'column' | 'evidence'>; members: Row[] }>();
  for (const row of rows) {
    const own = fieldsOf(row, fields);
    const key = JSON.stringify(own);
    const group = groups.get(key) ?? { own: own as never, members: [] };
    groups.set(key, group);
    group.members.push(row);
  }
  return [...groups.values()].map(({ own, members }) =>
    basedOn({ ...own, ...estimateOver(members.map(({ value }) => value)) }, members),
  );
}
