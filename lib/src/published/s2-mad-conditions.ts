import { AgoraError } from '../agora-error';
import type { PublishedCell, PublishedRow, PublishedTable } from './published-table';
import type { S2MadPaper } from './s2-mad';

/** One model on one data set, in Table 1 or 7. */
export interface DebateCondition {
  readonly table: PublishedTable;
  /** As the table prints it. */
  readonly model: string;
  readonly dataset: string;
}

/** Every model and data set of a table for which it prints numbers: 14 in Table 1, 8 in Table 7. */
export function conditionsOf(table: PublishedTable): readonly DebateCondition[] {
  const models = [...new Set(table.rows.map(({ setting }) => String(setting?.['printedAs'])))];
  return models.flatMap((model) =>
    datasetsOf(table)
      .map((dataset) => ({ table, model, dataset }))
      .filter((condition) => cellIn(condition, 'MAD(5,4)', 'tokens') !== undefined),
  );
}

/** Those of Table 1, then those of Table 7. */
export function allConditions(paper: S2MadPaper): readonly DebateCondition[] {
  return [...conditionsOf(paper.table1), ...conditionsOf(paper.table7)];
}

/** "gsm8k", "math", ... in the order of the columns. */
export function datasetsOf(table: PublishedTable): readonly string[] {
  return table.columns
    .filter((column) => column.endsWith(' tokens'))
    .map((column) => column.split(' ')[0] ?? '');
}

/** Undefined where the table has no such row, or prints a dash. */
export function cellIn(
  condition: DebateCondition,
  method: string,
  measure: 'accuracy' | 'tokens',
): PublishedCell | undefined {
  return rowOf(condition, method)?.cells[`${condition.dataset} ${measure}`];
}

export function rowOf(
  { table, model }: Pick<DebateCondition, 'table' | 'model'>,
  method: string,
): PublishedRow | undefined {
  return table.rows.find(({ setting }) => setting?.['printedAs'] === model && setting['method'] === method);
}

/** Numbers of the text. @throws AgoraError 'published-data' when there are none of that name */
export function quotedIn({ quoted }: S2MadPaper, name: string): Readonly<Record<string, number>> {
  const found = quoted.find((one) => one.name === name);
  if (!found)
    throw new AgoraError('published-data', `there are no quoted numbers called ${JSON.stringify(name)}`);
  return found.values;
}
