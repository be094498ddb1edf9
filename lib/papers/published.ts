import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from '../error';
import { dataFolder } from '../experiment/data-folder';

/** A number that a paper reports. */
export interface PublishedCell {
  readonly value: number;
  /** Null if the paper reports no standard error. */
  readonly standardError: number | null;
}

export interface PublishedRow {
  /** The row's name in the paper. */
  readonly label: string;
  /** The setting that the row describes, such as a model, a rule, a data set or a number of collaborations. */
  readonly setting: Readonly<Record<string, string | number>>;
  /** Cells by column. A cell with a dash in the paper has no entry. */
  readonly cells: Readonly<Record<string, PublishedCell>>;
}

/** A published table, or the numbers in a published figure. */
export interface PublishedTable {
  readonly paper: string;
  /** The name of the table or figure, such as "Table 1". */
  readonly item: string;
  /** What the table shows, in our words. */
  readonly caption: string;
  readonly unit: string;
  readonly columns: readonly string[];
  readonly rows: readonly PublishedRow[];
}

/** Numbers that a paper reports in its text. */
export interface QuotedNumbers {
  readonly name: string;
  readonly where: string;
  readonly unit: string;
  readonly values: Readonly<Record<string, number>>;
}

/** The numbers that a paper reports. Each table is also a property, such as `published.gedi.table2`. */
export interface PublishedPaper {
  readonly paper: string;
  readonly title: string;
  readonly authors: string;
  readonly notes: readonly string[];
  readonly quoted: readonly QuotedNumbers[];
  /** The dialogue-act transitions (`edges`) and the central acts (`centres`) that RoundTable mentions in its text. */
  readonly edges: readonly Readonly<Record<string, string>>[];
  readonly centres: readonly {
    readonly environment: string;
    readonly acts: readonly string[];
    readonly where: string;
  }[];
  /** All tables, in the paper's order. */
  readonly tables: readonly PublishedTable[];
}

type Tables<Names extends string> = PublishedPaper & { readonly [Name in Names]: PublishedTable };

/** A cell as stored in a file. A plain number is a cell without a standard error; null represents a dash. */
const cell = z.union([
  z.number().transform((value) => ({ value, standardError: null })),
  z.strictObject({ value: z.number(), standardError: z.number().min(0).nullable() }),
  z.null(),
]);
const paperFile = z.object({
  paper: z.string(),
  title: z.string(),
  authors: z.string(),
  notes: z.array(z.string()),
  tables: z.array(
    z.object({
      item: z.string(),
      caption: z.string(),
      unit: z.string(),
      columns: z.array(z.string()),
      rows: z.array(
        z.object({
          label: z.string(),
          setting: z.record(z.string(), z.union([z.string(), z.number()])),
          cells: z.record(z.string(), cell),
        }),
      ),
    }),
  ),
  quoted: z.array(
    z.object({
      name: z.string(),
      where: z.string(),
      unit: z.string(),
      values: z.record(z.string(), z.number()),
    }),
  ),
  edges: z.array(z.record(z.string(), z.string())).default([]),
  centres: z
    .array(z.object({ environment: z.string(), acts: z.array(z.string()), where: z.string() }))
    .default([]),
});

/** Reads a JSON file in data/published. @throws AgoraError if the file is missing or invalid */
function readPublished<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const path = join(dataFolder(), 'published', `${name}.json`);
  if (!existsSync(path))
    throw new AgoraError(`${path} is missing. This file is part of the kit. Restore it.`, 'data');
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new AgoraError(`${path} is not valid JSON. Restore the file.`, 'data', { cause: error });
  }
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new AgoraError(
    `${path} is invalid at ${issue?.path.join('.')}: ${issue?.message}. Restore the file.`,
    'data',
  );
}

function readPaper<Names extends string>(name: string): Tables<Names> {
  const { tables, ...paper } = readPublished(name, paperFile);
  const read = tables.map((one): PublishedTable => ({
    paper: paper.paper,
    ...one,
    rows: one.rows.map(withoutDashes),
  }));
  return freeze({
    ...paper,
    tables: read,
    ...Object.fromEntries(read.map((one) => [memberName(one.item), one])),
  }) as Tables<Names>;
}

/** Converts an item's name to a property name: "Table 2" to `table2`, "Table 2, differences" to `table2Differences`. */
const memberName = (item: string): string =>
  item
    .replaceAll(/[^a-z0-9]+(\w)/gi, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (letter) => letter.toLowerCase());

function withoutDashes<Found extends { cells: Record<string, PublishedCell | null> }>(
  row: Found,
): PublishedRow {
  const cells = Object.entries(row.cells).filter(
    (entry): entry is [string, PublishedCell] => entry[1] !== null,
  );
  return { ...row, cells: Object.fromEntries(cells) } as unknown as PublishedRow;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

/** A table or figure that shows a result. `shows` describes the result in our words. */
export interface PaperItem {
  readonly paper: string;
  readonly item: string;
  readonly shows: string;
}

const itemsFile = z.object({
  items: z.array(z.object({ paper: z.string(), item: z.string(), shows: z.string() })),
});

const known = new Map<string, unknown>();
/** Reads a value on first use, and returns the same value from then on. */
function once<T>(name: string, read: () => T): T {
  if (!known.has(name)) known.set(name, read());
  return known.get(name) as T;
}

/**
 * The numbers that the five papers report, such as `published.roundtable.table1`. A paper's numbers are read on first
 * use.
 */
export const published = {
  get roundtable() {
    type Names = 'table1' | 'table2' | 'table6' | 'table7' | 'table8' | 'table9' | 'table10' | 'table11';
    return once('roundtable', () => readPaper<Names>('roundtable'));
  },
  get gedi() {
    type Names = 'table2' | 'table2Differences' | 'table5' | 'figure6' | 'figure7';
    return once('gedi', () => readPaper<Names>('gedi'));
  },
  get s2mad() {
    return once('s2-mad', () => readPaper<'table1' | 'table2' | 'table3' | 'table4' | 'table7'>('s2-mad'));
  },
  get deliberation() {
    type Names = 'table2' | 'table3' | 'table4' | 'table5' | 'table6' | 'table7';
    return once('deliberation', () => readPaper<Names>('deliberation'));
  },
  get strategies() {
    type Names = 'table1' | 'table2' | 'table3' | 'table4' | 'table7' | 'table8';
    return once('strategies', () => readPaper<Names>('strategies'));
  },
  /**
   * Returns a text table by name. The names are 'gedi-words' (Tables 1, 3 and 4), 'roundtable-examples' (Tables 3 to
   * 5), 'deliberation-settings' (Table 1), 'deliberation-prompts' (Tables 8 to 13), 'strategies-examples' (Tables 5 and
   * 6) and 's2-mad-marks' (the underlined cells).
   */
  words(name: string): Record<string, unknown> {
    return once(name, () => freeze(readPublished(name, z.record(z.string(), z.unknown()))));
  },
  /** Every table and figure in the five papers that shows a result. */
  get items(): readonly PaperItem[] {
    return once('items', () => freeze(readPublished('items', itemsFile).items));
  },
};
