import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder, projectFolder, withLockNow } from 'agora-core/internal';
import type { Evidence } from 'agora-core/metrics';
import { AgoraError } from 'agora-voting';
import { closest } from 'agora-voting/internal';
import { items, type PaperItem } from './published/items';
import { evidenceText } from './comparison';
import { figuresFolder, writeIfChanged } from './figures-folder';
import { ledgerRowSchema, type LedgerRow } from './ledger-row';

/** A table or figure of a paper, and the evidence for it in notebooks. */
export interface LedgerItem extends PaperItem {
  /** Its notebook, or several with commas between, or "not yet". */
  readonly notebook: string;
  /** The kinds of evidence: "published and simulated", or "none". */
  readonly evidence: string;
  /** The rows that notebooks recorded, one for each part. */
  readonly parts: readonly LedgerRow[];
}

/** The ledger of tables and figures. Everything except the notebooks' rows follows from these and data/published. */
export interface Ledger {
  readonly items: readonly LedgerItem[];
}

const file = z.object({ items: z.array(z.object({ parts: z.array(ledgerRowSchema) })) });

/** The path of the ledger. */
export function ledgerFile(folder: string = figuresFolder()): string {
  return join(folder, 'ledger.json');
}

/**
 * All items of the five papers, with the notebooks' records; without any if there is no ledger yet.
 * @throws AgoraError 'ledger' when the file is not a ledger
 */
export function readLedger(folder: string = figuresFolder()): Ledger {
  const path = ledgerFile(folder);
  const fail = (why: string): never => {
    throw new AgoraError('ledger', `${path} ${why}; delete it and run the notebooks again to recreate it`);
  };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ledgerOf([]);
    throw error;
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return fail(`is not JSON: ${(error as Error).message}`);
  }
  const { data, error } = file.safeParse(content);
  if (error !== undefined) return fail(`is not a ledger: ${z.prettifyError(error)}`);
  return ledgerOf(data.items.flatMap(({ parts }) => parts));
}

/**
 * The records of all shipped notebooks, as written by `npm run reproduce`: in AGORA_LEDGER if set, else in the
 * project's `figures/`. Records of the running notebook go elsewhere and are not included.
 * @throws AgoraError 'ledger' when the file is not a ledger
 * @example
 * report.ledger().items.length; // => 56
 */
export function ledger(): Ledger {
  return readLedger(process.env['AGORA_LEDGER'] || join(projectFolder(), 'figures'));
}

/**
 * Adds a row to the ledger, in place of an earlier one for the same table, figure or part. Several notebooks may do so
 * at once.
 * @throws AgoraError 'ledger' when the row or the file is invalid, or no paper has the item
 * @example
 * const options = { notebook: 'mine.ipynb', evidence: 'recomputed' } as const;
 * report.recordInLedger(report.ledgerRow({ paper: 'GEDI', item: 'Figure 1' }, options));
 */
export function recordInLedger(row: LedgerRow, folder: string = figuresFolder()): void {
  const { data, error } = ledgerRowSchema.safeParse(row);
  if (error !== undefined)
    throw new AgoraError(
      'ledger',
      `recordInLedger got a wrong row for ${row?.paper}, ${row?.item}: ${z.prettifyError(error)}`,
    );
  const path = ledgerFile(folder);
  makeFolder(folder);
  withLockNow(`${path}.lock`, () => {
    const others = rowsOf(readLedger(folder)).filter((other) => rowKey(other) !== rowKey(row));
    writeIfChanged(path, printLedger(ledgerOf([...others, data])));
  });
}

/**
 * Merges the ledger with the records of a notebook that has run. They replace its earlier records and any row for the
 * same item. Records of notebooks that no longer exist are removed.
 * @param existing - the names of all notebooks, without ".ipynb"
 */
export function mergeLedgers(
  old: Ledger,
  fresh: Ledger,
  notebook: string,
  existing: readonly string[],
): Ledger {
  const stays = (one: { readonly notebook: string }): boolean => {
    const own = one.notebook.replace(/\.ipynb$/, '');
    return own !== notebook && existing.includes(own);
  };
  const now = new Set(rowsOf(fresh).map(rowKey));
  return ledgerOf([...rowsOf(old).filter((row) => stays(row) && !now.has(rowKey(row))), ...rowsOf(fresh)]);
}

/** The text of the ledger file: equal for the same records in any order. */
export function printLedger(ledger: Ledger): string {
  return `${JSON.stringify(ledger, null, 2)}\n`;
}

const rowKey = ({ paper, item }: LedgerRow): string => `${paper}, ${item}`;
const rowsOf = ({ items: all }: Ledger): LedgerRow[] => all.flatMap(({ parts }) => parts);

/** Everything in its order: the papers' for items, by name for parts. */
function ledgerOf(rows: readonly LedgerRow[]): Ledger {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const known = items();
  const names = known.map((one) => `${one.paper}, ${one.item}`);
  for (const { paper, item } of rows) needKnown(`${paper}, ${itemOf(item)}`, names);
  return {
    items: known.map((item): LedgerItem => {
      const parts = rows
        .filter((row) => row.paper === item.paper && itemOf(row.item) === item.item)
        .sort((one, other) => compare(one.item, other.item));
      const kinds = parts.flatMap(({ evidence }) => (evidence === 'none' ? [] : evidence.split(' and ')));
      const printed = parts.some(({ publishedCells }) => publishedCells > 0) ? ['published'] : [];
      const notebook = [...new Set(parts.map((row) => row.notebook))].sort(compare).join(', ');
      const evidence = evidenceText([...printed, ...kinds] as Evidence[]) || 'none';
      return { ...item, notebook: notebook || 'not yet', evidence, parts };
    }),
  };
}

const itemOf = (item: string): string => item.split(', ')[0] as string;

function needKnown(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const meant = closest(name, names);
  const end = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw new AgoraError('ledger', `no paper has the item ${JSON.stringify(name)}${end}`);
}
