import { z } from 'zod';
import { listOf, named, number, object } from 'agora-voting/internal';

/** A printed number, with its standard error where one is printed. */
export interface PublishedCell {
  readonly value: number;
  readonly standardError: number | null;
}

export interface PublishedRow {
  /** The row's name, as the table prints it. */
  readonly label: string;
  /** The condition that the row stands for: model, agents, rule, number of collaborations. */
  readonly setting?: Readonly<Record<string, string | number>>;
  /** By column. A cell that the paper prints as a dash is absent. */
  readonly cells: Readonly<Record<string, PublishedCell>>;
}

/** A table as a paper prints it. Its numbers are the paper's and never ours. */
export interface PublishedTable {
  readonly paper: string;
  /** As the paper names it: "Table 1". */
  readonly item: string;
  /** What it shows, in our own words. */
  readonly caption: string;
  readonly unit: string;
  readonly columns: readonly string[];
  readonly rows: readonly PublishedRow[];
}

/** Numbers that a paper prints outside the tables held here, and where. */
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

/** The acts that the text says a transition graph is centred on. */
export interface StatedCentre {
  readonly environment: string;
  readonly acts: readonly string[];
  readonly where: string;
}

/** What follows from a printed table by arithmetic. Exact but for the rounding of what was printed. */
export interface RecomputedTable extends PublishedTable {
  readonly evidence: 'recomputed';
}

/** All that is held of one paper. */
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

/** What an argument that takes a published table must be. */
export const publishedTableGiven = object('a published table', {
  paper: words,
  item: words,
  caption: words,
  unit: words,
  columns: listOf('columns', words),
  rows: listOf('rows', rowGiven),
});
