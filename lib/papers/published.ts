import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from '../error';
import { dataFolder } from '../experiment/data-folder';

/** A number that a paper reports. The standard error is null if the paper does not report one. */
const cell = z.strictObject({ value: z.number(), standardError: z.number().min(0).nullable() });

/** A cell as stored in a file. A plain number is a cell without a standard error; null represents a dash. */
const storedCell = z.union([
  cell,
  z.number().transform((value): PublishedCell => ({ value, standardError: null })),
  z.null(),
]);

const row = z.object({
  /** The row's name in the paper. */
  label: z.string(),
  /** The setting that the row describes, such as a model, a rule, a data set or a number of collaborations. */
  setting: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Cells by column. A cell with a dash in the paper has no entry. */
  cells: z.record(z.string(), storedCell).transform(withoutDashes),
});

/** A published table, or the numbers in a published figure. */
const table = z.object({
  /** The name of the table or figure, such as "Table 1". */
  item: z.string(),
  /** What the table shows, in our words. */
  caption: z.string(),
  unit: z.string(),
  columns: z.array(z.string()),
  rows: z.array(row),
});

const paperFile = z.object({
  paper: z.string(),
  title: z.string(),
  authors: z.string(),
  notes: z.array(z.string()),
  /** All tables, in the paper's order. */
  tables: z.array(table),
  /** Numbers that the paper reports in its text. */
  quoted: z.array(
    z.object({
      name: z.string(),
      where: z.string(),
      unit: z.string(),
      values: z.record(z.string(), z.number()),
    }),
  ),
  /** The dialogue-act transitions that RoundTable mentions in its text. */
  edges: z.array(z.record(z.string(), z.string())).default([]),
});

type Frozen<T> = { readonly [Key in keyof T]: Frozen<T[Key]> };
export type PublishedCell = Frozen<z.output<typeof cell>>;
export type PublishedRow = Frozen<z.output<typeof row>>;
export type PublishedTable = Frozen<z.output<typeof table>> & { readonly paper: string };

/** The numbers that a paper reports. Each table is also a property, such as `published.gedi.table2`. */
type Paper<Names extends string> = Frozen<Omit<z.output<typeof paperFile>, 'tables'>> & {
  readonly tables: readonly PublishedTable[];
} & { readonly [Name in Names]: PublishedTable };

function withoutDashes(cells: Readonly<Record<string, PublishedCell | null>>): Record<string, PublishedCell> {
  return Object.fromEntries(
    Object.entries(cells).filter((entry): entry is [string, PublishedCell] => entry[1] !== null),
  );
}

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

function readPaper<Names extends string>(name: string): Paper<Names> {
  const paper = readPublished(name, paperFile);
  const tables = paper.tables.map((one) => ({ paper: paper.paper, ...one }));
  const named = Object.fromEntries(tables.map((one) => [memberName(one.item), one]));
  return freeze({ ...paper, tables, ...named }) as Paper<Names>;
}

/** Converts an item's name to a property name: "Table 2" to `table2`, "Table 2, differences" to `table2Differences`. */
const memberName = (item: string): string =>
  item
    .replaceAll(/[^a-z0-9]+(\w)/gi, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (letter) => letter.toLowerCase());

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

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
};
