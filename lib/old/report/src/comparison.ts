import type { Evidence, Row } from 'agora-core/metrics';
import { AgoraError } from 'agora-voting';
import {
  callable,
  check,
  having,
  listOf,
  named,
  number,
  object,
  oneOf,
  settings,
  text,
} from 'agora-voting/internal';
import { publishedTableGiven, words } from './published/published-table';
import { comparedCells } from './null-difference';

/** A mean and its standard error, if known. */
export interface TableCell {
  readonly value: number;
  readonly standardError: number | null;
}

/** A published table, in the shape that `papers` has. */
export interface PublishedTableLike {
  readonly paper: string;
  /** "Table 1", "Figure 3". */
  readonly item: string;
  readonly caption: string;
  readonly unit: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly label: string;
    readonly cells: Readonly<Record<string, TableCell>>;
  }[];
}

/** The parts of a row that a table needs: its place, its value, and its kind of evidence. */
export type TableRow = Pick<Row, 'column' | 'value' | 'standardError' | 'evidence'> &
  Readonly<Record<string, string | number | null>>;

/** The kinds of evidence of our numbers. A published number is never shown as ours. */
export const OUR_EVIDENCE = ['recomputed', 'simulated', 'recorded', 'live'] as const satisfies Evidence[];
export type OurEvidence = (typeof OUR_EVIDENCE)[number];

/** Schema of an argument that takes rows for a table. */
export const tableRowsGiven = listOf(
  'rows',
  object('a row of measure', {
    column: words,
    value: number().nullable(),
    standardError: number(0).nullable(),
    evidence: oneOf(...OUR_EVIDENCE),
  }),
);

const labelledCells = listOf(
  'rows with cells',
  object('a row with its label, evidence and cells', {
    label: words,
    evidence: oneOf('published', ...OUR_EVIDENCE),
    cells: named(
      'cells',
      object('a value with its standardError', {
        value: number().nullable(),
        standardError: number(0).nullable(),
      }),
    ),
  }),
);

/**
 * Turns the cells of a table into rows with a `label`: for numbers that are stored as a table or entered by hand.
 * @example
 * const cells = { fairness: { value: 80, standardError: 2 } };
 * const rows = report.rowsOf([{ label: 'Ranked', evidence: 'recorded', cells }]);
 * report.compare(papers.roundtable.table1.published, rows).counts.compared; // => 1
 */
export function rowsOf(
  table: readonly {
    readonly label: string;
    readonly evidence: Evidence;
    readonly cells: Readonly<Record<string, Pick<Row, 'value' | 'standardError'>>>;
  }[],
): TableRow[] {
  check('rowsOf', object('arguments', { table: labelledCells }), { table });
  return table.flatMap(({ label, evidence, cells }) =>
    Object.entries(cells).map(([column, { value, standardError }]) => ({
      label,
      column,
      value,
      standardError,
      evidence,
    })),
  );
}

/** Whether the published cells of a row were used for fitting or held out. */
export type RowUse = 'fitted' | 'held out';

/** One cell of both tables; null on the side that lacks it. */
export interface ComparisonCell {
  readonly row: string;
  readonly column: string;
  readonly published: number | null;
  readonly publishedError: number | null;
  readonly ours: number | null;
  readonly oursError: number | null;
  /** Ours minus published, in the table's unit. */
  readonly difference: number | null;
  /**
   * The 95% interval of the difference, by the spreads of both sides; a side without one counts as exact. Ours reaches as
   * far below and above as the row's own interval does (Student's t for the clusters behind it, Wilson's limits of a share),
   * the published side 1.96 errors. Null where neither side has a spread, or ours is 0.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** The kind of evidence of our number; null if there is none. */
  readonly evidence: Evidence | null;
}

export interface ComparisonRow {
  readonly label: string;
  readonly use: RowUse | null;
  /** In the order of the comparison's columns. */
  readonly cells: readonly ComparisonCell[];
}

