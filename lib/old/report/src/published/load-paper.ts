import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import type { PublishedCell, PublishedPaper, PublishedTable } from './published-table';

const text = z.string();
/** A plain number is a value without a standard error. Null is a dash in the paper. */
const cell = z.preprocess(
  (printed) => (typeof printed === 'number' ? { value: printed, standardError: null } : printed),
  z.strictObject({ value: z.number(), standardError: z.number().nonnegative().nullable() }).nullable(),
);
const row = z.strictObject({
  label: text,
  setting: z.record(text, z.union([text, z.number()])),
  cells: z.record(text, cell),
});
const table = z
  .strictObject({
    item: text,
    caption: text,
    unit: text,
    columns: z.array(text).min(1),
    rows: z.array(row).min(1),
  })
  .superRefine(({ columns, rows }, context) => {
    for (const { label, cells } of rows)
      if (Object.keys(cells).join() !== columns.join())
        context.addIssue({
          code: 'custom',
          message: `row ${label} needs exactly the columns ${columns.join()}`,
        });
  });
const paperFile = z.strictObject({
  paper: text,
  title: text,
  authors: text,
  notes: z.array(text),
  tables: z.array(table),
  quoted: z.array(
    z.strictObject({ name: text, where: text, unit: text, values: z.record(text, z.number()) }),
  ),
  edges: z.array(z.strictObject({ environment: text, from: text, to: text, where: text })).default([]),
  centres: z
    .array(z.strictObject({ environment: text, acts: z.array(text).min(1), where: text }))
    .default([]),
});

/**
 * Reads one paper's numbers from `data/published`, checks them, and freezes them.
 * @param name - the file's name, without ".json"
 * @throws AgoraError 'published-data' when the file is missing or broken, naming the place in it
 */
export function loadPaper(name: string, folder?: string): PublishedPaper {
  const { paper, tables, quoted, edges, centres } = readPublished(name, paperFile, folder);
  const printed = tables.map((one) => ({ paper, ...one, rows: one.rows.map(withoutDashes) }));
  return deepFreeze({ paper, tables: printed, quoted, edges, centres });
}

/** A cell that the paper prints as a dash is left out. */
function withoutDashes<Row extends { cells: Record<string, PublishedCell | null> }>(row: Row) {
  const cells = Object.entries(row.cells).filter(
    (entry): entry is [string, PublishedCell] => entry[1] !== null,
  );
  return { ...row, cells: Object.fromEntries(cells) };
}

/** @throws AgoraError 'published-data' when the paper has no such table */
export function tableOf({ paper, tables }: PublishedPaper, item: string): PublishedTable {
  const found = tables.find((table) => table.item === item);
  if (!found) throw new AgoraError('published-data', `data/published has no ${item} of ${paper}`);
  return found;
}

/** An object whose members are made at first use and then kept. */
export function lazily<Made extends object>(makers: {
  readonly [Name in keyof Made]: () => Made[Name];
}): Made {
  const made = {} as Made;
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    let value: { readonly made: unknown } | undefined;
    Object.defineProperty(made, name, { enumerable: true, get: () => (value ??= { made: make() }).made });
  }
  return Object.freeze(made);
}

/** A paper's tables, read at first use, with further members, which may replace some. */
export function withMembers<Tables extends object, More extends object>(
  tables: Tables,
  more: More,
): Omit<Tables, keyof More> & More {
  const all = { ...Object.getOwnPropertyDescriptors(tables), ...Object.getOwnPropertyDescriptors(more) };
  return Object.freeze(Object.defineProperties({}, all)) as Omit<Tables, keyof More> & More;
}

/**
 * Reads `NAME.json` and checks its shape. Parts that the schema does not name are omitted.
 * @throws AgoraError 'published-data' when the file is missing or broken, naming the place in it
 */
export function readPublished<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  folder: string = publishedFolder(),
): z.output<Schema> {
  const file = join(folder, `${name}.json`);
  const fail = (why: string): never => {
    throw new AgoraError('published-data', why);
  };
  if (!existsSync(file)) fail(`loadPaper needs ${name}.json in data/published, and there is none`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    fail(`data/published/${name}.json is not JSON: ${(error as Error).message}`);
  }
  const { data, error } = schema.safeParse(content);
  return error === undefined
    ? data
    : fail(
        `data/published/${name}.json is broken: ${error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
      );
}

/** `data/published`, looked for from this file upwards: it is the same for the source and the compiled library. */
function publishedFolder(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'data', 'published');
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder)
      throw new AgoraError('published-data', 'the folder data/published is in no folder above the library');
  }
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
