import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compare } from './compare';
import { ledgerFile, ledgerRow, readLedger, recordInLedger, type LedgerRow } from './ledger';
import { ledgerMarkdown, ledgerText } from './ledger-table';

const row: LedgerRow = {
  paper: 'RoundTable',
  item: 'Table 1',
  notebook: 'roundtable-exchange-economy.ipynb',
  evidence: 'simulated',
  publishedCells: 54,
  ourCells: 54,
  medianDifference: 1.25,
  largestDifference: 9.5,
  knownDeviation: 'Simulated agents stand in for gpt-4o-mini | one row fitted.',
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('recordInLedger', () => {
  it('contract: what was recorded reads back, sorted by paper and item, numbers as numbers', () => {
    const items = ['Table 10', 'Table 6', 'Figure 3'];
    for (const item of items) recordInLedger({ ...row, item }, folder);
    recordInLedger({ ...row, paper: 'GEDI' }, folder);
    expect(readLedger(folder).map(({ paper, item }) => `${paper} ${item}`)).toEqual([
      'GEDI Table 1',
      'RoundTable Figure 3',
      'RoundTable Table 6',
      'RoundTable Table 10',
    ]);
    expect(readLedger(folder)[2]).toEqual({ ...row, item: 'Table 6' });
  });

  it('contract: recording again replaces the row, and the same row leaves the file alone', () => {
    recordInLedger(row, folder);
    utimesSync(ledgerFile(folder), 1, 1);
    recordInLedger({ ...row }, folder);
    expect(statSync(ledgerFile(folder)).mtimeMs).toBe(1000);
    recordInLedger({ ...row, largestDifference: 2 }, folder);
    expect(readLedger(folder)).toEqual([{ ...row, largestDifference: 2 }]);
    expect(readdirSync(folder)).toEqual(['ledger.json']);
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
    for (const content of ['[{"paper":', '{}', '[{"paper":"GEDI"}]', '']) {
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
    expect(readLedger(folder)).toHaveLength(1);
  });

  it('contract: no ledger yet is an empty one', () => {
    expect(readLedger(folder)).toEqual([]);
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
      publishedCells: 2,
      ourCells: 2,
      medianDifference: 0.2,
      largestDifference: 0.3,
      knownDeviation: '',
    });
  });

  it('contract: with no number of ours, the evidence is none and the differences are null', () => {
    const nothing = compare({ paper: 'P', item: 'I', caption: '', unit: '', columns: [], rows: [] }, []);
    const empty = ledgerRow(nothing, { notebook: 'n.ipynb' });
    expect([empty.evidence, empty.medianDifference]).toEqual(['none', null]);
    recordInLedger(empty, folder);
    expect(readLedger(folder)).toEqual([empty]);
  });
});

describe('the printed ledger', () => {
  it('known: a row for the terminal, its deviation wrapped', () => {
    const lines = ledgerText([row]).split('\n');
    expect(lines[0]).toMatch(
      /^paper +item +notebook +published +our cells +median +largest +evidence +known deviation$/,
    );
    expect(lines[3]).toMatch(/^RoundTable +Table 1 .* 54 +54 +1\.25 +9\.50 +simulated +Simulated agents/);
    expect(lines).toHaveLength(5);
  });

  it('known: a Markdown table, bars escaped', () => {
    const [head, rule, first] = ledgerMarkdown([row]).split('\n');
    expect(head?.split('|')).toHaveLength(11);
    expect(rule).toBe('| --- | --- | --- | ---: | ---: | ---: | ---: | --- | --- |');
    expect(first).toContain(
      '| 1.25 | 9.50 | simulated | Simulated agents stand in for gpt-4o-mini \\| one row',
    );
  });

  it('contract: nothing recorded is said, not printed as an empty table', () => {
    expect(ledgerText([])).toContain('empty');
  });
});
