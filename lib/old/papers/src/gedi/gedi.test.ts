import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PublishedRow, PublishedTable } from '../../../report/src/published/published-table';
import { gedi } from './index';
import { loadGediWords, tables } from './tables';

const { table1, table2, table2Differences, table3, table4, table5 } = tables;

/** From the paper's text by add-gedi-numbers.awk, which shares nothing with the program that wrote the data. */
const printedSums = readFileSync(join(__dirname, 'testing/gedi-sums.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

/** What stands in brackets: Table 2's differences; Table 5's counts of partial profiles, behind the range counts. */
function sumOf(name: string): number {
  const [item, along, place, brackets] = name.split(' ');
  const partial = 'range, partial profiles';
  const printed = item === '2' ? table2 : table5;
  const table = item === '2' && brackets ? table2Differences : printed;
  const columns = printed.columns.filter((column) => column !== partial);
  const value = (row: PublishedRow | undefined, column: string | undefined): number => {
    const cell = item === '5' && brackets ? (column === 'range' ? partial : undefined) : column;
    return row?.cells[cell ?? '']?.value ?? 0;
  };
  const at = Number(place) - 1;
  const values =
    along === 'row'
      ? columns.map((column) => value(table.rows[at], column))
      : table.rows.map((row) => value(row, columns[at]));
  return Number(values.reduce((sum, one) => sum + one, 0).toFixed(1));
}

const cell = (table: PublishedTable, label: string, column: string): number | undefined =>
  table.rows.find((row) => row.label === label)?.cells[column]?.value;

describe("GEDI's tables", () => {
  it('reference: every row sum and column sum of Tables 2 and 5, from a second reading of the text', () => {
    expect(printedSums).toHaveLength(2 * (24 + 24 + 11 + 4));
    for (const [name = '', sum] of printedSums) expect(sumOf(name), name).toBe(Number(sum));
  });

  it('known: sizes, and cells by name', () => {
    for (const table of [table2, table2Differences, table5]) expect(table.rows).toHaveLength(24);
    expect([table2.columns.length, table2Differences.columns.length, table5.columns.length]).toEqual([
      11, 9, 5,
    ]);
    expect(cell(table2, 'MMLU, mistral-7b', 'random')).toBe(24.8);
    expect(cell(table2, 'MMLU-Pro, gpt-4', 'informed dictatorial')).toBe(46.9);
    expect(cell(table2Differences, 'MMLU-Pro, gpt-4', 'informed dictatorial')).toBe(0);
    expect(cell(table2Differences, 'ARC-Challenge, qwen-2-72b', 'bucklin')).toBe(1.3);
    expect(cell(table2, 'ARC-Challenge, gpt-4', 'ranked pairs')).toBe(92.9);
    expect(cell(table5, 'MMLU-Pro, llama-3-8b', 'range')).toBe(3);
    expect(cell(table5, 'MMLU-Pro, llama-3-8b', 'range, partial profiles')).toBe(1161);
    expect(cell(table5, 'MMLU, gpt-4', 'range, partial profiles')).toBeUndefined();
    expect(cell(table5, 'ARC-Challenge, gpt-4', 'informed')).toBe(1171);
  });

  it('law: all tables tell the same eight models, and a row says how its table prints the name', () => {
    const models = table3.rows.map(({ model }) => model);
    for (const { rows } of [table2, table5])
      for (const benchmark of ['MMLU', 'MMLU-Pro', 'ARC-Challenge']) {
        const own = rows.filter(({ setting }) => setting?.['benchmark'] === benchmark);
        expect(own.map(({ setting }) => setting?.['model'])).toEqual(models);
        for (const { label, setting } of own) expect(label).toBe(`${benchmark}, ${setting?.['printedAs']}`);
      }
    expect(table2.rows[4]?.setting).toEqual({
      benchmark: 'MMLU',
      model: 'qwen1.5-72b',
      printedAs: 'qwen-2-72b',
    });
  });

  it('known: ticks and crosses of Table 1, in rows', () => {
    const ticks = table1.rows.map(({ rule, meets }) => [rule, Object.values(meets).map(Number).join('')]);
    expect(Object.fromEntries(ticks)).toEqual({
      'blind dictatorial': '01110',
      range: '01110',
      plurality: '11100',
      borda: '01100',
      'instant-runoff': '10000',
      'ranked pairs': '11001',
    });
  });

  it('known: asterisks stand on the same three rows of Tables 2 and 5', () => {
    expect(gedi.marks.map(({ item, row }) => `${item}: ${row}`)).toEqual([
      'Table 2: MMLU-Pro, llama-3-8b',
      'Table 2: MMLU-Pro, glm-4-9b',
      'Table 2: ARC-Challenge, glm-4-9b',
      'Table 5: MMLU-Pro, llama-3-8b',
      'Table 5: MMLU-Pro, glm-4-9b',
      'Table 5: ARC-Challenge, glm-4-9b',
    ]);
    for (const { item, row, column } of gedi.marks)
      expect(cell(item === 'Table 2' ? table2 : table5, row, column), `${item}, ${row}`).toBeGreaterThan(0);
  });

  it('known: the survey by category and note, and Figure 1 from it', () => {
    const notes = (category: string): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const row of table4.rows)
        if (row.category === category) counts[row.note ?? '-'] = (counts[row.note ?? '-'] ?? 0) + 1;
      return counts;
    };
    expect(notes('Dictatorial')).toEqual({ 'Assigned role': 22, Oligarchy: 1 });
    expect(notes('No CDM or Unspecified')).toEqual({
      'Decentralized team': 3,
      'Human judgement': 2,
      'Linear workflow': 5,
      'Scenario simulation': 5,
    });
    expect(notes('Plurality')).toEqual({
      Consensus: 5,
      'Game rule': 3,
      'Relative majority': 4,
      'Scenario simulation': 1,
    });
    expect(notes('Utilitarian')).toEqual({ '-': 1 });
    const figure = tables.figure1;
    expect(figure.evidence).toBe('recomputed');
    // 23, 15, 13 and 1 of 52.
    expect(figure.rows.map(({ cells }) => cells['systems']?.value)).toEqual([23, 15, 13, 1]);
    expect(figure.rows[2]?.cells['share']?.value).toBe(25);
    expect(figure.rows.reduce((sum, { cells }) => sum + (cells['share']?.value ?? 0), 0)).toBeCloseTo(100, 9);
  });

  it('known: what the text puts in numbers of Figures 6 and 7', () => {
    expect(cell(tables.figure6, 'gpt-3.5-turbo, plurality', 'lowest')).toBe(-5.8);
    expect(cell(tables.figure6, 'gpt-4, plurality', 'highest')).toBe(9.4);
    expect(tables.figure7.rows.map(({ cells }) => cells['difference']?.value)).toEqual([-3.7, 0]);
  });

  it('contract: the data are frozen', () => {
    for (const part of [table1, table1.rows[0]?.meets, table2.rows[0]?.cells['random'], table4.rows[0]])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it('contract: a file of words with a part too few throws, and says which', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gedi-'));
    expect(() => loadGediWords(folder)).toThrow(expect.objectContaining({ code: 'published-data' }));
    writeFileSync(join(folder, 'gedi-words.json'), JSON.stringify({ paper: 'GEDI', notes: [], marks: [] }));
    expect(() => loadGediWords(folder)).toThrow(/criteria.*models.*survey/);
  });
});
