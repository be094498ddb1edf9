import { mean } from '../finding';
import type { PublishedCell, PublishedTable, QuotedNumbers, RecomputedTable } from 'agora-report/internal';

const printedRounds = [3, 5, 10] as const;
const columns = printedRounds.map((round) => `utility@${round}`);

/**
 * The printed numbers of a figure of utility by round: the figure has none, but its table prints the values of three
 * rounds.
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

/** The row of Figure 3's table with the text's numbers on unanimity against the best rule. */
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
