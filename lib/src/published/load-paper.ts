import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { PublishedDataError, type PublishedCell, type PublishedPaper } from './published-table';

/** A plain number stands for one without a standard error, null for a dash. */
const cell = z.preprocess(
  (printed) => (typeof printed === 'number' ? { value: printed, standardError: null } : printed),
  z.strictObject({ value: z.number(), standardError: z.number().nonnegative().nullable() }).nullable(),
);
const table = z
  .strictObject({
    item: z.string(),
    caption: z.string(),
    unit: z.string(),
    columns: z.array(z.string()).min(1),
    rows: z
      .array(
        z.strictObject({
          label: z.string(),
          setting: z.record(z.string(), z.union([z.string(), z.number()])),
          cells: z.record(z.string(), cell),
        }),
      )
      .min(1),
  })
  .superRefine(({ columns, rows }, context) => {
    for (const { label, cells } of rows)
      if (Object.keys(cells).join() !== columns.join())
        context.addIssue({
          code: 'custom',
          message: `row ${label} needs exactly the columns ${columns.join()}`,
        });
  });
const quoted = z.strictObject({
  name: z.string(),
  where: z.string(),
  unit: z.string(),
  values: z.record(z.string(), z.number()),
});
const edge = z.strictObject({ environment: z.string(), from: z.string(), to: z.string(), where: z.string() });
const centre = z.strictObject({
  environment: z.string(),
  acts: z.array(z.string()).min(1),
  where: z.string(),
});
const paperFile = z.strictObject({
  paper: z.string(),
  title: z.string(),
  authors: z.string(),
  notes: z.array(z.string()),
  tables: z.array(table),
  quoted: z.array(quoted),
  edges: z.array(edge).default([]),
  centres: z.array(centre).default([]),
});

/**
 * Reads one paper's numbers from `data/published`, checks them, and freezes them.
 * @param name - the file's name, without ".json"
 * @throws PublishedDataError when the file is missing or broken, naming the place in it
 */
export function loadPaper(name: string, folder: string = publishedFolder()): PublishedPaper {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file))
    throw new PublishedDataError(`loadPaper needs ${name}.json in data/published, and there is none`);
  const reading = paperFile.safeParse(parse(readFileSync(file, 'utf8'), name));
  if (!reading.success)
    throw new PublishedDataError(
      `data/published/${name}.json is broken: ${reading.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
    );
  const { paper, tables, quoted, edges, centres } = reading.data;
  const printed = tables.map((one) => ({ paper, ...one, rows: one.rows.map(withoutDashes) }));
  return deepFreeze({ paper, tables: printed, quoted, edges, centres });
}

/** A cell that the paper prints as a dash is left out. */
function withoutDashes<Row extends { cells: Record<string, PublishedCell | null> }>(
  row: Row,
): Row & { cells: Record<string, PublishedCell> } {
  const cells = Object.entries(row.cells).filter(
    (entry): entry is [string, PublishedCell] => entry[1] !== null,
  );
  return { ...row, cells: Object.fromEntries(cells) };
}

/** `data/published`, looked for from this file upwards: it is the same for the source and the compiled library. */
function publishedFolder(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'data', 'published');
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder)
      throw new PublishedDataError('the folder data/published is in no folder above the library');
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PublishedDataError(`data/published/${name}.json is not JSON: ${(error as Error).message}`);
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
