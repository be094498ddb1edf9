import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quotedIn } from '../finding';
import type { PublishedTable } from '../../../report/src/published/published-table';
import { conditionsOf } from './conditions';
import { loadS2MadMarks, tables as s2mad } from './tables';

const tables = [s2mad.table1, s2mad.table2, s2mad.table3, s2mad.table4, s2mad.table7];

/** From the paper's text by add-s2-mad-numbers.awk, which shares nothing with the program that wrote the data. */
const printedSums = readFileSync(join(__dirname, 'testing/s2-mad-sums.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

function sumOf(name: string): string {
  const [number, along, place, spread] = name.split(' ');
  const table = tables.find(({ item }) => item === `Table ${number}`);
  if (!table) throw new Error(`no Table ${number}`);
  const at = Number(place) - 1;
  const cells =
    along === 'row'
      ? Object.values(table.rows[at]?.cells ?? {})
      : table.rows.flatMap((row) => row.cells[table.columns[at] ?? ''] ?? []);
  const values = cells.map(({ value, standardError }) => (spread ? (standardError ?? 0) : value));
  return values.reduce((sum, one) => sum + one, 0).toFixed(2);
}

const cell = (table: PublishedTable, label: string, column: string): number[] => {
  const found = table.rows.find((row) => row.label === label)?.cells[column];
  return found ? [found.value, found.standardError ?? -1] : [];
};

describe("S2-MAD's tables", () => {
  it('reference: every row sum and column sum of Tables 1 to 4 and 7, from a second reading of the text', () => {
    // 18, 4, 12, 6 and 10 rows; 10, 3, 3, 3 and 8 columns; values and what stands behind ±.
    expect(printedSums).toHaveLength(2 * (50 + 27));
    for (const [name = '', sum] of printedSums) expect(sumOf(name), name).toBe(sum);
  });

  it('known: cells by name', () => {
    expect(cell(s2mad.table1, 'GPT-3.5-turbo-0125, S2-MAD(5,4)', 'gsm8k accuracy')).toEqual([84.8, 0.02]);
    expect(cell(s2mad.table1, 'GPT-4-0613, S2-MAD(5,4)', 'gpqa tokens')).toEqual([27.1, 9.5]);
    expect(cell(s2mad.table1, 'GPT-4-0613, CoT', 'arithmetic accuracy')).toEqual([]);
    expect(cell(s2mad.table1, 'Llama-3.1-8B-Instruct, MAD(5,4)', 'arithmetic tokens')).toEqual([76.1, 0.12]);
    expect(cell(s2mad.table2, 'S2-MAD, VecCS, threshold 0.40', 'accuracy')).toEqual([74.5, 0.02]);
    expect(cell(s2mad.table3, 'S2-MAD, 2+6', 'accuracy')).toEqual([84, 0]);
    expect(cell(s2mad.table3, 'GD, 2+6', 'accuracy')).toEqual([86.7, 0]);
    expect(cell(s2mad.table4, 'w/o Jump', 'cost saving')).toEqual([47.5, -1]);
    expect(cell(s2mad.table4, 'MAD', 'tokens')).toEqual([18, -1]);
    expect(cell(s2mad.table7, 'GPT-4o-0806, MS2-MAD(5,4)', 'gpqa tokens')).toEqual([26.5, 9.82]);
  });

  it('known: models and conditions', () => {
    const models = [...s2mad.table1.rows, ...s2mad.table7.rows].map(({ setting }) => setting?.['model']);
    expect([...new Set(models)]).toEqual([
      'gpt-3.5-turbo',
      'gpt-4-0613',
      'llama-3.1-8b-instruct',
      'gpt-4o-mini',
      'gpt-4o-0806',
    ]);
    expect(conditionsOf(s2mad.table1)).toHaveLength(5 + 4 + 5); // no Arithmetic with GPT-4
    expect(conditionsOf(s2mad.table7)).toHaveLength(2 * 4);
  });

  it('law: S2-MAD, S-MAD and GroupDebate have a MAD of the same model and data set beside them', () => {
    for (const table of [s2mad.table1, s2mad.table7])
      for (const { setting, cells } of table.rows) {
        expect([
          'CoT',
          'CoT-SC(40)',
          'MAD(5,4)',
          'S-MAD(5,4)',
          'GD(5,4)',
          'S2-MAD(5,4)',
          'MS2-MAD(5,4)',
        ]).toContain(setting?.['method']);
        const mad = table.rows.find(
          (row) => row.setting?.['method'] === 'MAD(5,4)' && row.setting['model'] === setting?.['model'],
        );
        expect(Object.keys(mad?.cells ?? {})).toEqual(Object.keys(cells));
      }
  });

  it('law: Table 2 repeats two cells of Table 7, and groups of Table 3 have eight agents', () => {
    for (const [own, other] of [
      ['MAD(5,4)', 'GPT-4o-mini, MAD(5,4)'],
      ['S2-MAD, RE-Matching', 'GPT-4o-mini, S2-MAD(5,4)'],
    ] as const)
      for (const measure of ['accuracy', 'tokens'])
        expect(cell(s2mad.table2, own, measure)).toEqual(cell(s2mad.table7, other, `math ${measure}`));
    const groups = s2mad.table3.rows.flatMap(({ setting }) => setting?.['groups'] ?? []);
    expect(groups).toHaveLength(10);
    for (const sizes of groups)
      expect(
        String(sizes)
          .split('+')
          .reduce((sum, size) => sum + Number(size), 0),
        String(sizes),
      ).toBe(8);
  });

  it('known: numbers of the text', () => {
    expect(quotedIn(s2mad, 'largest token saving of S2-MAD')).toEqual({
      MAD: 94.5,
      'S-MAD': 90.2,
      GD: 87,
      'CoT-SC(40)': 81.7,
    });
    expect(Object.values(quotedIn(s2mad, 'token saving of S2-MAD against MAD, Table 7'))).toEqual([
      94.3, 84.2, 94, 79.4,
    ]);
    expect(quotedIn(s2mad, 'threshold of the best accuracy')).toEqual({ gsm8k: 0.1, math: 0.4 });
    expect(() => quotedIn(s2mad, 'threshold')).toThrow(expect.objectContaining({ code: 'published-data' }));
  });

  it('law: every underline stands on a cell', () => {
    expect(s2mad.underlined).toHaveLength(62);
    for (const { item, row, column } of s2mad.underlined) {
      const table = tables.find((one) => one.item === item);
      expect(table && cell(table, row, column), `${item}, ${row}, ${column}`).toHaveLength(2);
    }
  });

  it('contract: the data are frozen, and a broken file of marks throws', () => {
    for (const part of [s2mad, s2mad.table1.rows[0]?.cells, s2mad.quoted[0]?.values, s2mad.underlined[0]])
      expect(Object.isFrozen(part)).toBe(true);
    const folder = mkdtempSync(join(tmpdir(), 's2-mad-'));
    expect(() => loadS2MadMarks(folder)).toThrow(expect.objectContaining({ code: 'published-data' }));
    writeFileSync(
      join(folder, 's2-mad-marks.json'),
      JSON.stringify({ paper: 'S2-MAD', notes: [], underlined: [{ item: 'Table 1', row: 'MAD' }] }),
    );
    expect(() => loadS2MadMarks(folder)).toThrow(/underlined\.0\.column/);
  });
});
