import type { Collaboration } from '../../transcripts';
import type { Columns, Measurable, Row } from '../../row';
import { measure, type MeasureSettings } from '../measure';

/** Collaborations as a run of simulated agents. */
export const asRun = (all: readonly Collaboration[]): Measurable =>
  Object.assign([...all], { evidence: 'simulated' as const });

/** The rows of some collaborations. */
export const rowsOf = (
  all: readonly Collaboration[],
  columns: Columns,
  settings?: MeasureSettings,
): Promise<Row[]> => measure(asRun(all), columns, settings);

/** The values of one column, in the order of its rows: by round, if it has rounds. */
export const valuesOf = (rows: readonly Row[], column: string): (number | null)[] =>
  rows.filter((row) => row.column === column).map(({ value }) => value);

/** The only row of a column. */
export function rowOf(rows: readonly Row[], column: string): Row {
  const [row, ...others] = rows.filter((one) => one.column === column);
  if (row === undefined || others.length > 0)
    throw new Error(`${others.length + Number(row !== undefined)} rows of ${column}`);
  return row;
}
