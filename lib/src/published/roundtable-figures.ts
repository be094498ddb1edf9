import { AgoraError } from '../agora-error';
import { check, object, oneOf, text } from '../check';
import { publishedTableGiven, type PublishedCell, type PublishedTable } from './published-table';

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

const pointArguments = object('arguments', { table: publishedTableGiven, label: text() });

/** A row's printed points, for drawing beside ours. */
export function utilityPoints(
  table: PublishedTable,
  label: string,
): { readonly round: number; readonly value: number; readonly standardError: number | null }[] {
  check('utilityPoints', pointArguments, { table, label });
  const cells = table.rows.find((row) => row.label === label)?.cells ?? {};
  return printedRounds.flatMap((round) => {
    const cell = cells[`utility@${round}`];
    return cell === undefined ? [] : [{ round, ...cell }];
  });
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

/** A row's printed points in columns like `length@1`, by round. @throws AgoraError 'published-data' when the table has none */
export function roundPoints(
  table: PublishedTable,
  label: string,
  measure: string,
): { readonly round: number; readonly value: number; readonly standardError: number | null }[] {
  check('roundPoints', pointArguments.extend({ measure: text() }), { table, label, measure });
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

/** A voting rule's printed errors by round, for drawing beside ours. */
export function ratingPoints(
  table: PublishedTable,
  label: string,
  measure: 'mae' | 'rmse',
): ReturnType<typeof roundPoints> {
  check('ratingPoints', pointArguments.extend({ measure: oneOf('mae', 'rmse') }), { table, label, measure });
  return roundPoints(table, label, measure);
}