export interface Comparison {
  readonly paper: string;
  readonly item: string;
  readonly caption: string;
  readonly unit: string;
  readonly columns: readonly string[];
  readonly rows: readonly ComparisonRow[];
  readonly counts: {
    readonly published: number;
    readonly ours: number;
    /** Cells on both sides. */
    readonly compared: number;
    /** Published cells without one of our numbers. */
    readonly missingOurs: number;
    /** Our cells without a published number. */
    readonly missingPublished: number;
  };
  /** The smallest and the largest n of our measured numbers. Absent if their rows do not say it. */
  readonly n?: readonly [smallest: number, largest: number];
  /**
   * How many published cells are in no row or column with ours, and so not among `rows`, and the columns without ours.
   * Absent if there are none.
   */
  readonly notShown?: { readonly cells: number; readonly columns: readonly string[] };
  /** Whether the differences are shown with their intervals. Absent if not. */
  readonly intervals?: true;
  /** The source of our numbers, if labels do not name it: "recorded: claude-sonnet-4-6". Absent if no model is known. */
  readonly whose?: string;
  /** The columns of our rows that the table does not have. Absent if there are none. */
  readonly unmatched?: readonly string[];
  /** Those of them that are nearly one of its own, in words. Absent if there are none. */
  readonly misspelt?: string;
  /** A further note under the table. Absent if there is none. */
  readonly note?: string;
  /** What our numbers are based on: unusable answers, collaborations that do not count. Absent if there are none. */
  readonly basis?: string;
}

/** Schema of an argument that takes a comparison. */
export const comparisonGiven = having('a comparison, as report.compare gives it', {
  paper: 'string',
  item: 'string',
  columns: 'object',
  rows: 'object',
  counts: 'object',
});

/** Several kinds in words, in a fixed order, each once: "recomputed and simulated". */
export function evidenceText(kinds: Iterable<Evidence>): string {
  const present = new Set(kinds);
  const ordered = (['published', ...OUR_EVIDENCE] as const).filter((kind) => present.has(kind));
  return ordered.join(' and ');
}

export interface TablePartOptions {
  /** The name of the part: "message length" makes "Table 8, message length". */
  readonly name: string;
  /** The unit of its numbers, if the table mixes units. */
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
 * Takes some rows and columns of a table as a separate table, so that numbers of different units are not combined.
 * @throws AgoraError 'comparison' when no cell remains
 * @example
 * const { table8 } = papers.roundtable;
 * const isLength = (column) => column.startsWith('length@');
 * report.tablePart(table8.published, { name: 'length', unit: 'words', columns: isLength }).columns.length; // => 10
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

/** The differences of two tables, in the table's unit. Null if no cell is on both sides. */
export interface ComparisonSummary {
  /** Median of the absolute differences. */
  readonly medianDifference: number | null;
  /** Largest absolute difference. */
  readonly largestDifference: number | null;
  /** The cell with the largest absolute difference. */
  readonly largestCell: ComparisonCell | null;
  /**
   * The kinds of evidence of our numbers, in words: "simulated", "recomputed and simulated"; empty if there are none.
   */
  readonly evidence: string;
}

/**
 * Summarizes the differences of a comparison, without fitted rows. For an even count the median is the mean of the
 * middle two.
 * @example
 * report.summarize(report.compare(papers.roundtable.table1.published, [])).medianDifference; // => null
 */
export function summarize(comparison: Comparison): ComparisonSummary {
  check('summarize', comparisonGiven, comparison);
  const cells = comparison.rows.flatMap((row) => row.cells);
  const compared = comparedCells(comparison).sort((one, other) => distance(one) - distance(other));
  const middle = (compared.length - 1) / 2;
  const [below, above] = [compared[Math.floor(middle)], compared[Math.ceil(middle)]];
  const largestCell = compared.at(-1) ?? null;
  return {
    medianDifference: below && above ? (distance(below) + distance(above)) / 2 : null,
    largestDifference: largestCell && distance(largestCell),
    largestCell,
    evidence: evidenceText(cells.flatMap((cell) => cell.evidence ?? [])),
  };
}

function distance(cell: ComparisonCell): number {
  return Math.abs(cell.difference ?? 0);
}
