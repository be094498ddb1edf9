import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { normalise, printNotebook } from './notebook-format.mjs';
import { listNotebooks } from './notebooks.mjs';
import { hashTexts, readStamp, writeAtomically, writeStamp } from './stamps.mjs';

export const firstNotebook = 'first-experiment.ipynb';

/** README's section "A first experiment" as a notebook: its prose, and each of its TypeScript blocks as a cell. */
export function firstExperiment(readme) {
  const [, section = ''] = /^(## A first experiment\n[\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readme) ?? [];
  const cells = section.split(/^```ts\n([\s\S]*?)^```\n/m).map((text, i) => {
    const [source, metadata] = [text.trim(), {}];
    return i % 2 === 0
      ? { cell_type: 'markdown', metadata, source }
      : { cell_type: 'code', metadata, source, outputs: [] };
  });
  const notebook = normalise({ cells: cells.filter(({ source }) => source !== ''), metadata: {} });
  for (const cell of notebook.cells) if (cell.cell_type === 'code') cell.execution_count = null;
  return printNotebook(notebook);
}

/**
 * Makes the folder in which the lab opens, which git ignores: a first notebook, and copies of the shipped ones, so that
 * trying things out changes nothing that is committed. A copy follows the shipped one until the user changes it.
 * @returns {{ isNew: boolean, behind: string[] }} the copies that the user changed before the shipped one did
 */
export function prepareMyNotebooks(at) {
  const isNew = !existsSync(at.myNotebooks);
  const copies = join(at.myNotebooks, 'shipped');
  mkdirSync(copies, { recursive: true });
  if (isNew) {
    const readme = readFileSync(join(at.project, 'README.md'), 'utf8');
    writeAtomically(join(at.myNotebooks, firstNotebook), firstExperiment(readme));
  }
  const behind = [];
  for (const path of listNotebooks(at).filter((shipped) => existsSync(shipped))) {
    const [name, text] = [basename(path), readFileSync(path, 'utf8')];
    const copy = join(copies, name);
    const copied = readStamp(at.stamps, `copy-${name}`);
    if (copied === hashTexts(text) && existsSync(copy)) continue;
    if (existsSync(copy) && copied !== hashTexts(readFileSync(copy, 'utf8'))) behind.push(name);
    else {
      writeAtomically(copy, text);
      writeStamp(at.stamps, `copy-${name}`, hashTexts(text));
    }
  }
  return { isNew, behind };
}
