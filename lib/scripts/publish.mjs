import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ledgerName, mergeRows, printLedger, readLedger } from './ledger.mjs';
import { compareNotebooks, firstDifference, isNear, nearlyEqual } from './notebook-compare.mjs';
import { printNotebook } from './notebook-format.mjs';
import { writtenFigures } from './notebooks.mjs';

const read = (...path) => (existsSync(join(...path)) ? readFileSync(join(...path)) : undefined);
const explain = ({ committed, fresh }) => `\n  committed: ${committed}\n  now:       ${fresh}`;

/**
 * The files that a finished notebook makes otherwise than they stand: itself, its figures, the ledger. `reproduce` writes
 * them, `test` wants none. Where a notebook has cells tagged "near", the numbers of these cells, of its figures and of
 * its ledger rows count as the same when they lie near each other: another processor must not change what is committed.
 * @param to - where the files stand: { notebooks, figures, shipped }
 * @param outcome - of `executeNotebook`
 * @param exactly - true counts every digit
 * @returns {{ path: string, content: string | Buffer, why: string }[]}
 */
export function changes(to, { path, notebook, figures }, { exactly = false } = {}) {
  const near = !exactly && notebook.cells.some(isNear);
  const changed = [];

  const standing = read(to.notebooks, basename(path));
  const difference = standing && compareNotebooks(JSON.parse(standing), notebook, { exactly });
  if (standing === undefined || difference !== undefined) {
    const why = difference
      ? `${difference.place} is not the committed one${explain(difference)}`
      : 'is missing';
    changed.push({ path: join(to.notebooks, basename(path)), content: printNotebook(notebook), why });
  }

  for (const name of writtenFigures(figures).filter((file) => file !== ledgerName)) {
    const [was, is] = [read(to.figures, name), read(figures, name)];
    if (was?.equals(is)) continue;
    // The same drawing but for last digits; a PNG is a picture of the SVG beside it.
    const drawing = name.replace(/png$/, 'svg');
    const [drawn, redrawn] = [to.figures, figures].map((folder) => String(read(folder, drawing)));
    if (near && was !== undefined && drawn !== redrawn && nearlyEqual(drawn, redrawn)) continue;
    changed.push({ path: join(to.figures, name), content: is, why: 'is drawn otherwise' });
  }

  const rows = readLedger(to.figures);
  const same = near ? nearlyEqual : (a, b) => a === b;
  const asBefore = (row) => rows.find((old) => same(JSON.stringify(old), JSON.stringify(row))) ?? row;
  const fresh = readLedger(figures).map(asBefore);
  const [was, is] = [rows, mergeRows(rows, fresh, basename(path, '.ipynb'), to.shipped)].map(printLedger);
  if (was !== is)
    changed.push({ path: join(to.figures, ledgerName), content: is, why: explain(firstDifference(was, is)) });
  return changed;
}
