import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPaper } from '../../../report/src/published/load-paper';
import type { PublishedTable } from '../../../report/src/published/published-table';
import { roundtable } from './index';
import { evenSplitShare, impliedUtilities } from './cells';

const sum = (numbers: readonly number[]): number =>
  Number(numbers.reduce((total, number) => total + number, 0).toFixed(2));
const cells = (table: PublishedTable, row: string, what: 'value' | 'standardError'): number[] =>
  table.columns.map((column) => table.rows.find(({ label }) => label === row)?.cells[column]?.[what] ?? NaN);
const column = (table: PublishedTable, name: string, what: 'value' | 'standardError'): number[] =>
  table.rows.map((row) => row.cells[name]?.[what] ?? NaN);

/** Sums over the printed rows and columns, added from the paper's text by a program that read it separately. */
const rowSums: [PublishedTable, string, number, number][] = [
  [roundtable.table1.published, 'Unanimous', 432.89, 25.2],
  [roundtable.table1.published, 'Majority', 610.58, 11.61],
  [roundtable.table1.published, 'Plurality', 597.55, 13.83],
  [roundtable.table1.published, 'Rated', 624.59, 9.9],
  [roundtable.table1.published, 'Ranked', 621.87, 11.06],
  [roundtable.table1.published, 'Cumulative', 605.18, 12.75],
  [roundtable.table6.published, 'gpt-3.5-turbo', 529.23, 14.68],
  [roundtable.table6.published, 'gpt-4o-mini', 609.93, 22.31],
  [roundtable.table6.published, 'gpt-4o', 641.64, 24.23],
  [roundtable.table6.published, 'llama3-1-8b', 577.28, 41.3],
  [roundtable.table6.published, 'llama3-1-70b', 732.12, 23.43],
  [roundtable.table6.published, 'K = 3', 610.58, 11.61],
  [roundtable.table6.published, 'K = 4', 517.82, 17.92],
  [roundtable.table6.published, 'K = 5', 533.48, 18.95],
];

describe('the tables of RoundTable', () => {
  it.each(rowSums)('known: row sums of %o', (table, row, values, errors) => {
    expect(sum(cells(table, row, 'value'))).toBe(values);
    expect(sum(cells(table, row, 'standardError'))).toBe(errors);
  });

  it('known: column sums', () => {
    const sums = (table: PublishedTable, what: 'value' | 'standardError'): number[] =>
      table.columns.map((name) => sum(column(table, name, what)));
    const [table1, table6] = [roundtable.table1.published, roundtable.table6.published];
    expect(sums(table1, 'value')).toEqual([
      433.32, 448.03, 441.8, 369.95, 400.77, 423.1, 147.26, 401.43, 427,
    ]);
    expect(sums(table1, 'standardError')).toEqual([8.3, 8.39, 9.42, 10.06, 8.18, 7.4, 6.56, 17.59, 8.45]);
    expect(sums(table6, 'value')).toEqual([
      583.93, 616.03, 622.92, 464.26, 523.45, 572.93, 215.13, 581.66, 571.77,
    ]);
    expect(sums(table6, 'standardError')).toEqual([
      23.02, 14.79, 14.76, 26.28, 19.44, 14.71, 16.98, 28.46, 15.99,
    ]);
  });

  it('known: three cells by name, with their settings', () => {
    const ranked = roundtable.table1.published.rows[4];
    expect(ranked?.label).toBe('Ranked');
    expect(ranked?.cells['auc@3']).toEqual({ value: 77.31, standardError: 1 });
    const weak = roundtable.table6.published.rows[0];
    expect(weak?.setting).toEqual({
      model: 'gpt-3.5-turbo',
      agents: 3,
      rule: 'majority',
      collaborations: 30,
    });
    expect(weak?.cells['fairness']).toEqual({ value: 97.58, standardError: 0.91 });
    expect(roundtable.table6.published.rows[7]?.cells['rigidity']).toEqual({
      value: 73.5,
      standardError: 1.36,
    });
    expect(roundtable.table1.published.paper).toBe('RoundTable');
  });

  it('contract: tables are frozen through and through, and read once', () => {
    const table1 = roundtable.table1.published;
    expect(roundtable.table1.published).toBe(table1);
    expect(Object.isFrozen(table1.rows[0]?.cells['auc@3'])).toBe(true);
  });
});

