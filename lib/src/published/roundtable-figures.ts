import type { PublishedCell, PublishedTable } from './published-table';

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

/** A row's printed points, for drawing beside ours. */
export function utilityPoints(
  table: PublishedTable,
  label: string,
): { readonly round: number; readonly value: number; readonly standardError: number | null }[] {
  const cells = table.rows.find((row) => row.label === label)?.cells ?? {};
  return printedRounds.flatMap((round) => {
    const cell = cells[`utility@${round}`];
    return cell === undefined ? [] : [{ round, ...cell }];
  });
}
