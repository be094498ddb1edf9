import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectFolder } from '../../core/src/project';
import { compare } from './compare';
import { ledger, ledgerFile, mergeLedgers, printLedger, readLedger, recordInLedger } from './ledger';
import { ledgerRow, type LedgerRow } from './ledger-row';
import { ledgerMarkdown } from './ledger-table';

const row: LedgerRow = {
  paper: 'RoundTable',
  item: 'Table 1',
  notebook: 'roundtable-exchange-economy.ipynb',
  evidence: 'simulated',
  unit: 'percent',
  publishedCells: 54,
  ourCells: 54,
  comparedCells: 45,
  medianDifference: 1.25,
  largestDifference: 9.5,
  nullDifference: 1,
  null: 'one constant',
  knownDeviation: 'Simulated agents stand in for gpt-4o-mini | one row fitted.',
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('ledger', () => {
  it('contract: the committed one, or that in AGORA_LEDGER; never what a notebook records as it runs', () => {
    vi.stubEnv('AGORA_FIGURES', folder);
    vi.stubEnv('AGORA_LEDGER', undefined);
    recordInLedger({ ...row, knownDeviation: 'only here' });
    const committed = readLedger(join(projectFolder(), 'figures'));
    expect(ledger()).toEqual(committed);
    vi.stubEnv('AGORA_LEDGER', folder);
    expect(ledger().items.find(({ parts }) => parts.length > 0)?.parts[0]?.knownDeviation).toBe('only here');
    vi.unstubAllEnvs();
  });
});

describe('recordInLedger', () => {
  const partsOf = (made: string) =>
    readLedger(folder).items.find(({ paper, item }) => `${paper}, ${item}` === made)?.parts;

  it('contract: every item has a row; what was recorded reads back, in the order of the papers', () => {
    const parts = ['Table 8, message length', 'Table 8, information distance', 'Figure 3'];
    for (const item of parts) recordInLedger({ ...row, item }, folder);
    recordInLedger({ ...row, paper: 'GEDI' }, folder);
    const { items } = readLedger(folder);
    expect(items).toHaveLength(56);
    expect(items.filter(({ notebook }) => notebook !== 'not yet').map(({ item }) => item)).toEqual([
      'Table 8',
      'Figure 3',
      'Table 1',
    ]);
    expect(partsOf('RoundTable, Table 8')?.map(({ item }) => item)).toEqual([parts[1], parts[0]]);
    expect(partsOf('RoundTable, Figure 3')).toEqual([{ ...row, item: 'Figure 3' }]);
    expect(items.find(({ item }) => item === 'Figure 3')).toMatchObject({
      notebook: 'roundtable-exchange-economy.ipynb',
      evidence: 'published and simulated',
    });
    expect(items.find(({ paper }) => paper === 'Strategies')).toMatchObject({
      notebook: 'not yet',
      evidence: 'none',
      parts: [],
    });
  });

  it('contract: recording again replaces the row, and the same row leaves the file alone', () => {
    recordInLedger(row, folder);
    utimesSync(ledgerFile(folder), 1, 1);
    recordInLedger({ ...row }, folder);
    expect(statSync(ledgerFile(folder)).mtimeMs).toBe(1000);
    recordInLedger({ ...row, largestDifference: 2 }, folder);
    expect(partsOf('RoundTable, Table 1')).toEqual([{ ...row, largestDifference: 2 }]);
    expect(readdirSync(folder)).toEqual(['ledger.json']);
  });

  it('contract: an item that no paper has is refused, with what may have been meant', () => {
    expect(() => recordInLedger({ ...row, item: 'Tabel 1' }, folder)).toThrow(
      'no paper has the item "RoundTable, Tabel 1" (did you mean "RoundTable, Table 1"?)',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('contract: a row that is none is refused, and the ledger stays as it was', () => {
    recordInLedger(row, folder);
    const before = readFileSync(ledgerFile(folder), 'utf8');
    expect(() => recordInLedger({ ...row, evidence: 'published' }, folder)).toThrow(
      expect.objectContaining({ code: 'ledger' }),
    );
    expect(() => recordInLedger({ ...row, ourCells: -1 }, folder)).toThrow('ourCells');
    expect(() => recordInLedger({ ...row, medianDifference: Number.NaN }, folder)).toThrow(
      'medianDifference',
    );
    expect(readFileSync(ledgerFile(folder), 'utf8')).toBe(before);
  });

  it('contract: a corrupt ledger is named, and never overwritten', () => {
    recordInLedger(row, folder);
    const whole = readFileSync(ledgerFile(folder), 'utf8');
    for (const content of [
      whole.slice(0, 999),
      '{}',
      '[]',
      '{"items":[{"parts":[{"paper":"GEDI"}]}],"claims":[]}',
      '',
    ]) {
      writeFileSync(ledgerFile(folder), content);
      expect(() => readLedger(folder)).toThrow(ledgerFile(folder));
      expect(() => recordInLedger(row, folder)).toThrow(expect.objectContaining({ code: 'ledger' }));
      expect(readFileSync(ledgerFile(folder), 'utf8')).toBe(content);
    }
  });

  it('contract: a lock left by a killed process does not hold the ledger for ever', () => {
    const lock = `${ledgerFile(folder)}.lock`;
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    recordInLedger(row, folder);
    expect(partsOf('RoundTable, Table 1')).toHaveLength(1);
  });

  it('contract: no ledger yet is one in which nothing is recorded', () => {
    expect(readLedger(folder).items.every(({ parts }) => parts.length === 0)).toBe(true);
  });
});

describe('mergeLedgers', () => {
  /** What a notebook recorded of some items. */
  const made = (notebook: string, items: readonly string[]) => {
    const own = mkdtempSync(join(folder, 'made-'));
    for (const item of items) recordInLedger({ ...row, item, notebook: `${notebook}.ipynb` }, own);
    return readLedger(own);
  };
  const recorded = ({ items }: ReturnType<typeof readLedger>) =>
    items.flatMap(({ parts }) => parts.map(({ item, notebook }) => `${notebook} ${item}`));

  it('known: new records replace the old ones of the notebook, and those of a notebook that is gone go', () => {
    const before = [made('a', ['Table 9']), made('b', ['Table 1', 'Table 2']), made('gone', ['Figure 3'])];
    const all = ['a', 'b', 'gone'];
    const old = before.reduce((ledger, one, place) => mergeLedgers(ledger, one, all[place] as string, all));
    expect(recorded(old)).toHaveLength(4);
    expect(recorded(mergeLedgers(old, made('b', ['Figure 4']), 'b', ['a', 'b']))).toEqual([
      'a.ipynb Table 9',
      'b.ipynb Figure 4',
    ]);
  });

  it('law: the order in which notebooks finish does not show', () => {
    const [a, b] = [made('a', ['Table 10', 'Table 1']), made('b', ['Table 2'])];
    const both = ['a', 'b'];
    const empty = readLedger(folder);
    const oneWay = mergeLedgers(mergeLedgers(empty, a, 'a', both), b, 'b', both);
    expect(printLedger(oneWay)).toBe(
      printLedger(mergeLedgers(mergeLedgers(empty, b, 'b', both), a, 'a', both)),
    );
    expect(recorded(oneWay)).toEqual(['a.ipynb Table 1', 'b.ipynb Table 2', 'a.ipynb Table 10']);
  });

  it('known: a table that moved to another notebook stands once', () => {
    const moved = mergeLedgers(made('a', ['Table 9']), made('b', ['Table 9']), 'b', ['a', 'b']);
    expect(recorded(moved)).toEqual(['b.ipynb Table 9']);
  });
});

describe('ledgerRow', () => {
  it('known: counts and absolute differences of a comparison', () => {
    const cell = (value: number) => ({ value, standardError: null });
    const comparison = compare(
      {
        paper: 'P',
        item: 'Table 1',
        caption: '',
        unit: '',
        columns: ['a', 'b'],
        rows: [{ label: 'r', cells: { a: cell(1), b: cell(2) } }],
      },
      [
        { label: 'r', column: 'a', ...cell(1.1), evidence: 'simulated' },
        { label: 'r', column: 'b', ...cell(1.7), evidence: 'simulated' },
      ],
    );
    // |1.1 - 1| = 0.1 and |1.7 - 2| = 0.3: the median is their mean.
    expect(ledgerRow(comparison, { notebook: 'n.ipynb' })).toEqual({
      paper: 'P',
      item: 'Table 1',
      notebook: 'n.ipynb',
      evidence: 'simulated',
      unit: '',
      publishedCells: 2,
      ourCells: 2,
      comparedCells: 2,
      medianDifference: 0.2,
      largestDifference: 0.3,
      nullDifference: null, // two cells are too few for a constant
      null: '',
      knownDeviation: '',
    });
  });

  it('contract: with no number of ours, the evidence is none and the differences are null', () => {
    const nothing = compare(
      { paper: 'RoundTable', item: 'Table 1', caption: '', unit: '', columns: [], rows: [] },
      [],
    );
    const empty = ledgerRow(nothing, { notebook: 'n.ipynb' });
    expect([empty.evidence, empty.medianDifference]).toEqual(['none', null]);
    recordInLedger(empty, folder);
    expect(readLedger(folder).items[0]?.parts).toEqual([empty]);
  });
});

describe('the printed ledger', () => {
  it('known: how many items are in a notebook, then every item; bars are escaped', () => {
    recordInLedger(row, folder);
    const page = ledgerMarkdown(readLedger(folder));
    expect(page.split('\n')[0]).toBe(
      '1 of 56 tables and figures are in a notebook; in 0 of 1 comparisons our numbers are nearer to the published ones than the best null.',
    );
    expect(page.split('\n').filter((line) => line.includes('| not yet | none |'))).toHaveLength(55);
    expect(page).toContain(
      '| 1.25 percent | 1.00 (one constant) | Simulated agents stand in for gpt-4o-mini \\| one row',
    );
  });

  it('known: an item is written as the caller links it', () => {
    recordInLedger(row, folder);
    const page = ledgerMarkdown(readLedger(folder), ({ item, notebook }) => `[${item}](${notebook})`);
    expect(page).toContain('| RoundTable | [Table 1](roundtable-exchange-economy.ipynb) |');
  });
});