describe('loadPaper', () => {
  const folder = mkdtempSync(join(tmpdir(), 'published-'));
  const load = (name: string, text: string): (() => unknown) => {
    writeFileSync(join(folder, `${name}.json`), text);
    return () => loadPaper(name, folder);
  };
  const paper = { paper: 'P', title: 'T', authors: 'A', notes: [], quoted: [] };
  const table = (cells: object): string =>
    JSON.stringify({
      ...paper,
      tables: [
        {
          item: 'Table 1',
          caption: '',
          unit: '',
          columns: ['a'],
          rows: [{ label: 'r', setting: {}, cells }],
        },
      ],
    });

  it('contract: a file that is missing, no JSON, or of another shape throws, and says where', () => {
    expect(() => loadPaper('nothing', folder)).toThrow(expect.objectContaining({ code: 'published-data' }));
    expect(load('half', '{"paper":')).toThrow(/half.json is not JSON/);
    expect(load('text', table({ a: { value: '3', standardError: 1 } }))).toThrow(/rows.0.cells.a.value/);
    expect(load('column', table({ b: { value: 3, standardError: 1 } }))).toThrow(/row r needs exactly/);
    expect(load('negative', table({ a: { value: 3, standardError: -1 } }))).toThrow(/standardError/);
    expect(load('fine', table({ a: { value: 3, standardError: null } }))()).toMatchObject({ paper: 'P' });
  });
});

describe('the audit', () => {
  it('known: the unprinted rounds of the unanimous row', () => {
    const row = roundtable.table1.published.rows[0];
    if (!row) throw new Error('no rows');
    // (3 x 21.77 - 33.94) / 2; 5 x 30.17 - 3 x 21.77 - 43.92; (10 x 38.65 - 5 x 30.17 - 48.48) / 4.
    const implied = impliedUtilities(row);
    expect(implied.rounds1to2).toBeCloseTo(15.685, 6);
    expect(implied.round4).toBeCloseTo(41.62, 6);
    expect(implied.rounds6to9).toBeCloseTo(46.7925, 6);
  });

  it('known: an even split among three is worth 63.15%, among two 82.47%', () => {
    expect(evenSplitShare(3)).toBeCloseTo(63.1549, 3);
    // 100 / (2 x 80^0.8 x 20^0.2) = 100 / 121.257.
    expect(evenSplitShare(2)).toBeCloseTo(82.4693, 3);
  });

  it('known: which claims the printed numbers contradict', () => {
    const verdicts = Object.fromEntries(roundtable.audit().map(({ claim, agrees }) => [claim, agrees]));
    const failing = Object.keys(verdicts).filter((claim) => verdicts[claim] === false);
    expect(failing).toEqual([
      'reading: AUC@n is the sum of U_r / U_max over rounds 1 to n',
      'reading: rationality is a share of all agents in all rounds',
      'reading: every agent proposes in every round, and any proposal exceeds having no decision',
      'reading: a collaboration without agreement has fairness 0',
      'all voting rules reach high-quality outcomes by the end',
      'final performance of gpt-3.5-turbo and llama3-1-8b',
      'the stronger model of a family ends better and agrees faster',
    ]);
    expect(verdicts['unanimous voting starts below the best rule by this much']).toBeNull();
    expect(Object.keys(verdicts)).toHaveLength(21);
  });

  it('known: the numbers behind three of them', () => {
    const recomputed = (claim: RegExp): string =>
      roundtable.audit().find((finding) => claim.test(finding.claim))?.recomputed ?? '';
    // 1 - 48.48 / 79.91 = 0.3933.
    expect(recomputed(/^unanimous voting ends/)).toContain('39.33%: 48.48 against 79.91');
    expect(recomputed(/^final performance/)).toBe('64.07 and 73.80');
    expect(recomputed(/rationality is a share/)).toBe(
      '12 of 14 values are whole counts over collaborations x agents x 10 rounds; not gpt-3.5-turbo and gpt-4o',
    );
  });
});
