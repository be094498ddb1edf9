import { AgoraError } from '../../agora-error';
import { check, object, text } from '../../check';
import { mean } from '../finding';
import {
  publishedTableGiven,
  type PublishedCell,
  type PublishedTable,
  type QuotedNumbers,
  type RecomputedTable,
} from '../published-table';

const printedRounds = [3, 5, 10] as const;
const columns = printedRounds.map((round) => `utility@${round}`);

/**
 * What the paper prints of a figure that shows utility by round: the figure itself bears no numbers, but the table
 * behind it prints its lines' heights at three rounds.
 */
export function utilityFigure(
  table: PublishedTable,
  item: string,
  caption: string,
  labels: readonly string[],
): PublishedTable {
  const rows = table.rows.filter(({ label }) => labels.includes(label));
  return {
    paper: table.paper,
    item,
    caption,
    unit: table.unit,
    columns,
    rows: rows.map(({ label, cells }) => ({
      label,
      cells: Object.fromEntries(columns.map((column) => [column, cells[column] as PublishedCell])),
    })),
  };
}

/** Table 7's columns of one measure: all that Figures 4 (MAE) and 21 (RMSE) draw as lines, as printed. */
export function ratingFigure(
  table: PublishedTable,
  item: string,
  caption: string,
  measure: 'mae' | 'rmse',
): PublishedTable {
  const columns = table.columns.filter((column) => column.startsWith(`${measure}@`));
  const rows = table.rows.map((row) => ({
    ...row,
    cells: Object.fromEntries(columns.map((column) => [column, row.cells[column] as PublishedCell])),
  }));
  return { ...table, item, caption, columns, rows };
}

const pointArguments = object('arguments', { table: publishedTableGiven, label: text(), measure: text() });

/**
 * A row's printed points in columns like `length@1`, by round, for drawing beside ours.
 * @throws AgoraError 'published-data' when the table has none
 * @example
 * import { papers } from 'agora-lab';
 * papers.roundtable.roundPoints(papers.roundtable.table7, 'Majority', 'mae')[0]; // => { round: 1, value: 0.81, standardError: null }
 */
export function roundPoints(
  table: PublishedTable,
  label: string,
  measure: string,
): { readonly round: number; readonly value: number; readonly standardError: number | null }[] {
  check('roundPoints', pointArguments, { table, label, measure });
  const row = table.rows.find((one) => one.label === label);
  const columns = table.columns.filter((column) => column.startsWith(`${measure}@`));
  if (row === undefined || columns.length === 0)
    throw new AgoraError(
      'published-data',
      `${table.item} has no ${row === undefined ? `row ${JSON.stringify(label)}` : `columns ${measure}@n`}; its rows are ${table.rows.map((one) => one.label).join('; ')}`,
    );
  return columns.flatMap((column) => {
    const cell = row.cells[column];
    return cell === undefined ? [] : [{ round: Number(column.slice(measure.length + 1)), ...cell }];
  });
}

/** The row of Figure 3's table that holds what the text says of unanimity against the best rule. */
export const unanimousDropRow = 'Unanimous below the best';

export function figure3(table: PublishedTable, quoted: readonly QuotedNumbers[]): PublishedTable {
  const labels = table.rows.map(({ label }) => label);
  const points = utilityFigure(table, 'Figure 3', 'Group total utility by round and voting rule', labels);
  const drop = (name: string) => ({
    value: quoted.find((numbers) => numbers.name === name)?.values['drop'] ?? Number.NaN,
    standardError: null,
  });
  const drops = {
    'drop@1': drop('initial utility, unanimous below the best'),
    'drop@10': drop('final utility, unanimous below the best'),
  };
  return {
    ...points,
    columns: [...points.columns, ...Object.keys(drops)],
    rows: [...points.rows, { label: unanimousDropRow, cells: drops }],
  };
}

const environments = [
  ['exchange-economy', 'Exchange economy'],
  ['recommendation', 'Recommendation system'],
] as const;

/**
 * Figure 5 from Table 8: message length and information distance by round and environment, each the plain mean of
 * the six voting rules. The figure prints no numbers. Lengths are printed as whole words and distances to 0.01, so a
 * mean is exact to half of that (0.5 words, 0.005).
 */
export function languageAverages(table8: PublishedTable): RecomputedTable {
  check('languageAverages', object('arguments', { table8: publishedTableGiven }), { table8 });
  const columns = table8.columns.filter((column) => /^(length|distance)@/.test(column));
  const rows = environments.map(([environment, label]) => {
    const rules = table8.rows.filter(({ setting }) => setting?.['environment'] === environment);
    const cells = columns.map((column): [string, PublishedCell] => {
      const values = rules.map((row) => row.cells[column]?.value ?? Number.NaN);
      return [column, { value: mean(values), standardError: null }];
    });
    return { label, setting: { environment, rules: rules.length }, cells: Object.fromEntries(cells) };
  });
  return {
    paper: table8.paper,
    item: 'Figure 5',
    caption:
      'Message length and information distance by round, averaged over the six voting rules of Table 8.',
    unit: 'length in words, distance as a cosine distance',
    columns,
    rows,
    evidence: 'recomputed',
  };
}
