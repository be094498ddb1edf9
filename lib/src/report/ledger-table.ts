import { check, having, listOf, object } from '../check';
import type { LedgerRow } from './ledger';
import { numberText, textTable } from './table';

const TITLES = [
  'paper',
  'item',
  'notebook',
  'published cells',
  'our cells',
  'median difference',
  'largest difference',
  'evidence',
  'known deviation',
] as const;

/** The titles whose cells are numbers. */
const isNumber = (title: string): boolean => /cells|difference/.test(title);

const rowsGiven = listOf(
  'rows',
  having('a row of the ledger', {
    ...{ paper: 'string', item: 'string', notebook: 'string', evidence: 'string', knownDeviation: 'string' },
    ...{ publishedCells: 'number', ourCells: 'number' },
  }),
);

/**
 * The ledger for the terminal: differences are absolute, ours to published, in each table's own unit.
 * @example
 * report.ledgerText([]).startsWith('The reproduction ledger is empty'); // => true
 */
export function ledgerText(rows: readonly LedgerRow[]): string {
  check('ledgerText', object('arguments', { rows: rowsGiven }), { rows });
  if (rows.length === 0)
    return 'The reproduction ledger is empty: no notebook has recorded a table or figure.';
  const columns = TITLES.map((title) => ({
    title,
    align: isNumber(title) ? ('right' as const) : ('left' as const),
    width: title === 'known deviation' ? 44 : isNumber(title) ? 10 : 34,
  }));
  return textTable(
    columns,
    rows.map((row) => cellsOf(row)),
  );
}

/** The ledger as a Markdown table, for the README. */
export function ledgerMarkdown(rows: readonly LedgerRow[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = TITLES.map((title) => (isNumber(title) ? '---:' : '---'));
  return [line(TITLES), line(rule), ...rows.map((row) => line(cellsOf(row)))].join('\n');
}

function cellsOf(row: LedgerRow): string[] {
  const difference = (value: number | null): string => (value === null ? '–' : numberText(value));
  return [
    row.paper,
    row.item,
    row.notebook,
    String(row.publishedCells),
    String(row.ourCells),
    difference(row.medianDifference),
    difference(row.largestDifference),
    row.evidence,
    row.knownDeviation || 'none',
  ];
}
