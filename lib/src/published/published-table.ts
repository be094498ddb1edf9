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

/** All that is held of one paper. */
export interface PublishedPaper {
  readonly paper: string;
  readonly tables: readonly PublishedTable[];
  readonly quoted: readonly QuotedNumbers[];
}

/** The published data cannot be found, or are not what they should be. */
export class PublishedDataError extends Error {
  readonly code = 'published-data';
  override readonly name = 'PublishedDataError';
}
