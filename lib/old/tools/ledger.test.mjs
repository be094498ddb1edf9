import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  byKindAndNumber,
  headingOf,
  itemHeadings,
  itemsIn,
  ledgerMarkdownPage,
  printLedger,
  readLedger,
  verdictTable,
  withoutOthers,
  writeLedger,
  writeReadme,
} from './ledger.mjs';
import { joinText } from './notebook-format.mjs';
import { places } from './project.mjs';
import { summary } from './reproduce.mjs';

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
/** A ledger in which these rows are recorded. */
const recorded = (rows) => {
  writeFileSync(join(folder, 'ledger.json'), JSON.stringify({ items: [{ parts: rows }] }));
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
    const old = recorded([row('a.ipynb', 'Table 2'), row('gone.ipynb', 'Figure 3')]);
    expect(rowsIn(withoutOthers(old, ['a', 'b']))).toEqual([['a.ipynb', 'Table 2']]);
  });

  it('contract: read back as written; an absent file is one with nothing in it; another file is an error', () => {
    const ledger = recorded([row('a.ipynb', 'Table 2')]);
    expect(rowsIn(readLedger(folder))).toEqual([]);
    writeLedger(folder, ledger);
    expect(printLedger(readLedger(folder))).toBe(printLedger(ledger));
    for (const text of ['{"items":', '{}', '[]']) {
      writeFileSync(join(folder, 'ledger.json'), text);
      expect(() => readLedger(folder)).toThrow('delete it and run the notebooks again');
    }
  });

  it('contract: the page links to the claims, and each item to its heading, in the list and in its row', () => {
    const own = join(folder, 'notebooks');
    mkdirSync(own);
    const cells = [{ cell_type: 'markdown', source: ['# Title\n', '## Table 2: accuracy by rule'] }];
    writeFileSync(join(own, 'a.ipynb'), JSON.stringify({ cells }));
    const page = ledgerMarkdownPage(recorded([row('a.ipynb', 'Table 2')]), own, '| paper | claim |');
    expect(page).toContain('## Claims that were changed');
    expect(page).toContain('| paper | claim |');
    const link = '[Table 2](<../notebooks/a.ipynb#Table-2:-accuracy-by-rule>)';
    expect(page).toContain('[CLAIMS.md](CLAIMS.md)');
    expect(page).toMatch(/- \*\*GEDI\*\*: Table 1 · /);
    expect(page).toContain(` · ${link} · `);
    expect(page).toContain(`| GEDI | ${link} |`);
  });

  it('contract: the README gets the verdicts in their place, the same when written again', () => {
    const file = join(folder, 'README.md');
    writeFileSync(
      file,
      '# Title\n<!-- verdicts: written here -->\n\nstale\n\n<!-- end of verdicts -->\nend\n',
    );
    writeReadme(file, '| paper | holds |');
    const text = readFileSync(file, 'utf8');
    expect(text).toBe(
      '# Title\n<!-- verdicts: written here -->\n\n| paper | holds |\n\n<!-- end of verdicts -->\nend\n',
    );
    writeReadme(file, '| paper | holds |');
    expect(readFileSync(file, 'utf8')).toBe(text);
    writeFileSync(file, '# Title\n');
    expect(() => writeReadme(file, '')).toThrow('no place for the verdicts');
  });

  it('contract: a library that is not there is said so', () => {
    expect(() => verdictTable(folder)).toThrow('npm run setup');
  });
});

describe('the summary of a run', () => {
  const verdicts = '| paper | holds |\n| --- | --- |\n| GEDI | 4 |';
  const of = (changed, failed = 0) =>
    summary({
      counts: { executed: 2, unchanged: 1, failed: failed },
      time: '10 s',
      changed: changed,
      ledger: recorded([row('a.ipynb', 'Table 2')]),
      verdicts: verdicts,
      where: 'figures',
    });

  it('known: what was run, what changed, verdicts, and where to read more', () => {
    expect(of(['notebooks/a.ipynb']).split('\n')).toEqual([
      'Notebooks: 2 executed, 1 unchanged, 0 failed (10 s).',
      'Changed: notebooks/a.ipynb.',
      '1 of 56 tables and figures are in a notebook.',
      '',
      "The papers' claims, by recorded replies of real models after Holm's correction, and by their printed numbers:",
      '',
      'paper  holds',
      'GEDI   4',
      '',
      `More: ${join('figures', 'CLAIMS.md')} (each claim), ${join('figures', 'LEDGER.md')} (each table and figure), "npm run lab" (the notebooks).`,
    ]);
  });

  it('law: it fits a screen, however much changed', () => {
    const many = of(
      Array.from({ length: 99 }, (_, at) => `figures/${at}.png`),
      3,
    );
    expect(many).toContain('figures/7.png, and 91 more.');
    expect(many).toContain('stay as they were before');
    expect(of([])).toContain('No file changed.');
    expect(many.split('\n').length + 4).toBeLessThan(24);
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
    for (const { anchor } of headings) {
      expect(joinText(cells[0].source)).toContain(`(<${anchor}>)`);
      // JupyterLab does not find other anchors.
      expect(anchor).toMatch(/^[\x21-\x7e]+$/);
    }
  });
});
