import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printLedger } from './ledger.mjs';
import { printNotebook } from './notebook-format.mjs';
import { changes } from './publish.mjs';

const svg = (x) => `<svg><path d="M0,${x}" fill="#4c72b0"/></svg>`;
const notebook = (value, tags) => ({
  cells: [
    {
      cell_type: 'code',
      source: 'f()',
      metadata: { tags },
      outputs: [{ output_type: 'stream', name: 'stdout', text: [`distance ${value}`] }],
    },
  ],
  metadata: {},
});
const part = (value) => ({
  paper: 'GEDI',
  item: 'Table 1',
  notebook: 'n.ipynb',
  evidence: 'simulated',
  unit: '',
  publishedCells: 1,
  ourCells: 1,
  comparedCells: 1,
  medianDifference: value,
  largestDifference: value,
  nullDifference: null,
  null: '',
  knownDeviation: '',
});

let folder;
let to;
let outcome;
/** Writes what one run made: a notebook with one cell, a figure, a row of the ledger. */
const place = ({ notebooks, figures }, text, value, dots) => {
  for (const made of [notebooks, figures]) mkdirSync(made, { recursive: true });
  writeFileSync(join(notebooks, 'n.ipynb'), text);
  writeFileSync(join(figures, 'a.svg'), svg(value));
  writeFileSync(join(figures, 'a.png'), dots);
  writeFileSync(join(figures, 'ledger.json'), printLedger({ items: [{ parts: [part(value)] }], claims: [] }));
};
/** What a fresh run of one value changes where 350.1 is committed. */
const changed = (value, tags, options) => {
  place({ notebooks: folder, figures: outcome.figures }, '', value, value === 350.1 ? 'dots' : 'other dots');
  return changes(to, { ...outcome, notebook: notebook(value, tags) }, options).map(({ path }) =>
    basename(path),
  );
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-publish-'));
  to = { notebooks: join(folder, 'notebooks'), figures: join(folder, 'figures'), shipped: ['n'] };
  outcome = { path: join(to.notebooks, 'n.ipynb'), figures: join(folder, 'fresh') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('changes', () => {
  const commit = (tags) => place(to, printNotebook(notebook(350.1, tags)), 350.1, 'dots');
  const everything = ['n.ipynb', 'a.png', 'a.svg', 'ledger.json'];

  it('law: a run that came out as committed changes nothing', () => {
    commit([]);
    expect(changed(350.1, [])).toEqual([]);
  });

  it('law: the last digit changes everything that shows it', () => {
    commit([]);
    expect(changed(350.2, [])).toEqual(everything);
  });

  it('contract: a drawing that changed is written, and so is what is missing', () => {
    commit([]);
    writeFileSync(join(to.figures, 'a.svg'), svg(350.1).replace('#4c72b0', '#dd8452'));
    expect(changed(350.1, [])).toEqual(['a.svg']);
    for (const made of [to.notebooks, to.figures]) rmSync(made, { recursive: true });
    expect(changed(350.1, [])).toEqual(everything);
  });
});
