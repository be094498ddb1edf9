import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ledgerName, mergeLedgers, printLedger, readLedger } from './ledger.mjs';
import { joinText, normaliseOutputs, printNotebook, sortKeys } from './notebook-format.mjs';
import { writtenFigures } from './notebooks.mjs';

/** A cell's outputs as texts, one for each form that a reader may see: printed, HTML, a figure's data, its picture. */
export function outputTexts(cell) {
  return normaliseOutputs(cell.outputs ?? [], null).flatMap((output) => {
    if (output.output_type === 'stream') return [`${output.name}: ${joinText(output.text)}`];
    if (output.output_type === 'error') return [`error: ${output.ename}: ${output.evalue}`];
    const isJson = (type) => /[/+]json$/.test(type);
    return Object.entries(sortKeys(output.data ?? {})).map(
      ([type, value]) => `${type}: ${isJson(type) ? JSON.stringify(value) : joinText(value)}`,
    );
  });
}

/** Around the first place where two texts part, one line of each. */
export function firstDifference(before, now) {
  const [a, b] = [before.split('\n'), now.split('\n')];
  const line = a.findIndex((text, i) => text !== b[i]);
  const at = line < 0 ? a.length : line;
  const cut = (text) => {
    if (text === undefined) return '(nothing)';
    const other = text === a[at] ? b[at] : a[at];
    let same = 0;
    while (same < text.length && text[same] === other?.[same]) same++;
    const start = Math.max(0, same - 60);
    return `${start > 0 ? '…' : ''}${text.slice(start, same + 100)}${text.length > same + 100 ? '…' : ''}`;
  };
  return { committed: cut(a[at]), fresh: cut(b[at]) };
}

/** All of a notebook but its outputs. */
const frame = (notebook) =>
  printNotebook({
    ...notebook,
    cells: notebook.cells.map((cell) => (cell.cell_type === 'code' ? { ...cell, outputs: [] } : cell)),
  });

/**
 * The first place where a fresh run differs from the committed notebook, texts, figures and pictures alike.
 * @returns {{ place: string, committed: string, fresh: string } | undefined} code cells counted from 1
 */
export function compareNotebooks(committed, fresh) {
  if (frame(committed) !== frame(fresh))
    return { place: 'its form', ...firstDifference(frame(committed), frame(fresh)) };
  const code = (notebook) => notebook.cells.filter((cell) => cell.cell_type === 'code');
  const before = code(committed);
  for (const [i, cell] of code(fresh).entries()) {
    const [was, is] = [outputTexts(before[i]), outputTexts(cell)];
    for (let j = 0; j < Math.max(was.length, is.length); j++) {
      if (was[j] === is[j]) continue;
      const difference = firstDifference(was[j] ?? '(no output)', is[j] ?? '(no output)');
      return { place: `the output of code cell ${i + 1}`, ...difference };
    }
  }
  return undefined;
}

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
