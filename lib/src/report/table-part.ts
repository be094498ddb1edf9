import { AgoraError } from '../agora-error';
import { callable, check, object, settings, text } from '../check';
import { publishedTableGiven } from '../papers/published-table';
import type { PublishedTableLike } from './comparison';

export interface TablePartOptions {
  /** What the part is called after the table's own name: "message length" makes "Table 8, message length". */
  readonly name: string;
  /** What its numbers are measured in, where the table mixes units. */
  readonly unit?: string;
  readonly columns?: (column: string) => boolean;
  readonly rows?: (label: string) => boolean;
}

const partArguments = object('arguments', {
  table: publishedTableGiven,
  options: settings({
    name: text(),
    unit: text().optional(),
    columns: callable.optional(),
    rows: callable.optional(),
  }),
});

/**
 * Some rows and columns of a table as a table of their own, so that numbers of different units are not summed up
 * together.
 * @throws AgoraError 'comparison' when nothing is left
 * @example
 * const { table8 } = papers.roundtable;
 * const isLength = (column) => column.startsWith('length@');
 * report.tablePart(table8, { name: 'length', unit: 'words', columns: isLength }).columns.length; // => 10
 */
export function tablePart(table: PublishedTableLike, options: TablePartOptions): PublishedTableLike {
  check('tablePart', partArguments, { table, options });
  const { name, unit, columns: keepColumn = () => true, rows: keepRow = () => true } = options;
  const columns = table.columns.filter(keepColumn);
  const rows = table.rows.filter(({ label }) => keepRow(label));
  if (columns.length === 0 || rows.length === 0)
    throw new AgoraError('comparison', `tablePart: "${name}" leaves nothing of ${table.item}`);
  return {
    paper: table.paper,
    item: `${table.item}, ${name}`,
    caption: table.caption,
    unit: unit ?? table.unit,
    columns,
    rows: rows.map((row) => ({
      label: row.label,
      cells: Object.fromEntries(Object.entries(row.cells).filter(([column]) => columns.includes(column))),
    })),
  };
}
