import { AgoraError, knownOptions } from '../error';
import { estimate } from './estimate';
import { columnOf, traits, type Row } from './measure';

/** The mean of a group of rows, with a 95% interval. */
export interface Summary {
  readonly column: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Number of values, excluding missing ones. */
  readonly n: number;
  /** Number of independent clusters. By default, each case is a cluster. */
  readonly clusters: number;
  /** Number of missing values. */
  readonly missing: number;
  readonly [field: string]: string | number | boolean | null;
}

export interface SummariseOptions {
  /** The fields that identify a group, in addition to the column, for example `['rule', 'round']`. Default: none. */
  readonly by?: string | readonly string[];
  /** The field that identifies independent clusters. Default: `case`. */
  readonly clusters?: string;
}

/**
 * Fields that identify one number within a group. Any other field is kept if its value is the same in all rows of a
 * group.
 */
const own = new Set(['column', 'value', 'collaboration', 'case']);

/**
 * Averages the rows in each group. Rows belong to the same group if they have the same column and the same values in
 * the fields that `by` lists. Any other field, such as `model` or `rule`, is kept if it has the same value in all rows
 * of a group.
 *
 * @throws AgoraError if a group mixes kinds of evidence, or if a field in `by` is in none of the rows
 */
export function summarise(rows: readonly Row[], options: SummariseOptions = {}): Summary[] {
  knownOptions('summarise', options, ['by', 'clusters']);
  const { clusters = 'case' } = options;
  const by = [options.by ?? []].flat();
  for (const field of by)
    if (rows.length > 0 && rows.every((row) => row[field] === undefined))
      throw new AgoraError(
        `No row has the field "${field}". Choose from ${Object.keys(rows[0] as Row).join(', ')}.`,
      );
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([...by.map((field) => row[field] ?? null), row.column]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].map((members) => {
    const first = members[0] as Row;
    const evidence = new Set(members.map((row) => row['evidence']));
    if (evidence.size > 1)
      throw new AgoraError(`A group mixes ${[...evidence].join(' and ')} rows. Add "evidence" to "by".`);
    const shared = Object.keys(first).filter(
      (field) =>
        by.includes(field) || (!own.has(field) && members.every((row) => row[field] === first[field])),
    );
    const present = members.filter((row) => row.value !== null);
    const values = present.map((row) => row.value as number);
    const cases = present.map((row) => String(row[clusters]));
    const { bounds } = columnOf(first);
    const found = estimate(values, { clusters: cases, ...(bounds !== undefined && { bounds }) });
    return {
      ...Object.fromEntries(shared.map((field) => [field, first[field] ?? null])),
      column: first.column,
      ...found,
      missing: members.length - present.length,
      [traits]: columnOf(first),
    };
  });
}
