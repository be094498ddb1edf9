import { AgoraError } from '../../agora-error';
import type { PublishedTable } from '../published-table';
import type { S2MadPaper } from '../s2-mad';
import { cellIn, type DebateCondition } from '../s2-mad-conditions';
import { less } from './cells';
import { cellValue, show } from './finding';

export const named = ({ model, dataset }: DebateCondition): string => `${model} on ${dataset}`;

/** Printed accuracy in percent. @throws AgoraError 'published-data' when there is none */
export const accuracyOf = (condition: DebateCondition, method: string): number =>
  valueOf(condition, method, 'accuracy');

/** Printed tokens in thousands. @throws AgoraError 'published-data' when there are none */
export const tokensOf = (condition: DebateCondition, method: string): number =>
  valueOf(condition, method, 'tokens');

function valueOf(condition: DebateCondition, method: string, measure: 'accuracy' | 'tokens'): number {
  const cell = cellIn(condition, method, measure);
  if (!cell)
    throw new AgoraError('published-data', `there is no ${measure} of ${method} for ${named(condition)}`);
  return cell.value;
}

/** With the digits that the paper prints. */
export const tokensShown = (thousands: number): string => show(thousands, thousands < 10 ? 2 : 1);

/** By how many points S2-MAD is more accurate than a method. */
export const gainOver = (condition: DebateCondition, method: string): number =>
  less(accuracyOf(condition, 'S2-MAD(5,4)'), accuracyOf(condition, method));

/** A value of Tables 2 to 4 by the row's label. */
export function labelled(
  table: PublishedTable,
  label: string,
  column: 'accuracy' | 'tokens' | 'cost saving',
): number {
  return cellValue(
    table.rows.find((row) => row.label === label),
    column,
    `${table.item}, ${label}`,
  );
}

/** The splits of Table 3 for one method, in its order: from two groups to four. */
export interface Split {
  readonly groups: string;
  readonly sizes: readonly number[];
  readonly accuracy: number;
  readonly tokens: number;
}

export function splitsOf({ table3 }: S2MadPaper, method: 'GD(8,3)' | 'S2-MAD(8,3)'): readonly Split[] {
  return table3.rows.flatMap((row) => {
    const groups = row.setting?.['groups'];
    if (row.setting?.['method'] !== method || typeof groups !== 'string') return [];
    const sizes = groups.split('+').map(Number);
    return [{ groups, sizes, accuracy: cellValue(row, 'accuracy'), tokens: cellValue(row, 'tokens') }];
  });
}
