import { z } from 'zod';
import { callable, check, either, having, named, object, oneOf, settings, text } from 'agora-voting/internal';
import { comparisonGiven, OUR_EVIDENCE, summarize, type Comparison, type OurEvidence } from './comparison';
import { comparedCells, nullDifference, type Prediction } from './null-difference';

/** What a notebook records of a table or figure, or of a part of one ("Table 8, message length"). */
export interface LedgerRow {
  readonly paper: string;
  /** Its name in the paper, with the part after a comma: "Table 1", "Table 8, message length". */
  readonly item: string;
  /** The notebook's file name. */
  readonly notebook: string;
  /** The kind of evidence of our numbers, or several ("recomputed and simulated"), or "none". */
  readonly evidence: string;
  /** The unit of the differences. */
  readonly unit: string;
  readonly publishedCells: number;
  readonly ourCells: number;
  /** Cells with both numbers, without fitted rows. All differences are over these. */
  readonly comparedCells: number;
  /** The median of the absolute differences, ours minus published; null if no cell has both. */
  readonly medianDifference: number | null;
  readonly largestDifference: number | null;
  /** The median difference of the best null model, and its name: "one constant". */
  readonly nullDifference: number | null;
  readonly null: string;
  /** Known deviations from the paper; empty if there are none. */
  readonly knownDeviation: string;
}

const count = z.number().int().nonnegative();
const difference = z.number().nonnegative().nullable();
const name = z.string().min(1);
const evidence = z
  .string()
  .refine(
    (text) =>
      text === 'none' || text.split(' and ').every((kind) => OUR_EVIDENCE.some((known) => known === kind)),
    {
      error: `needs none, ${OUR_EVIDENCE.join(', ')}, or several joined by " and "`,
    },
  );
export const ledgerRowSchema = z.strictObject({
  paper: name,
  item: name,
  notebook: name,
  evidence,
  unit: z.string(),
  publishedCells: count,
  ourCells: count,
  comparedCells: count,
  medianDifference: difference,
  largestDifference: difference,
  nullDifference: difference,
  null: z.string(),
  knownDeviation: z.string(),
});

const rowArguments = object('arguments', {
  of: either(
    'a comparison, or the paper and the item of what has no table',
    comparisonGiven,
    having('a paper and its item', { paper: 'string', item: 'string' }),
  ),
  options: settings({
    notebook: text(),
    knownDeviation: z.string({ error: 'a text' }).optional(),
    evidence: oneOf(...OUR_EVIDENCE).optional(),
    nulls: named('functions of a cell', callable).optional(),
  }),
});

/**
 * Makes the ledger's row of a comparison, or of an item in a notebook without a table to compare. Differences are
 * rounded to six decimals, so that files are equal on all machines.
 * @param options.evidence - for an item without a comparison: the kind of evidence next to it
 * @param options.nulls - further null models by name, with their prediction for a cell: "the blind column copied"
 * @example
 * const comparison = report.compare(papers.roundtable.table1.published, []);
 * report.ledgerRow(comparison, { notebook: 'mine.ipynb' }).evidence; // => 'none'
 */
export function ledgerRow(
  of: Comparison | { readonly paper: string; readonly item: string },
  options: {
    readonly notebook: string;
    readonly knownDeviation?: string;
    readonly evidence?: OurEvidence;
    readonly nulls?: Readonly<Record<string, Prediction>>;
  },
): LedgerRow {
  check('ledgerRow', rowArguments, { of, options });
  const { notebook, knownDeviation = '', nulls } = options;
  const place = { paper: of.paper, item: of.item, notebook };
  if (!('counts' in of))
    return {
      ...place,
      evidence: options.evidence ?? 'none',
      unit: '',
      publishedCells: 0,
      ourCells: 0,
      comparedCells: 0,
      medianDifference: null,
      largestDifference: null,
      nullDifference: null,
      null: '',
      knownDeviation,
    };
  const { medianDifference, largestDifference, evidence: kinds } = summarize(of);
  const best = nullDifference(of, nulls);
  return {
    ...place,
    evidence: kinds || 'none',
    unit: of.unit,
    publishedCells: of.counts.published,
    ourCells: of.counts.ours,
    comparedCells: comparedCells(of).length,
    medianDifference: rounded(medianDifference),
    largestDifference: rounded(largestDifference),
    nullDifference: rounded(best?.difference ?? null),
    null: best?.null ?? '',
    knownDeviation,
  };
}

/** Six decimals. */
export function rounded<Value extends number | null>(value: Value): Value {
  return (value === null ? null : Number(value.toFixed(6))) as Value;
}
