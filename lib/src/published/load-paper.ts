import { z } from 'zod';
import type { PublishedCell, PublishedPaper } from './published-table';
import { deepFreeze, readPublished } from './read-published';

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
 * @throws AgoraError 'published-data' when the file is missing or broken, naming the place in it
 */
export function loadPaper(name: string, folder?: string): PublishedPaper {
  const { paper, tables, quoted, edges, centres } = readPublished(name, paperFile, folder);
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
