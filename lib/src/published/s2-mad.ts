import { AgoraError } from '../agora-error';
import { having } from '../check';
import { loadPaper } from './load-paper';
import type { PublishedPaper, PublishedTable, QuotedNumbers } from './published-table';
import { loadS2MadMarks, type UnderlinedCell } from './s2-mad-marks';

/**
 * S2-MAD (Zeng et al. 2025): what the paper prints. Read from data/published/s2-mad.json and s2-mad-marks.json at
 * first use.
 *
 * Accuracies are in percent, tokens in thousands. `standardError` holds what stands behind ±, as printed: the paper
 * does not explain it, and behind accuracies it must be a fraction of one (0.02 for 2 points; see `auditS2Mad`), so do
 * not set it against a spread in percent.
 */
export interface S2MadPaper {
  /** Five data sets under three models: columns `gsm8k accuracy`, `gsm8k tokens`, ...; rows by model and method. */
  readonly table1: PublishedTable;
  /** Similarity by answer or by embeddings, MATH: columns `accuracy`, `tokens`, `cost saving` (in percent, positive). */
  readonly table2: PublishedTable;
  /** Groups of eight agents, GSM8K: columns as in Table 2. */
  readonly table3: PublishedTable;
  /** Parts left out, GSM8K: columns as in Table 2. */
  readonly table4: PublishedTable;
  /** Four data sets under two further models: columns as in Table 1. */
  readonly table7: PublishedTable;
  /** Numbers of the text; of Figures 3 to 5 there are no others. */
  readonly quoted: readonly QuotedNumbers[];
  readonly underlined: readonly UnderlinedCell[];
}

/** What an argument that takes the paper must be. */
export const s2MadGiven = having('the paper, as published.s2mad is', {
  ...{ table1: 'object', table2: 'object', table3: 'object', table4: 'object', table7: 'object' },
  ...{ quoted: 'object', underlined: 'object' },
});

let loaded: PublishedPaper | undefined;
let marks: readonly UnderlinedCell[] | undefined;

export const s2mad: S2MadPaper = Object.freeze({
  get table1() {
    return tableOf('Table 1');
  },
  get table2() {
    return tableOf('Table 2');
  },
  get table3() {
    return tableOf('Table 3');
  },
  get table4() {
    return tableOf('Table 4');
  },
  get table7() {
    return tableOf('Table 7');
  },
  get quoted() {
    return paper().quoted;
  },
  get underlined() {
    return (marks ??= loadS2MadMarks());
  },
});

function paper(): PublishedPaper {
  return (loaded ??= loadPaper('s2-mad'));
}

function tableOf(item: string): PublishedTable {
  const found = paper().tables.find((table) => table.item === item);
  if (!found) throw new AgoraError('published-data', `data/published/s2-mad.json has no ${item}`);
  return found;
}
