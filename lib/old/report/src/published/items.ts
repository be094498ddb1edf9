import { z } from 'zod';
import { deepFreeze, lazily, readPublished } from './load-paper';

/** A table or figure of a paper that shows a result, or the data behind one. */
export interface PaperItem {
  readonly paper: string;
  /** Its name in the paper: "Table 1", "Figure 3". */
  readonly item: string;
  /** What it shows, in our own words. */
  readonly shows: string;
}

const text = z.string().min(1);
const itemsFile = z.strictObject({
  notes: z.array(text),
  items: z.array(z.strictObject({ paper: text, item: text, shows: text })),
});

const held = lazily<{ items: readonly PaperItem[] }>({
  items: () => deepFreeze(readPublished('items', itemsFile).items),
});

/**
 * Every table and figure of the five papers that shows a result or its data (data/published/items.json lists the
 * omitted ones).
 * @example
 * papers.items().length; // => 56
 */
export function items(): readonly PaperItem[] {
  return held.items;
}
