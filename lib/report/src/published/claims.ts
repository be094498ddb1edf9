import { z } from 'zod';
import { deepFreeze, lazily, readPublished } from './load-paper';

/** A table or figure of a paper that shows a result, or the data behind one. */
export interface PaperItem {
  readonly paper: string;
  /** As the paper calls it: "Table 1", "Figure 3". */
  readonly item: string;
  /** What it shows, in our own words. */
  readonly shows: string;
}

/** What a paper says it found, in one sentence of ours, and what would show it. */
export interface Claim {
  /** The paper and the claim: "gedi.votingBeatsOneRater". */
  readonly id: string;
  readonly paper: string;
  readonly says: string;
  /** Where in the paper. */
  readonly where: string;
  /** The effect by the paper's printed numbers; null where it prints none. */
  readonly published: number | null;
  readonly unit: string;
  /** How the published effect follows from printed cells, or why there is none. */
  readonly how: unknown;
  /** Where the effect lies if the claim holds: on one side of a number. */
  readonly holds: { readonly above: number } | { readonly below: number };
  /** What is measured. */
  readonly contrast: string;
  /** What would reverse the claim. */
  readonly reversed: string;
  /** Why it cannot be tested here, as long as no notebook tests it. */
  readonly untested: string;
}

const text = z.string().min(1);
const itemsFile = z.strictObject({
  notes: z.array(text),
  items: z.array(z.strictObject({ paper: text, item: text, shows: text })),
});
const findingsFile = z.strictObject({
  paper: text,
  notes: z.array(text),
  untested: text,
  claims: z.record(
    text,
    z.strictObject({
      says: text,
      where: text,
      published: z.number().nullable(),
      unit: text,
      how: z.union([text, z.record(text, z.unknown())]),
      holds: z.union([z.strictObject({ above: z.number() }), z.strictObject({ below: z.number() })]),
      contrast: text,
      reversed: text,
      untested: text.optional(),
    }),
  ),
});

const held = lazily<{ items: readonly PaperItem[]; claims: readonly Claim[] }>({
  items: () => deepFreeze(readPublished('items', itemsFile).items),
  claims: () =>
    deepFreeze(
      ['roundtable', 'gedi', 's2-mad', 'deliberation', 'strategies'].flatMap((name) => {
        const { paper, untested, claims } = readPublished(`${name}-findings`, findingsFile);
        return Object.entries(claims).map(([id, { untested: why, ...claim }]) => ({
          id,
          paper,
          ...claim,
          untested: why ?? untested,
        }));
      }),
    ),
});

/**
 * Every table and figure of the five papers that shows a result or the data behind one (data/published/items.json says
 * which are left out).
 * @example
 * papers.items().length; // => 56
 */
export function items(): readonly PaperItem[] {
  return held.items;
}

/**
 * What the five papers say they found, from data/published/NAME-findings.json.
 * @example
 * papers.claims().find(({ id }) => id === 's2mad.filterSaves').holds; // => { above: 0 }
 */
export function claims(): readonly Claim[] {
  return held.claims;
}
