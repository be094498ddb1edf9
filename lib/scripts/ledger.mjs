import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { ScriptError } from './project.mjs';
import { writeAtomically } from './stamps.mjs';

export const ledgerName = 'ledger.json';

const notebookOf = (row) => basename(String(row.notebook ?? ''), '.ipynb');

/** The rows of figures/ledger.json; [] when there is none. @throws ScriptError when it is not a list of rows */
export function readLedger(folder) {
  const path = join(folder, ledgerName);
  if (!existsSync(path)) return [];
  try {
    const rows = JSON.parse(readFileSync(path, 'utf8'));
    if (Array.isArray(rows)) return rows;
  } catch {
    // said below
  }
  throw new ScriptError(
    `${path} is not a list of ledger rows; delete it and run "npm run reproduce -- --all".`,
  );
}

/**
 * The ledger after a notebook has run: its old rows give way to its new ones (as does any row for the same
 * paper and item), and rows of notebooks that no longer exist go. In the library's own order (lib/src/report/
 * ledger.ts), so that it does not matter which notebook ran first.
 */
export function mergeRows(old, fresh, notebook, existing) {
  const order = new Intl.Collator('en', { numeric: true });
  const replaced = (row) => fresh.some((other) => other.paper === row.paper && other.item === row.item);
  const kept = old.filter((row) => {
    const name = notebookOf(row);
    return name !== notebook && existing.includes(name) && !replaced(row);
  });
  return [...kept, ...fresh].sort(
    (one, other) => order.compare(one.paper, other.paper) || order.compare(one.item, other.item),
  );
}

export const printLedger = (rows) => `${JSON.stringify(rows, null, 2)}\n`;

/** Writes the ledger if its rows have changed. */
export function writeLedger(folder, rows) {
  const path = join(folder, ledgerName);
  const text = printLedger(rows);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '[]\n';
  if (text !== before) writeAtomically(path, text);
}

/** The ledger as the library prints it. @throws ScriptError when the compiled library cannot */
export function ledgerText(at, rows) {
  let library;
  try {
    library = createRequire(import.meta.url)(join(at.dist, 'index.js'));
  } catch (error) {
    throw new ScriptError(`The compiled library does not load (${error.message}); run "npm run setup".`);
  }
  if (typeof library.report?.ledgerText !== 'function') {
    throw new ScriptError('The compiled library has no report.ledgerText, so the ledger cannot be printed.');
  }
  return library.report.ledgerText(rows);
}
