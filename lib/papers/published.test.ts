import { afterEach, describe, expect, it, vi } from 'vitest';
import { published } from './published';

const papers = ['roundtable', 'gedi', 's2mad', 'deliberation', 'strategies'] as const;

describe('published', () => {
  it.each([
    ['roundtable', 8, 2193, 126, 13],
    ['gedi', 5, 585, 0, 5],
    ['s2mad', 5, 311, 0, 13],
    ['deliberation', 6, 435, 0, 3],
    ['strategies', 6, 226, 0, 6],
  ] as const)('known: %s has %i tables with %i numbers', (paper, tables, cells, errors, quoted) => {
    const all = published[paper].tables.flatMap(({ rows }) =>
      rows.flatMap((row) => Object.values(row.cells)),
    );
    expect(published[paper].tables).toHaveLength(tables);
    expect(all).toHaveLength(cells);
    if (errors > 0) expect(all.filter(({ standardError }) => standardError !== null)).toHaveLength(errors);
    expect(published[paper].quoted).toHaveLength(quoted);
  });

  it.each([
    ['roundtable', 'table1', 'Unanimous', 'utility@3', 33.94, 3.96],
    ['roundtable', 'table6', 'gpt-3.5-turbo', 'utility@5', 63.4, 0.35],
    ['roundtable', 'table2', '@10 (Baseline)', 'unanimous', 0.88, null],
    ['gedi', 'table2', 'MMLU, mistral-7b', 'random', 24.8, null],
    ['gedi', 'table2Differences', 'MMLU, mistral-7b', 'range', -4.6, null],
    ['gedi', 'figure7', 'professional accounting, ranked pairs less plurality', 'difference', -3.7, null],
    ['s2mad', 'table1', 'GPT-3.5-turbo-0125, CoT', 'gsm8k accuracy', 78.8, 0.04],
    ['deliberation', 'table2', 'GPT-5.1, deliberation without tools', 'menu-numeric NR', 95.6, 1.51],
    ['deliberation', 'table7', 'menu-numeric', 'beta', 61.35, null],
    ['strategies', 'table1', 'Agent BHC', 'accuracy', 60.8, null],
  ] as const)('known: %s %s, %s, %s', (paper, item, label, column, value, standardError) => {
    const tables: Record<string, unknown> = published[paper];
    const { rows } = tables[item] as (typeof published.gedi)['table2'];
    expect(rows.find((row) => row.label === label)?.cells[column]).toEqual({ value, standardError });
  });

  it('behaviour: every cell belongs to a column of its table', () => {
    for (const paper of papers)
      for (const { rows, columns } of published[paper].tables)
        for (const row of rows) expect(columns).toEqual(expect.arrayContaining(Object.keys(row.cells)));
  });

  it('behaviour: published numbers cannot be changed', () => {
    const cell = published.gedi.table2.rows[0]?.cells['random'] as { value: number };
    expect(() => (cell.value = 1)).toThrow();
  });

  it('known: tables of words are readable', () =>
    expect(published.words('gedi-words')['paper']).toBe('GEDI'));
});

describe('a data folder without the files', () => {
  afterEach(() => vi.unstubAllEnvs());
  it('behaviour: the error names the missing file', () => {
    vi.stubEnv('AGORA_DATA', '/no/such/folder');
    expect(() => published.words('s2-mad-marks')).toThrow(/s2-mad-marks/);
  });
});
