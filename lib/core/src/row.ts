import quantile from '@stdlib/stats-base-dists-t-quantile';
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { basedOn } from './basis';
import { AgoraError } from 'agora-voting';
import { check, closest, listOf, number, object, text } from 'agora-voting/internal';
import type { Collaboration, RunDescription } from './transcripts';

/*
 * What every result is: tidy rows. `metrics.measure` makes them of columns and runs; tables, comparisons, figures and
 * data frames take them.
 */

/** Collaborations of one kind of evidence: a run, or a list with `evidence` beside it. */
export type Measurable = (Iterable<Collaboration> | AsyncIterable<Collaboration>) & {
  readonly evidence: 'simulated' | 'recorded' | 'live';
  readonly name?: string;
  /** Its record: which environment, protocol, model and settings. Runs have one, imported conversations have none. */
  readonly description?: RunDescription;
  /** At which temperature its answers were drawn, where that is known. */
  readonly temperature?: number | undefined;
  /** Whether nothing was drawn at random: equal prompts bring equal answers, and are no second observation. */
  readonly drawsAlike?: boolean;
  /** All of them, those that are not finished after the others. */
  readonly withUnfinished?: () => Iterable<Collaboration>;
};

/** One of several numbers of a collaboration; the other fields (round, rule, agent, ...) tell them apart. */
export interface Measured {
  readonly value: number | null;
  readonly [field: string]: string | number | null;
}

type Found = number | null | readonly Measured[];

/** What one collaboration gives: a number, none (null), or several; at once or later. */
export type MetricOf = (collaboration: Collaboration) => Found | Promise<Found>;

/** A metric, and how it is taken over collaborations. */
export interface Column {
  readonly of: MetricOf;
  /** How numbers become one. Default: their mean. */
  readonly over?: (numbers: readonly number[]) => Pick<Estimate, 'value' | 'standardError'>;
  /** In rounds that others played after a collaboration ended it keeps its last numbers. Default false: it has none. */
  readonly carry?: boolean;
  /** Collaborations that are still running count, as far as they are. Default false. */
  readonly unfinished?: boolean;
}

/** Metrics by name; a bare function is one whose mean is taken over finished collaborations. */
export type Columns = Readonly<Record<string, Column | MetricOf>>;

/** A number over collaborations. Null where too few are there: none for a value, one for an error. */
export interface Estimate {
  readonly value: number | null;
  readonly standardError: number | null;
  /** The 95% interval: Student's t with n - 1 degrees of freedom, so collaborations count as independent. */
  readonly low: number | null;
  readonly high: number | null;
  /** How many numbers went in; undefined ones (null) do not. */
  readonly n: number;
}

/**
 * One tidy row: what was measured (`column` and any further fields), and its estimate. What stands behind it (answers that
 * could not be used, copies) goes along unseen, and is told at the foot of tables.
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
 * The estimate of a column's numbers, taken as the column says (by default their mean); undefined ones (null) do not
 * count. For the mean of plain or clustered values there is `statistics.estimate`.
 */
export function estimateOver(values: readonly (number | null)[], over: Column['over'] = meanOver): Estimate {
  const numbers = values.filter((value): value is number => value !== null);
  const n = numbers.length;
  if (n === 0) return { value: null, standardError: null, low: null, high: null, n };
  const { value, standardError } = over(numbers);
  if (value === null || standardError === null) return { value, standardError, low: null, high: null, n };
  return { value, standardError, ...interval(value, standardError, n), n };
}

/** The 95% interval around a value: Student's t, with one degree of freedom fewer than there are independent parts. */
export function interval(value: number, standardError: number, parts: number): { low: number; high: number } {
  const reach = quantile(0.975, parts - 1) * standardError;
  return { low: value - reach, high: value + reach };
}

/** The mean, with the sample standard deviation (n - 1) over the square root of n as its error. */
export function meanOver(numbers: readonly number[]): Pick<Estimate, 'value' | 'standardError'> {
  const n = numbers.length;
  return {
    value: mean([...numbers]),
    standardError: n > 1 ? sampleStandardDeviation([...numbers]) / Math.sqrt(n) : null,
  };
}

/** What an argument that takes rows must be. */
export const rowsGiven = listOf(
  'rows',
  object('a row of measure', { column: text(10_000), value: number().nullable() }),
);

/**
 * Makes sure that rows have the fields that somebody named. No rows have nothing to be refused for.
 * @param who - the function that asks, for the error: "trajectoryFigure"
 * @throws AgoraError 'rows' naming the field that a row lacks and those that it has
 */
export function needFields(
  who: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  fields: readonly string[],
): void {
  for (const field of fields) {
    const without = rows.find((row) => row[field] === undefined);
    if (without === undefined) continue;
    const known = Object.keys(without).filter((name) => !parts.includes(name));
    const meant = closest(field, known);
    throw new AgoraError(
      'rows',
      `${who} needs ${JSON.stringify(field)} in each row, and a row has none` +
        `${meant === undefined ? '' : ` (did you mean ${meant}?)`}. It has: ${known.join(', ')}`,
    );
  }
}

const parts = ['value', 'standardError', 'low', 'high', 'n'];

/** What tells a row from others: all its fields but its estimate and those left out. */
export function fieldsOf(row: Row, without: readonly string[] = []): Record<string, string | number | null> {
  const fields: Record<string, string | number | null> = {};
  for (const field in row)
    if (!parts.includes(field) && !without.includes(field))
      fields[field] = row[field] as string | number | null;
  return fields;
}

/**
 * The mean over the values of a field: of five runs, of all rules, of subjects. Rows that are alike but for it become
 * one, whose error is between them and whose `n` counts them; what they were estimated from is no longer seen.
 * @param fields - one, or several to be averaged over at once
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
