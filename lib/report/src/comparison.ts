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

/** A mean and its standard error, where one is known. */
export interface TableCell {
  readonly value: number;
  readonly standardError: number | null;
}

/** A table as a paper prints it. The same shape as the room `papers` gives. */
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

/** What of a row stands in a table: where, how large, and what kind of number it is. */
export type TableRow = Pick<Row, 'column' | 'value' | 'standardError' | 'evidence'> &
  Readonly<Record<string, string | number | null>>;

/** The kinds that a number of ours can have: a published number is never shown as ours. */
export const OUR_EVIDENCE = ['recomputed', 'simulated', 'recorded', 'live'] as const satisfies Evidence[];
export type OurEvidence = (typeof OUR_EVIDENCE)[number];

/** What an argument that takes rows for a table must be. */
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
 * The cells of a table as rows, named by `label`: numbers that were kept as a table, or put together by hand.
 * @example
 * const cells = { fairness: { value: 80, standardError: 2 } };
 * const rows = report.rowsOf([{ label: 'Ranked', evidence: 'recorded', cells }]);
 * report.compare(papers.roundtable.table1, rows).counts.compared; // => 1
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

/** What a row has to do with fitting: its published cells were used for it, or were kept out of it. */
export type RowUse = 'fitted' | 'held out';

/** One cell of both tables; null on the side that does not have it. */
export interface ComparisonCell {
  readonly row: string;
  readonly column: string;
  readonly published: number | null;
  readonly publishedError: number | null;
  readonly ours: number | null;
  readonly oursError: number | null;
  /** Ours minus published, in the table's unit. */
  readonly difference: number | null;
  /** Of our number; null when there is none. */
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
    /** On both sides. */
    readonly compared: number;
    /** Published cells that we have no number for. */
    readonly missingOurs: number;
    /** Our cells that the paper prints no number for. */
    readonly missingPublished: number;
  };
  /** What stands behind our numbers: answers that could not be used, collaborations that do not count. Absent where nothing does. */
  readonly basis?: string;
}

/** What an argument that takes a comparison must be. */
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

/** How far apart two tables are, in the table's unit. Null where no cell stands on both sides. */
export interface ComparisonSummary {
  /** Median of the absolute differences. */
  readonly medianDifference: number | null;
  /** Largest absolute difference. */
  readonly largestDifference: number | null;
  /** The cell with the largest absolute difference. */
  readonly largestCell: ComparisonCell | null;
  /** Of our numbers, in words: "simulated", "recomputed and simulated"; empty when we have none. */
  readonly evidence: string;
}

/**
 * The distances of a comparison, without rows that were fitted. With an even count, the median is the mean of the middle
 * two.
 * @example
 * report.summarize(report.compare(papers.roundtable.table1, [])).medianDifference; // => null
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
