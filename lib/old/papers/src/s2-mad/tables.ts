import { z } from 'zod';
import {
  deepFreeze,
  lazily,
  loadPaper,
  type PublishedPaper,
  type PublishedTable,
  type QuotedNumbers,
  readPublished,
  tableOf,
} from 'agora-report/internal';
import { having } from 'agora-voting/internal';

/**
 * S2-MAD (Zeng et al. 2025): what the paper prints. Read from data/published/s2-mad.json and s2-mad-marks.json at first
 * use.
 *
 * Accuracies are in percent, tokens in thousands. `standardError` is the number printed after ±. The paper does not
 * explain it; after accuracies it must be a fraction of one (0.02 for 2 points; see `audit`), so do not compare it with
 * a spread in percent.
 */
export interface S2MadTables {
  /** Five data sets under three models: columns `gsm8k accuracy`, `gsm8k tokens`, ...; rows by model and method. */
  readonly table1: PublishedTable;
  /**
   * Similarity by answer or by embeddings, MATH: columns `accuracy`, `tokens`, `cost saving` (in percent, positive).
   */
  readonly table2: PublishedTable;
  /** Groups of eight agents, GSM8K: columns as in Table 2. */
  readonly table3: PublishedTable;
  /** Ablations, GSM8K: columns as in Table 2. */
  readonly table4: PublishedTable;
  /** Four data sets under two further models: columns as in Table 1. */
  readonly table7: PublishedTable;
  /** Numbers of the text. Figures 3 to 5 have no others. */
  readonly quoted: readonly QuotedNumbers[];
  readonly underlined: readonly UnderlinedCell[];
}

/** Schema of an argument that takes the paper. */
export const s2MadGiven = having("the paper's tables", {
  table1: 'object',
  table2: 'object',
  table3: 'object',
  table4: 'object',
  table7: 'object',
  quoted: 'object',
  underlined: 'object',
});

const file = lazily<{ paper: PublishedPaper }>({ paper: () => loadPaper('s2-mad') });
const table = (item: string) => (): PublishedTable => tableOf(file.paper, item);

export const tables: S2MadTables = lazily<S2MadTables>({
  table1: table('Table 1'),
  table2: table('Table 2'),
  table3: table('Table 3'),
  table4: table('Table 4'),
  table7: table('Table 7'),
  quoted: () => file.paper.quoted,
  underlined: () => loadS2MadMarks(),
});

/** A cell that a table underlines. */
export interface UnderlinedCell {
  readonly item: string;
  readonly row: string;
  readonly column: string;
}

const text = z.string().min(1);
const marks = z.strictObject({
  paper: z.literal('S2-MAD'),
  notes: z.array(text),
  underlined: z.array(z.strictObject({ item: text, row: text, column: text })),
});

/**
 * The underlined cells of Tables 1, 2, 3 and 7, from data/published/s2-mad-marks.json.
 * @throws AgoraError 'published-data' when the file is missing or broken, naming the place in it
 */
export function loadS2MadMarks(folder?: string): readonly UnderlinedCell[] {
  return deepFreeze(readPublished('s2-mad-marks', marks, folder).underlined);
}
