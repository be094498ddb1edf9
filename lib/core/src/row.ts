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
  /** Whether an ended collaboration keeps its last numbers in the rounds that only others played. Default false. */
  readonly carry?: boolean;
  /** Whether unfinished collaborations count, with what they have so far. Default false. */
  readonly unfinished?: boolean;
}

/** Metrics by name. A bare function is averaged over finished collaborations. */
export type Columns = Readonly<Record<string, Column | MetricOf>>;

/** An aggregate over collaborations. The value is null without any number, the error is null with fewer than two. */
export interface Estimate {
  readonly value: number | null;
  readonly standardError: number | null;
  /**
   * The 95% interval, by Student's t with n - 1 degrees of freedom. It assumes that collaborations are independent.
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
 */
export function estimateOver(values: readonly (number | null)[], over: Column['over'] = meanOver): Estimate {
  const numbers = values.filter((value): value is number => value !== null);
  const n = numbers.length;
  if (n === 0) return { value: null, standardError: null, low: null, high: null, n };
  const { value, standardError } = over(numbers);
  if (value === null || standardError === null) return { value, standardError, low: null, high: null, n };
  return { value, standardError, ...interval(value, standardError, n), n };
}

/**
 * The 95% interval around a value, by Student's t. Its degrees of freedom are the number of independent parts minus
 * one.
 */
export function interval(value: number, standardError: number, parts: number): { low: number; high: number } {
  const reach = quantile(0.975, parts - 1) * standardError;
  return { low: value - reach, high: value + reach };
}

/** The mean. Its error is the sample standard deviation (n - 1), divided by the square root of n. */
export function meanOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  const n = numbers.length;
  return {
    value: mean([...numbers]),
    standardError: n > 1 ? sampleStandardDeviation([...numbers]) / Math.sqrt(n) : null,
  };
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
