import type { PublishedCell, PublishedRow, PublishedTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { cellValue, less, show } from '../finding';
import type { S2MadTables } from './tables';

/** One model on one data set, in Table 1 or 7. */
export interface DebateCondition {
  readonly table: PublishedTable;
  /** As the table prints it. */
  readonly model: string;
  readonly dataset: string;
}

/** The pairs of model and data set with printed numbers: 14 in Table 1, 8 in Table 7. */
export function conditionsOf(table: PublishedTable): readonly DebateCondition[] {
  const models = [...new Set(table.rows.map(({ setting }) => String(setting?.['printedAs'])))];
  return models.flatMap((model) =>
    datasetsOf(table)
      .map((dataset) => ({ table, model, dataset }))
      .filter((condition) => cellIn(condition, 'MAD(5,4)', 'tokens') !== undefined),
  );
}

/** Those of Table 1, then those of Table 7. */
export function allConditions(paper: S2MadTables): readonly DebateCondition[] {
  return [...conditionsOf(paper.table1), ...conditionsOf(paper.table7)];
}

/** "gsm8k", "math", ... in the order of the columns. */
export function datasetsOf(table: PublishedTable): readonly string[] {
  return table.columns
    .filter((column) => column.endsWith(' tokens'))
    .map((column) => column.split(' ')[0] ?? '');
}

export function rowOf(
  { table, model }: Pick<DebateCondition, 'table' | 'model'>,
  method: string,
): PublishedRow | undefined {
  return table.rows.find(({ setting }) => setting?.['printedAs'] === model && setting['method'] === method);
}

/** Undefined if the table has no such row, or prints a dash. */
export function cellIn(
  condition: DebateCondition,
  method: string,
  measure: 'accuracy' | 'tokens',
): PublishedCell | undefined {
  return rowOf(condition, method)?.cells[`${condition.dataset} ${measure}`];
}

export const named = ({ model, dataset }: DebateCondition): string => `${model} on ${dataset}`;

/** Printed accuracy in percent, or tokens in thousands. @throws AgoraError 'published-data' when there are none */
function valueOf(condition: DebateCondition, method: string, measure: 'accuracy' | 'tokens'): number {
  const cell = cellIn(condition, method, measure);
  if (!cell)
    throw new AgoraError('published-data', `there is no ${measure} of ${method} for ${named(condition)}`);
  return cell.value;
}

export const accuracyOf = (condition: DebateCondition, method: string): number =>
  valueOf(condition, method, 'accuracy');
export const tokensOf = (condition: DebateCondition, method: string): number =>
  valueOf(condition, method, 'tokens');

/** With the digits that the paper prints. */
export const tokensShown = (thousands: number): string => show(thousands, thousands < 10 ? 2 : 1);

/** By how many points S2-MAD is more accurate than a method. */
export const gainOver = (condition: DebateCondition, method: string): number =>
  less(accuracyOf(condition, 'S2-MAD(5,4)'), accuracyOf(condition, method));

/** A split of Table 3. */
export interface Split {
  readonly groups: string;
  readonly sizes: readonly number[];
  readonly accuracy: number;
  readonly tokens: number;
}

/** The splits of Table 3 for one method, in its order: from two groups to four. */
export function splitsOf({ table3 }: S2MadTables, method: 'GD(8,3)' | 'S2-MAD(8,3)'): readonly Split[] {
  return table3.rows.flatMap((row) => {
    const groups = row.setting?.['groups'];
    if (row.setting?.['method'] !== method || typeof groups !== 'string') return [];
    const sizes = groups.split('+').map(Number);
    return [{ groups, sizes, accuracy: cellValue(row, 'accuracy'), tokens: cellValue(row, 'tokens') }];
  });
}
