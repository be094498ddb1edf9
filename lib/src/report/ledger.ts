import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from '../agora-error';
import { z } from 'zod';
import { check, object, settings, text } from '../check';
import { OUR_EVIDENCE, comparisonGiven, summarize, type Comparison } from './comparison';
import { figuresFolder, writeIfChanged } from './figures-folder';
import { withLockNow } from '../file-lock';
import { makeFolder } from '../project';

/** One table or figure of a paper, and how near our reproduction of it comes. */
export interface LedgerRow {
  readonly paper: string;
  /** As the paper calls it: "Table 1", "Figure 3". */
  readonly item: string;
  /** The notebook's file name. */
  readonly notebook: string;
  /** Of our numbers: a kind, or several ("recomputed and simulated"), or "none" when we have no number. */
  readonly evidence: string;
  readonly publishedCells: number;
  readonly ourCells: number;
  /** Of the absolute differences, ours minus published, in the table's unit; null when no cell compares. */
  readonly medianDifference: number | null;
  readonly largestDifference: number | null;
  /** What is known to be otherwise than in the paper; empty when nothing is. */
  readonly knownDeviation: string;
}

const count = z.number().int().nonnegative();
const difference = z.number().nonnegative().nullable();
const evidence = z
  .string()
  .refine(
    (text) =>
      text === 'none' || text.split(' and ').every((kind) => OUR_EVIDENCE.some((known) => known === kind)),
    {
      error: `needs none, ${OUR_EVIDENCE.join(', ')}, or several joined by " and "`,
    },
  );
const rowSchema = z.strictObject({
  paper: z.string().min(1),
  item: z.string().min(1),
  notebook: z.string().min(1),
  evidence,
  publishedCells: count,
  ourCells: count,
  medianDifference: difference,
  largestDifference: difference,
  knownDeviation: z.string(),
});

const ledgerArguments = object('arguments', {
  comparison: comparisonGiven,
  options: settings({ notebook: text(), knownDeviation: z.string({ error: 'a text' }).optional() }),
});

/**
 * The ledger's row of a comparison. Differences keep six decimals, so that files stay the same everywhere.
 * @example
 * const comparison = report.compare(papers.roundtable.table1, []);
 * report.ledgerRow(comparison, { notebook: 'mine.ipynb' }).evidence; // => 'none'
 */
export function ledgerRow(
  comparison: Comparison,
  options: { readonly notebook: string; readonly knownDeviation?: string },
): LedgerRow {
  check('ledgerRow', ledgerArguments, { comparison, options });
  const { notebook, knownDeviation = '' } = options;
  const { medianDifference, largestDifference, evidence: kinds } = summarize(comparison);
  const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(6)));
  return {
    paper: comparison.paper,
    item: comparison.item,
    notebook,
    evidence: kinds || 'none',
    publishedCells: comparison.counts.published,
    ourCells: comparison.counts.ours,
    medianDifference: rounded(medianDifference),
    largestDifference: rounded(largestDifference),
    knownDeviation,
  };
}

/** Where the ledger is kept. */
export function ledgerFile(folder: string = figuresFolder()): string {
  return join(folder, 'ledger.json');
}

/**
 * All rows, sorted by paper and item. None when there is no ledger yet.
 * @throws AgoraError 'ledger' when the file is not a ledger
 */
export function readLedger(folder: string = figuresFolder()): LedgerRow[] {
  const file = ledgerFile(folder);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new AgoraError('ledger', `${file} is not JSON: ${(error as Error).message}; ${REMEDY}`);
  }
  const reading = z.array(rowSchema).safeParse(content);
  if (reading.success) return sorted(reading.data);
  throw new AgoraError('ledger', `${file} is not a ledger: ${z.prettifyError(reading.error)}; ${REMEDY}`);
}

const REMEDY = 'delete it and run the notebooks again to make it anew';

/**
 * Puts a row into the ledger in place of an earlier one for the same paper and item. Safe when several
 * notebooks do so at once.
 * @throws AgoraError 'ledger' when the row or the file is not as a ledger needs it
 */
export function recordInLedger(row: LedgerRow, folder: string = figuresFolder()): void {
  const reading = rowSchema.safeParse(row);
  if (!reading.success)
    throw new AgoraError(
      'ledger',
      `recordInLedger got a wrong row for ${row?.paper}, ${row?.item}: ${z.prettifyError(reading.error)}`,
    );
  const file = ledgerFile(folder);
  makeFolder(folder);
  withLockNow(`${file}.lock`, () => {
    const others = readLedger(folder).filter((other) => other.paper !== row.paper || other.item !== row.item);
    writeIfChanged(file, `${JSON.stringify(sorted([...others, reading.data]), null, 2)}\n`);
  });
}

function sorted(rows: readonly LedgerRow[]): LedgerRow[] {
  const order = new Intl.Collator('en', { numeric: true });
  return [...rows].sort(
    (one, other) => order.compare(one.paper, other.paper) || order.compare(one.item, other.item),
  );
}
