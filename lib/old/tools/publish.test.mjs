import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printLedger } from './ledger.mjs';
import { printNotebook } from './notebook-format.mjs';
import { changes, compareNotebooks } from './publish.mjs';

const cell = (texts, tags = []) => ({
  cell_type: 'code',
  source: '',
  metadata: { tags },
  outputs: texts.map((text) => ({ output_type: 'stream', name: 'stdout', text })),
});
const html = (text) => ({
  cell_type: 'code',
  source: '',
  metadata: {},
  outputs: [{ output_type: 'display_data', data: { 'text/html': text }, metadata: {} }],
});
const book = (...cells) => ({ cells });
const at = (number) => ({ place: `the output of code cell ${number}` });

describe('compareNotebooks', () => {
  it('law: a notebook does not differ from itself, nor from itself cut into other pieces', () => {
    expect(compareNotebooks(book(cell(['ab\n'])), book(cell(['a', 'b\n'])))).toBeUndefined();
  });

  it('known: shows the first line that differs, with the number of the code cell', () => {
    const prose = { cell_type: 'markdown', source: 'x' };
    const committed = book(cell(['same']), prose, cell(['a\nU = 41.2\nz']));
    const fresh = book(cell(['same']), prose, cell(['a\nU = 41.3\nz']));
    expect(compareNotebooks(committed, fresh)).toEqual({
      ...at(2),
      committed: 'U = 41.2',
      fresh: 'U = 41.3',
    });
  });

  it('known: in a long line, shows the place', () => {
    const difference = compareNotebooks(
      book(html(`${'x'.repeat(5000)}1`)),
      book(html(`${'x'.repeat(5000)}2`)),
    );
    expect(difference.committed.length).toBeLessThan(120);
    expect(difference.committed.endsWith('x1')).toBe(true);
    expect(difference.fresh.endsWith('x2')).toBe(true);
  });

  it('known: an output that is missing, or new, is a difference', () => {
    expect(compareNotebooks(book(cell([])), book(cell(['a'])))).toMatchObject({
      ...at(1),
      committed: '(no output)',
    });
    expect(compareNotebooks(book(cell(['a'])), book(cell([])))).toMatchObject({
      ...at(1),
      fresh: '(no output)',
    });
    expect(compareNotebooks(book(cell(['a\nb'])), book(cell(['a'])))).toMatchObject({ fresh: '(nothing)' });
  });

  it('law: every form of an output is compared: figures’ data and pictures too', () => {
    const figure = (picture, value) => ({
      ...html(''),
      outputs: [
        {
          output_type: 'display_data',
          data: { 'image/svg+xml': picture, 'application/vnd.plotly.v1+json': { y: [value], x: [1] } },
        },
      ],
    });
    expect(compareNotebooks(book(figure('<svg/>', 1)), book(figure('<svg/>', 1)))).toBeUndefined();
    expect(compareNotebooks(book(figure('<svg/>', 1)), book(figure('<svg/>', 2)))).toMatchObject(at(1));
    expect(compareNotebooks(book(figure('<svg/>', 1)), book(figure('<svg> </svg>', 1)))).toMatchObject(at(1));
  });

  it('contract: sources, prose and metadata are compared as well', () => {
    const prose = { cell_type: 'markdown', source: 'x' };
    const difference = compareNotebooks(book(prose), book({ ...prose, metadata: { collapsed: true } }));
    expect(difference).toMatchObject({ place: 'its form' });
  });

  it('contract: every digit counts', () => {
    expect(compareNotebooks(book(cell(['0.13'])), book(cell(['0.14'])))).toMatchObject(at(1));
  });
});

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
