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

/** A claim of a paper, in one sentence of ours, and how it can be tested. */
export interface Claim {
  /** The paper and the claim: "gedi.votingBeatsOneRater". */
  readonly id: string;
  readonly paper: string;
  readonly says: string;
  /** Where in the paper. */
  readonly where: string;
  /** The effect by the paper's printed numbers; null if there are none. */
  readonly published: number | null;
  readonly unit: string;
  /** How the published effect follows from printed cells, or why there is none. */
  readonly how: unknown;
  /** The side of a number on which the effect is if the claim is true. */
  readonly holds: { readonly above: number } | { readonly below: number };
  /** What is measured. */
  readonly contrast: string;
  /** What would reverse the claim. */
  readonly reversed: string;
  /** Why it cannot be tested here, if no notebook tests it. */
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
 * Every table and figure of the five papers that shows a result or its data (data/published/items.json lists the
 * omitted ones).
 * @example
 * papers.items().length; // => 56
 */
export function items(): readonly PaperItem[] {
  return held.items;
}

/**
 * The claims of the five papers, from data/published/NAME-findings.json.
 * @example
 * papers.claims().find(({ id }) => id === 's2mad.filterSaves').holds; // => { above: 0 }
 */
export function claims(): readonly Claim[] {
  return held.claims;
}
