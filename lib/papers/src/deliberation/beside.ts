import { mean } from 'simple-statistics';
import type { PublishedRow, PublishedTable } from 'agora-report/internal';

/*
 * Which printed row is ours beside? That of the model that answered; for any other model the mean of the paper's models,
 * which are rows of their own here.
 */

type Fields = Readonly<Record<string, unknown>>;

/** A printed table with more rows: for each condition, with and without tools, the mean of the paper's models. */
export function withMeans(table: PublishedTable): PublishedTable {
  const groups = new Map<string, PublishedRow[]>();
  for (const row of table.rows) {
    const label = meanLabel(table, row.setting ?? {});
    groups.set(label, [...(groups.get(label) ?? []), row]);
  }
  const means = [...groups].map(([label, rows]) => ({ label: label, cells: meanCells(table, rows) }));
  return { ...table, rows: [...table.rows, ...means] };
}

function meanCells({ columns }: PublishedTable, rows: readonly PublishedRow[]): PublishedRow['cells'] {
  const cells = columns.map((column) => {
    const value = mean(rows.map((row) => row.cells[column]?.value ?? NaN));
    return [column, { value: value, standardError: null }] as const;
  });
  return Object.fromEntries(cells);
}

/** The label of the printed row beside which a row of ours stands; a condition that the paper does not have names itself. */
export function labelBeside(table: PublishedTable, row: Fields): string {
  const model = String(row['model']).toLowerCase();
  const own = table.rows.find(
    ({ setting = {} }) => String(setting['model']).toLowerCase() === model && isOfCondition(setting, row),
  );
  return own?.label ?? meanLabel(table, row);
}

function meanLabel(table: PublishedTable, row: Fields): string {
  const inTable = table.rows.filter(({ setting = {} }) => isOfCondition(setting, row));
  const isGrouped = new Set(table.rows.map(({ setting = {} }) => conditionText(setting))).size > 1;
  const group = isGrouped || inTable.length === 0 ? conditionText(row) : '';
  const models = inTable.length === 0 ? '' : `mean of ${inTable.length} models`;
  return [group, models].filter((part) => part !== '').join(', ');
}

/** Whether a printed row is of the condition of ours; one that prints no condition is of any. */
function isOfCondition(setting: Fields, row: Fields): boolean {
  return ['condition', 'tools'].every(
    (field) => setting[field] === undefined || row[field] === undefined || setting[field] === row[field],
  );
}

function conditionText({ condition, tools }: Fields): string {
  return typeof condition === 'string' ? `${condition} ${String(tools)} tools` : '';
}
