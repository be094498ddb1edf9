import { having, listOf, named, number, object, oneOf, settings } from '../check';
import { cellGiven, rowGiven, words } from '../papers/published-table';
import { OUR_EVIDENCE, type Evidence, type OurEvidence } from './evidence';

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

const evidence = oneOf(...OUR_EVIDENCE);

/** What an argument that takes our numbers for a table must be. */
export const ourTableGiven = object('our table', {
  columns: listOf('columns', words),
  rows: listOf(
    'rows',
    rowGiven.extend({
      cells: named('cells', cellGiven.extend({ evidence: evidence.optional() })),
      evidence: evidence.optional(),
      use: oneOf('fitted', 'held out').optional(),
    }),
  ),
});

/** What the rows of `measure` must be, where a table or a figure is made of them. */
export const rowsGiven = listOf(
  'rows',
  object('a row of measure', { column: words, value: number().nullable() }),
);

export const compareOptions = settings({
  evidence: evidence.optional(),
  fitted: listOf('labels of rows', words).optional(),
  by: words.optional(),
});

export interface OurCell extends TableCell {
  readonly evidence?: OurEvidence;
}

/** What a row has to do with fitting: its published cells were used for it, or were kept out of it. */
export type RowUse = 'fitted' | 'held out';

export interface OurRow {
  readonly label: string;
  /** By column. A column that was not measured is left out. */
  readonly cells: Readonly<Record<string, OurCell>>;
  readonly evidence?: OurEvidence;
  readonly use?: RowUse;
}

/** Our numbers for a table, under the labels that the paper uses. */
export interface OurTable {
  readonly columns: readonly string[];
  readonly rows: readonly OurRow[];
}

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
}

/** What an argument that takes a comparison must be. */
export const comparisonGiven = having('a comparison, as report.compare gives it', {
  ...{ paper: 'string', item: 'string', columns: 'object', rows: 'object', counts: 'object' },
});
