import { AgoraError } from '../agora-error';
import type { Row } from '../metrics';
import type {
  Comparison,
  ComparisonCell,
  ComparisonRow,
  OurTable,
  PublishedTableLike,
  RowUse,
  TableCell,
} from './comparison';
import { check, either, listOf, object } from '../check';
import { rowGiven } from './trajectory-traces';
import { publishedTableGiven } from '../papers/published-table';
import { compareOptions, ourTableGiven } from './comparison';
import { OUR_EVIDENCE, type Evidence, type OurEvidence } from './evidence';
import { comparisonTable } from './show';
import { selfShowing } from './table';

/** Of tidy rows: a table row for each value of the field `by`, a column for each `column`, with its round ("mae@3"). */
function tableOf(published: PublishedTableLike, rows: readonly Row[], by: string): OurTable {
  const labels = [...new Set(rows.map((row) => String(row[by] ?? '')))];
  const nameOf = ({ column, round }: Row): string => (round === undefined ? column : `${column}@${round}`);
  const cellsOf = (label: string) =>
    rows.flatMap((row) =>
      String(row[by] ?? '') !== label || row.value === null || !published.columns.includes(nameOf(row))
        ? []
        : [
            [
              nameOf(row),
              { value: row.value, standardError: row.standardError, evidence: row.evidence },
            ] as const,
          ],
    );
  return {
    columns: published.columns,
    rows: labels.map((label) => ({ label, cells: Object.fromEntries(cellsOf(label)) })),
  };
}

const rowsArguments = object('arguments', {
  published: publishedTableGiven,
  ours: either('our table, or rows', ourTableGiven, listOf('rows', rowGiven)),
  options: compareOptions,
});
const compareArguments = object('arguments', {
  published: publishedTableGiven,
  ours: ourTableGiven,
  options: compareOptions,
});

/**
 * Lays our numbers beside the published ones, cell by cell. What is missing on either side stays in the
 * table, as missing, and is counted. The paper's rows and columns come first, in its order.
 * @param ours - a table, or the rows of `measure`; of these, what the paper has no column for is left out
 * @param options.by - for rows: the field that names a row of the table ("rule")
 * @param options.evidence - the kind of our cells that state none, nor their row
 * @param options.fitted - the labels of the rows that something was fitted to; all others are then held out
 * @throws AgoraError 'comparison' when a label occurs twice, a number is not finite, or a cell of ours names no evidence
 * @example
 * const { table1 } = papers.roundtable;
 * const cells = { 'utility@3': { value: 70, standardError: null } };
 * const ours = { columns: ['utility@3'], rows: [{ label: 'Majority', cells, evidence: 'recorded' }] };
 * report.compare(table1, ours).counts.compared; // => 1
 */
export function compare(
  published: PublishedTableLike,
  our: OurTable | readonly Row[],
  options: {
    readonly evidence?: OurEvidence;
    readonly fitted?: readonly string[];
    readonly by?: string;
  } = {},
): Comparison {
  check('compare', rowsArguments, { published, ours: our, options });
  const ours = Array.isArray(our)
    ? tableOf(published, our as readonly Row[], options.by ?? 'label')
    : (our as OurTable);
  check('compare', compareArguments, { published, ours, options });
  const columns = joined('column', published.columns, ours.columns);
  const labels = joined(
    'row',
    published.rows.map((row) => row.label),
    ours.rows.map((row) => row.label),
  );
  for (const row of [...published.rows, ...ours.rows]) checkCells(row, columns);
  const rows = labels.map((label): ComparisonRow => {
    const theirs = published.rows.find((row) => row.label === label);
    const our = ours.rows.find((row) => row.label === label);
    const cells = columns.map((column) => {
      const ourCell = our?.cells[column];
      const evidence = ourCell ? (ourCell.evidence ?? our?.evidence ?? options.evidence) : undefined;
      if (ourCell) checkEvidence(evidence, label, column);
      return cellOf(label, column, theirs?.cells[column], ourCell, evidence ?? null);
    });
    return { label, use: our?.use ?? useOf(label, options.fitted), cells };
  });
  const { paper, item, caption, unit } = published;
  const counts = countsOf(rows.flatMap((row) => row.cells));
  return selfShowing({ paper, item, caption, unit, columns, rows, counts }, comparisonTable);
}

function useOf(label: string, fitted: readonly string[] | undefined): RowUse | null {
  if (fitted === undefined) return null;
  return fitted.includes(label) ? 'fitted' : 'held out';
}

function cellOf(
  row: string,
  column: string,
  published: TableCell | undefined,
  ours: TableCell | undefined,
  evidence: Evidence | null,
): ComparisonCell {
  return {
    row,
    column,
    published: published?.value ?? null,
    publishedError: published?.standardError ?? null,
    ours: ours?.value ?? null,
    oursError: ours?.standardError ?? null,
    difference: published && ours ? ours.value - published.value : null,
    evidence,
  };
}

function countsOf(cells: readonly ComparisonCell[]): Comparison['counts'] {
  const count = (holds: (cell: ComparisonCell) => boolean): number => cells.filter(holds).length;
  return {
    published: count((cell) => cell.published !== null),
    ours: count((cell) => cell.ours !== null),
    compared: count((cell) => cell.difference !== null),
    missingOurs: count((cell) => cell.published !== null && cell.ours === null),
    missingPublished: count((cell) => cell.published === null && cell.ours !== null),
  };
}

function joined(what: string, first: readonly string[], second: readonly string[]): string[] {
  for (const labels of [first, second]) {
    const twice = labels.find((label, place) => labels.indexOf(label) !== place);
    if (twice !== undefined)
      throw new AgoraError('comparison', `compare needs each ${what} once, got "${twice}" twice`);
  }
  return [...new Set([...first, ...second])];
}

function checkCells(
  row: { readonly label: string; readonly cells: Readonly<Record<string, TableCell>> },
  columns: readonly string[],
): void {
  for (const column of Object.keys(row.cells))
    if (!columns.includes(column))
      throw new AgoraError(
        'comparison',
        `compare needs every cell's column among the columns, got "${column}" in row "${row.label}"`,
      );
}

function checkEvidence(evidence: unknown, row: string, column: string): void {
  if (!OUR_EVIDENCE.includes(evidence as OurEvidence))
    throw new AgoraError(
      'comparison',
      `compare needs the evidence of our number in row "${row}", column "${column}" to be ${OUR_EVIDENCE.join(', ')}; got ${JSON.stringify(evidence)}`,
    );
}
