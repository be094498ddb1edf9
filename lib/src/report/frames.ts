import { createRequire } from 'node:module';
import type { DataFrame } from 'danfojs-node';
import { check, listOf, object, oneOf, settings as settingsOf } from '../check';
import { rowsGiven, type Row } from '../row';
import { selfShowing, table } from './table';

type Value = string | number | null;

/** What an estimate is made of beside its value: not what names a row. */
const parts = new Set(['column', 'round', 'value', 'n', 'standardError', 'low', 'high', 'evidence']);

const wideArguments = object('arguments', {
  rows: rowsGiven,
  settings: settingsOf({ rounds: oneOf('columns', 'rows').optional() }),
});

/**
 * Tidy rows as wide records: one for each combination of their further fields (rule, collaboration, agent, ...), with a
 * property for every column, or for every column at a round ("utility@3").
 * @param settings.rounds - rounds name `columns` (the default), or records of their own (`rows`)
 * @example
 * const rows = [1, 2].map((round) => ({ rule: 'Borda', column: 'utility', round, value: 40 * round })) as never;
 * report.wide(rows); // => [{ rule: 'Borda', 'utility@1': 40, 'utility@2': 80 }]
 */
export function wide(
  rows: readonly Row[],
  settings: { readonly rounds?: 'columns' | 'rows' } = {},
): Record<string, Value>[] {
  check('wide', wideArguments, { rows, settings });
  const byRow = settings.rounds === 'rows';
  const records = new Map<string, Record<string, Value>>();
  for (const row of rows) {
    const own = Object.fromEntries(
      Object.entries(row).filter(([field]) => !parts.has(field) || (field === 'round' && byRow)),
    );
    const key = JSON.stringify(own);
    const record = records.get(key) ?? own;
    record[row['round'] === undefined || byRow ? row.column : `${row.column}@${row['round']}`] = row.value;
    records.set(key, record);
  }
  return [...records.values()];
}

/**
 * A danfojs data frame of records, to be sliced: `report.frame(report.wide(rows)).groupby(['rule'])`. Numbers that are
 * missing (null, or a property that some records lack) become NaN in a column of numbers. It shows itself as a table
 * where it is a cell's last value. danfojs is loaded by the first call, which takes some seconds.
 * @example
 * report.frame([{ rule: 'Borda', value: 1 }, { rule: 'Borda', value: null }]).shape; // => [2, 2]
 */
export function frame(records: readonly object[]): DataFrame {
  check('frame', listOf('records', object('a record', {}).loose(), 1), records);
  const { DataFrame: Frame, toJSON } = createRequire(__filename)(
    'danfojs-node',
  ) as typeof import('danfojs-node');
  const names = [...new Set(records.flatMap(Object.keys))];
  const columns = names.map((name) => {
    const values = records.map((record) => (record as Record<string, unknown>)[name] ?? null);
    const isNumeric = values.every((value) => value === null || typeof value === 'number');
    return [name, values.map((value) => (value === null && isNumeric ? NaN : value))] as const;
  });
  return selfShowing(new Frame(Object.fromEntries(columns)), (self) => table(toJSON(self) as object[]));
}
