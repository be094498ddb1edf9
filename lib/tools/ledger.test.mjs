import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  byKindAndNumber,
  headingOf,
  itemHeadings,
  itemsIn,
  ledgerSummary,
  printLedger,
  readLedger,
  withoutOthers,
  writeLedger,
  writeReadme,
} from './ledger.mjs';
import { joinText } from './notebook-format.mjs';
import { places } from './project.mjs';

const row = (notebook, item) => ({
  paper: 'GEDI',
  item,
  notebook,
  evidence: 'recomputed',
  unit: '',
  null: '',
  knownDeviation: '',
  publishedCells: 0,
  ourCells: 0,
  comparedCells: 0,
  medianDifference: null,
  largestDifference: null,
  nullDifference: null,
});
const test = (notebook) => ({
  claim: 'gedi.criteriaAreTrue',
  evidence: 'recomputed',
  effect: 100,
  low: 100,
  high: 100,
  n: 30,
  cases: 'a cell',
  clusters: 6,
  models: 'none',
  notebook,
});
/** A ledger in which these rows and tests are recorded. */
const recorded = (rows, tests = []) => {
  const claims = [{ tests: tests.map((one) => ({ ...one, verdict: 'holds' })) }];
  writeFileSync(join(folder, 'ledger.json'), JSON.stringify({ items: [{ parts: rows }], claims }));
  const ledger = readLedger(folder);
  rmSync(join(folder, 'ledger.json'));
  return ledger;
};
const rowsIn = ({ items }) =>
  items.flatMap(({ parts }) => parts.map(({ item, notebook }) => [notebook, item]));

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-ledger-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the ledger', () => {
  it('known: what notebooks recorded that are gone goes', () => {
    const old = recorded([row('a.ipynb', 'Table 2'), row('gone.ipynb', 'Figure 3')], [test('gone.ipynb')]);
    const now = withoutOthers(old, ['a', 'b']);
    expect(rowsIn(now)).toEqual([['a.ipynb', 'Table 2']]);
    expect(now.claims.every(({ tests }) => tests.length === 0)).toBe(true);
  });

  it('contract: read back as written; an absent file is one with nothing in it; another file is an error', async () => {
    const ledger = recorded([row('a.ipynb', 'Table 2')]);
    expect(rowsIn(readLedger(folder))).toEqual([]);
    await writeLedger(folder, ledger);
    expect(printLedger(readLedger(folder))).toBe(printLedger(ledger));
    expect(existsSync(join(folder, 'claims.svg'))).toBe(false);
    for (const text of ['{"items":', '{}', '[]']) {
      writeFileSync(join(folder, 'ledger.json'), text);
      expect(() => readLedger(folder)).toThrow('delete it and run the notebooks again');
    }
  });

  it('contract: the picture of the claims is written where one was tested', async () => {
    await writeLedger(folder, recorded([], [test('a.ipynb')]));
    expect(readFileSync(join(folder, 'claims.svg'), 'utf8')).toContain('gedi.criteriaAreTrue');
  });

  it('contract: the page has every item and every tested claim', async () => {
    await writeLedger(folder, recorded([row('a.ipynb', 'Table 2')], [test('a.ipynb')]));
    const page = readFileSync(join(folder, 'LEDGER.md'), 'utf8');
    expect(page).toMatch(/## Tables and figures\n[^]*a\.ipynb[^]*## Claims\n[^]*gedi\.criteriaAreTrue/);
  });

  it('contract: the README gets the verdicts in their place, the same when written again', () => {
    const file = join(folder, 'README.md');
    writeFileSync(
      file,
      '# Title\n<!-- verdicts: written here -->\n\nstale\n\n<!-- end of verdicts -->\nend\n',
    );
    const ledger = recorded([row('a.ipynb', 'Table 2')]);
    writeReadme(file, ledger);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('stale');
    expect(text).toMatch(/^# Title\n<!-- verdicts: [^]*cannot be tested[^]*\nend\n$/);
    writeReadme(file, ledger);
    expect(readFileSync(file, 'utf8')).toBe(text);
    writeFileSync(file, '# Title\n');
    expect(() => writeReadme(file, ledger)).toThrow("no place for the ledger's verdicts");
  });

  it('known: the summary counts verdicts and items, without tables of them', () => {
    const summary = ledgerSummary(recorded([row('a.ipynb', 'Table 2')], [test('a.ipynb')]));
    expect(summary).toMatch(/\| holds \| 0 \| 0 \| 1 \| 0 \| 1 \|/);
    expect(summary).toContain('stand in a notebook');
    expect(summary).not.toMatch(/gedi\.criteriaAreTrue|!\[/);
  });

  it('contract: a library that is not there is said so', () => {
    expect(() => ledgerSummary({ items: [], claims: [] }, folder)).toThrow('npm run setup');
  });
});

/** The line at the top of a notebook that links to its tables and figures; empty where it has none. */
function itemLinks(headings) {
  const items = [...new Set(headings.flatMap((heading) => heading.items))].sort(byKindAndNumber);
  const links = items.map((item) => `[${item}](<${headingOf(headings, item).anchor}>)`);
  return links.length === 0 ? '' : `**Go to** ${links.join(' · ')}`;
}

describe('headings that name tables and figures', () => {
  it('known: lists and ranges', () => {
    expect(itemsIn('Table 2: accuracy by rule')).toEqual(['Table 2']);
    expect(itemsIn('Tables 2, 3 and 5, beside the mean')).toEqual(['Table 2', 'Table 3', 'Table 5']);
    expect(itemsIn('Figures 8 to 11: examples')).toEqual(['Figure 8', 'Figure 9', 'Figure 10', 'Figure 11']);
    expect(itemsIn('Table 2 and Figure 3: when?')).toEqual(['Table 2', 'Figure 3']);
    expect(itemsIn('Tables of contents')).toEqual([]);
  });

  it('known: one that begins with the item, and has the fewest, comes first', () => {
    const headings = ['How many (the question of Figure 3)', 'Figures 3 and 4: both', 'Figure 3: alone'].map(
      (words) => ({ words, items: itemsIn(words), anchor: words }),
    );
    expect(headingOf(headings, 'Figure 3').words).toBe('Figure 3: alone');
    expect(headingOf(headings, 'Figure 4').words).toBe('Figures 3 and 4: both');
    expect(headingOf(headings, 'Figure 5')).toBeUndefined();
    expect(itemLinks(headings)).toBe(
      '**Go to** [Figure 3](<Figure 3: alone>) · [Figure 4](<Figures 3 and 4: both>)',
    );
  });

  const { figures, notebooks, shipped } = places();

  it('law: a heading of one of its notebooks names every item', () => {
    const { items } = JSON.parse(readFileSync(join(figures, 'ledger.json'), 'utf8'));
    const homeless = items.filter(({ item, notebook }) =>
      notebook
        .split(', ')
        .every((name) => headingOf(itemHeadings(join(notebooks, name)), item) === undefined),
    );
    expect(homeless.map(({ paper, item }) => `${paper} ${item}`)).toEqual([]);
  });

  it.each(shipped)('law: %s links to its tables and figures at its top', (name) => {
    const path = join(notebooks, name.endsWith('.ipynb') ? name : `${name}.ipynb`);
    const { cells } = JSON.parse(readFileSync(path, 'utf8'));
    const headings = itemHeadings(path);
    expect(joinText(cells[0].source)).toContain(itemLinks(headings));
    // JupyterLab does not find other anchors.
    for (const { anchor } of headings) expect(anchor).toMatch(/^[\x21-\x7e]+$/);
  });
});
