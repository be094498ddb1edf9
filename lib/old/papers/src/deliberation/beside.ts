import type { Row } from 'agora-core/metrics';
import { mean } from 'simple-statistics';
import type { PublishedRow, PublishedTable } from 'agora-report/internal';
import { besideNote, besideSetting, modelBeside, type PrintedModels } from '../beside';
import { tables } from './tables';

/* Which printed row ours is compared with: see `modelBeside`. Means of the paper's models are separate rows here. */

type Fields = Readonly<Record<string, unknown>>;

/** The models that a table prints: Table 2 has all seven, Tables 3 and 4 some of them. */
export function printedModels(table: PublishedTable): PrintedModels {
  return Object.fromEntries(table.rows.map(({ setting }) => [String(setting?.['model']), []]));
}

/** Which of a table's models ours is compared with. */
export const besideModel = (name: 'table2' | 'table3' | 'table4' | 'table5' | 'table6') =>
  besideSetting(() => printedModels(tables[name]));

/** How a comparison with models' rows is shown: our rows, their intervals, and which model has no row. */
export const shownBeside = (table: PublishedTable, rows: readonly Row[]) =>
  ({ show: 'ours', intervals: true, note: besideNote(printedModels(table), rows) }) as const;

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

/** The label of the printed row that a row of ours is compared with. A condition that the paper does not have gets a label of its own. */
export function labelBeside(table: PublishedTable, row: Fields): string {
  const model = modelBeside(printedModels(table), row);
  const own = table.rows.find(
    ({ setting = {} }) => setting['model'] === model && isOfCondition(setting, row),
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

/** Whether a printed row has the condition of ours. A row without a printed condition fits any. */
function isOfCondition(setting: Fields, row: Fields): boolean {
  return ['condition', 'tools'].every(
    (field) => setting[field] === undefined || row[field] === undefined || setting[field] === row[field],
  );
}

function conditionText({ condition, tools }: Fields): string {
  return typeof condition === 'string' ? `${condition} ${String(tools)} tools` : '';
}
