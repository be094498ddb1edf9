import { AgoraError } from '../../agora-error';
import { roundtable } from '../roundtable';
import type { PublishedRow } from '../published-table';

/** One statement of a paper, or one reading of its definitions, held against what its printed numbers imply. */
export interface Finding {
  readonly claim: string;
  /** What the paper prints, and where. */
  readonly printed: string;
  /** What follows from the printed numbers, exactly but for their rounding. */
  readonly recomputed: string;
  /** Null where the printed numbers can neither confirm nor contradict it. */
  readonly agrees: boolean | null;
  readonly note: string;
}

/** Every row of Tables 1 and 6. */
export function allRows(): readonly PublishedRow[] {
  return [...roundtable.table1.rows, ...roundtable.table6.rows];
}

/** A printed value of Table 1 or 6. @throws AgoraError 'published-data' when there is no such cell */
export function value(table: 'table1' | 'table6', label: string, column: string): number {
  const row = roundtable[table].rows.find((one) => one.label === label);
  return cellValue(row, column, `${table}, ${label}`);
}

export function cellValue(row: PublishedRow | undefined, column: string, where = row?.label ?? ''): number {
  const cell = row?.cells[column];
  if (!cell) throw new AgoraError('published-data', `there is no published cell ${column} in ${where}`);
  return cell.value;
}

/** A number quoted from elsewhere in the paper. @throws AgoraError 'published-data' when there is none */
export function quotedValues(name: string): Readonly<Record<string, number>> {
  const found = roundtable.quoted.find((one) => one.name === name);
  if (!found)
    throw new AgoraError('published-data', `there are no quoted numbers called ${JSON.stringify(name)}`);
  return found.values;
}

export function show(number: number, digits = 2): string {
  return number.toFixed(digits);
}
