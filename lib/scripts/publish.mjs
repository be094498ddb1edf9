import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ledgerName, mergeLedgers, printLedger, readLedger } from './ledger.mjs';
import { compareNotebooks, firstDifference } from './notebook-compare.mjs';
import { printNotebook } from './notebook-format.mjs';
import { writtenFigures } from './notebooks.mjs';

const read = (...path) => (existsSync(join(...path)) ? readFileSync(join(...path)) : undefined);
const explain = ({ committed, fresh }) => `\n  committed: ${committed}\n  now:       ${fresh}`;

/**
 * The files that a finished notebook makes otherwise than they stand: itself, its figures, the ledger. `reproduce` writes
 * them, `test` wants none. Every digit counts: what differs between processors is rounded where it is measured.
 * @param to - where the files stand: { notebooks, figures, shipped }
 * @param outcome - of `executeNotebook`
 * @returns {{ path: string, content: string | Buffer, why: string }[]}
 */
export function changes(to, { path, notebook, figures }) {
  const changed = [];

  const standing = read(to.notebooks, basename(path));
  const difference = standing && compareNotebooks(JSON.parse(standing), notebook);
  if (standing === undefined || difference !== undefined) {
    const why = difference
      ? `${difference.place} is not the committed one${explain(difference)}`
      : 'is missing';
    changed.push({ path: join(to.notebooks, basename(path)), content: printNotebook(notebook), why });
  }

  for (const name of writtenFigures(figures).filter((file) => file !== ledgerName)) {
    const [was, is] = [read(to.figures, name), read(figures, name)];
    if (was?.equals(is)) continue;
    changed.push({ path: join(to.figures, name), content: is, why: 'is drawn otherwise' });
  }

  const ledger = readLedger(to.figures);
  const merged = mergeLedgers(ledger, readLedger(figures), basename(path, '.ipynb'), to.shipped);
  const [was, is] = [ledger, merged].map(printLedger);
  if (was !== is)
    changed.push({ path: join(to.figures, ledgerName), content: is, why: explain(firstDifference(was, is)) });
  return changed;
}
