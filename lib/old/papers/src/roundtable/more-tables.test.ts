import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PublishedTable } from '../../../report/src/published/published-table';
import { roundtable } from './index';

const table7 = roundtable.table7.published;
const table2 = roundtable.table2.published;
const table8 = roundtable.table8.published;
const table9 = roundtable.table9.published;
const table10 = roundtable.table10.published;
const table11 = roundtable.table11.published;
const tables: Record<string, PublishedTable> = {
  2: table2,
  7: table7,
  8: table8,
  9: table9,
  10: table10,
  11: table11,
};

/** From the paper's text by add-printed-numbers.awk, which shares nothing with the program that wrote the data. */
const printedSums = readFileSync(join(__dirname, 'testing/printed-sums.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

/** The same sums from the data. "7 rated mae", "8 recommendation length column 3", "9 ... rated Inform". */
function sumOf(name: string): number {
  const [item = '', ...rest] = name.split(' ');
  const table = tables[item];
  if (table === undefined) throw new Error(name);
  const at = rest.indexOf('column');
  const measure = ['mae', 'rmse', 'length', 'grade', 'distance', 'ratio'].find((one) => rest.includes(one));
  const chosen = table.columns.filter((column) => measure === undefined || column.startsWith(`${measure}@`));
  const words = rest.slice(0, at < 0 ? undefined : at).filter((word) => word !== measure);
  const columns = at < 0 ? chosen : chosen.slice(Number(rest[at + 1]) - 1, Number(rest[at + 1]));
  const rows = table.rows.filter(({ setting }) =>
    words.every((word) => Object.values(setting ?? {}).includes(word)),
  );
  if (at < 0) expect(rows, name).toHaveLength(1);
  const values = rows.flatMap((row) => columns.map((column) => row.cells[column]?.value ?? 0));
  if (item === '9' && at < 0) expect(values).toHaveLength(10);
  return Number(values.reduce((sum, value) => sum + value, 0).toFixed(2));
}

describe('Tables 2 and 7 to 11', () => {
  it('reference: every row sum, and every column sum of Tables 7 to 9, from a second reading of the text', () => {
    expect(printedSums).toHaveLength(321);
    for (const [name = '', sum] of printedSums) {
      expect(sumOf(name), name).toBe(Number(sum));
    }
  });

  it('known: sizes, and cells by name', () => {
    expect([table2, table7, table8, table9, table10, table11].map(({ rows }) => rows.length)).toEqual([
      7, 6, 12, 132, 14, 22,
    ]);
    expect(table7.columns).toHaveLength(20);
    expect(table8.columns.filter((column) => column.startsWith('distance'))).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((round) => `distance@${round}`),
    );
    const cell = (table: PublishedTable, label: string, column: string): number | undefined =>
      table.rows.find((row) => row.label === label)?.cells[column]?.value;
    expect(cell(table2, 'Dialogue Act', 'plurality')).toBe(0.79);
    expect(cell(table7, 'Ranked', 'rmse@1')).toBe(1.2);
    expect(cell(table8, 'Exchange economy, Rated', 'grade@1')).toBe(5.8);
    expect(cell(table8, 'Recommendation system, Cumulative', 'distance@10')).toBe(0.09);
    expect(cell(table9, 'Exchange economy, Cumulative, Compromise', 'ratio@3')).toBe(0.54);
    expect(cell(table9, 'Recommendation system, Ranked, Evaluate', 'ratio@10')).toBe(0.77);
    expect(cell(table10, 'Exchange economy, Oracle', 'ranked')).toBe(0.84);
    expect(cell(table11, 'Recommendation system, Effective Ratio, Dialogue Act', 'average')).toBe(0.32);
  });

  it('known: a dash is no cell, and no number has a standard error', () => {
    const row = table11.rows.find(
      ({ label }) => label === 'Exchange economy, Early Stopped Round, Consecutive Agreements',
    );
    expect(row?.cells['unanimous']).toBeUndefined();
    expect(row?.cells['ranked']).toEqual({ value: 10, standardError: null });
    const cells = Object.values(tables).flatMap(({ rows }) =>
      rows.flatMap((one) => Object.values(one.cells)),
    );
    expect(cells).toHaveLength(7 * 6 + 6 * 20 + 12 * 29 + 132 * 10 + 14 * 6 + 22 * 7 - 1);
    expect(cells.every(({ standardError }) => standardError === null)).toBe(true);
  });
});

describe('figures of the recommendation system and of language', () => {
  it('known: the points of Figures 4 and 21', () => {
    const [figure4, figure21] = [roundtable.figure4.published, roundtable.figure21.published];
    expect(figure4.columns).toHaveLength(10);
    const rated = (table: typeof figure4) => table.rows.find(({ label }) => label === 'Rated')?.cells;
    expect(rated(figure4)?.['mae@6']).toEqual({ value: 0.75, standardError: null });
    expect(rated(figure21)?.['rmse@10']).toEqual({ value: 1.01, standardError: null });
    expect(roundtable.figure4.published.columns[0]).toBe('mae@1');
    expect(roundtable.figure21.published.rows[4]?.cells['rmse@1']?.value).toBe(1.2);
  });

  it('known: Figure 5, by hand', () => {
    const [economy, recommendation] = roundtable.figure5.published.rows;
    // Round 1: (46 + 43 + 42 + 42 + 43 + 42) / 6 = 258 / 6; round 2: (.23 + .26 + .28 + .33 + .28 + .30) / 6 = 1.68 / 6.
    expect(economy?.cells['length@1']?.value).toBeCloseTo(43, 12);
    expect(economy?.cells['distance@2']?.value).toBeCloseTo(0.28, 12);
    expect(recommendation?.cells['length@10']?.value).toBeCloseTo(627 / 6, 12);
    expect(roundtable.figure5.published).toMatchObject({ item: 'Figure 5', evidence: 'recomputed' });
    expect(roundtable.figure5.published.columns).toHaveLength(19);
  });

  it('known: the edges that the text names', () => {
    const edges = roundtable.statedEdges.map(({ from, to }) => `${from} > ${to}`);
    expect(edges).toEqual([
      'Request > Propose',
      'Propose > Request',
      'Inform > Request',
      'Confirm > Request',
      'Compromise > Propose',
      'Accept > End',
    ]);
    expect(new Set(roundtable.statedEdges.map(({ environment }) => environment))).toEqual(
      new Set(['exchange-economy']),
    );
    expect(
      roundtable.statedCentres.find(({ environment }) => environment === 'recommendation')?.acts,
    ).toEqual(['Request']);
  });
});
