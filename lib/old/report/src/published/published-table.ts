import { z } from 'zod';
import { listOf, named, number, object } from 'agora-voting/internal';

/** A printed number, with its standard error if printed. */
export interface PublishedCell {
  readonly value: number;
  readonly standardError: number | null;
}

export interface PublishedRow {
  /** The row's name, as the table prints it. */
  readonly label: string;
  /** The condition of the row: model, agents, rule, number of collaborations. */
  readonly setting?: Readonly<Record<string, string | number>>;
  /** By column. A cell with a dash in the paper is absent. */
  readonly cells: Readonly<Record<string, PublishedCell>>;
}

/** A published table. Its numbers are the paper's, never ours. */
export interface PublishedTable {
  readonly paper: string;
  /** Its name in the paper: "Table 1". */
  readonly item: string;
  /** What it shows, in our own words. */
  readonly caption: string;
  readonly unit: string;
  readonly columns: readonly string[];
  readonly rows: readonly PublishedRow[];
}

/** Numbers that a paper prints outside these tables, and their places. */
export interface QuotedNumbers {
  readonly name: string;
  readonly where: string;
  readonly unit: string;
  readonly values: Readonly<Record<string, number>>;
}

/** A transition between dialogue acts that the text names among the most probable ones; "End" closes a conversation. */
export interface StatedEdge {
  readonly environment: string;
  readonly from: string;
  readonly to: string;
  readonly where: string;
}

/** The central acts of a transition graph, according to the text. */
export interface StatedCentre {
  readonly environment: string;
  readonly acts: readonly string[];
  readonly where: string;
}

/** Numbers that follow from a printed table by arithmetic. Exact up to the rounding of the printed ones. */
export interface RecomputedTable extends PublishedTable {
  readonly evidence: 'recomputed';
}

/** All stored numbers of one paper. */
export interface PublishedPaper {
  readonly paper: string;
  readonly tables: readonly PublishedTable[];
  readonly quoted: readonly QuotedNumbers[];
  readonly edges: readonly StatedEdge[];
  readonly centres: readonly StatedCentre[];
}

export const words = z.string({ error: 'a text' });
export const cellGiven = object('a value with its standardError', {
  value: number(),
  standardError: number(0).nullable(),
});
export const rowGiven = object('a row', { label: words, cells: named('cells', cellGiven) });

/** Schema of an argument that takes a published table. */
export const publishedTableGiven = object('a published table', {
  paper: words,
  item: words,
  caption: words,
  unit: words,
  columns: listOf('columns', words),
  rows: listOf('rows', rowGiven),
});
