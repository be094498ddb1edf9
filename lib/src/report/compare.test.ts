import { describe, expect, it } from 'vitest';
import { compare } from './compare';
import type { OurTable, PublishedTableLike } from './comparison';
import { summarize, summaryText } from './comparison-summary';

const published: PublishedTableLike = {
  paper: 'RoundTable',
  item: 'Table 1',
  caption: 'Voting rules',
  unit: 'percent',
  columns: ['@3', '@10'],
  rows: [
    {
      label: 'Unanimous',
      cells: { '@3': { value: 10, standardError: 1 }, '@10': { value: 40, standardError: null } },
    },
    {
      label: 'Majority',
      cells: { '@3': { value: 20, standardError: 2 }, '@10': { value: 80, standardError: 3 } },
    },
  ],
};
const ours: OurTable = {
  columns: ['@3', 'fairness'],
  rows: [
    {
      label: 'Majority',
      use: 'fitted',
      evidence: 'simulated',
      cells: {
        '@3': { value: 17, standardError: 0.5 },
        fairness: { value: 6, standardError: null, evidence: 'recomputed' },
      },
    },
    { label: 'Ranked', use: 'held out', cells: { '@3': { value: 1, standardError: 0 } } },
  ],
};

describe('compare', () => {
  const comparison = compare(published, ours, { evidence: 'live' });

  it('known: the difference is ours minus published', () => {
    const cell = comparison.rows[1]?.cells[0];
    expect(cell).toEqual({
      row: 'Majority',
      column: '@3',
      published: 20,
      publishedError: 2,
      ours: 17,
      oursError: 0.5,
      difference: -3,
      evidence: 'simulated',
    });
  });

  it('contract: rows and columns of either side stay, the paper first, and what is missing is counted', () => {
    expect(comparison.columns).toEqual(['@3', '@10', 'fairness']);
    expect(comparison.rows.map((row) => row.label)).toEqual(['Unanimous', 'Majority', 'Ranked']);
    // Published: 4 cells. Ours: 3. Both: Majority @3.
    expect(comparison.counts).toEqual({
      published: 4,
      ours: 3,
      compared: 1,
      missingOurs: 3,
      missingPublished: 2,
    });
  });

  it('contract: a published number never becomes ours', () => {
    const cells = comparison.rows.flatMap((row) => row.cells);
    const unmeasured = cells.filter((cell) => cell.row === 'Unanimous');
    expect(unmeasured.map((cell) => [cell.ours, cell.evidence])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    const copied = { columns: ['@3'], rows: [{ label: 'Majority', cells: ours.rows[0]?.cells ?? {} }] };
    expect(() => compare(published, copied, { evidence: 'published' as never })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
  });

  it('contract: evidence of the cell goes before that of its row, and that before the default', () => {
    const kinds = comparison.rows.slice(1).map((row) => row.cells.map((cell) => cell.evidence));
    expect(kinds).toEqual([
      ['simulated', null, 'recomputed'],
      ['live', null, null],
    ]);
    expect(comparison.rows.map((row) => row.use)).toEqual([null, 'fitted', 'held out']);
  });

  it('contract: bad tables are refused with the cell that is wrong', () => {
    const withCells = (cells: OurTable['rows'][number]['cells']): OurTable => ({
      columns: ['@3'],
      rows: [{ label: 'Majority', evidence: 'live', cells }],
    });
    expect(() => compare(published, withCells({ '@3': { value: Number.NaN, standardError: null } }))).toThrow(
      'a number as ours.rows.0.cells.@3.value, got NaN',
    );
    expect(() => compare(published, withCells({ '@4': { value: 1, standardError: null } }))).toThrow(
      'got "@4"',
    );
    expect(() => compare(published, { columns: ['@3', '@3'], rows: [] })).toThrow(
      'each column once, got "@3"',
    );
    expect(() => compare({ ...published, rows: [...published.rows, ...published.rows] }, ours)).toThrow(
      'each row once, got "Unanimous"',
    );
    const silent = {
      columns: ['@3'],
      rows: [{ label: 'A', cells: { '@3': { value: 1, standardError: null } } }],
    };
    expect(() => compare(published, silent)).toThrow('needs the evidence of our number in row "A"');
  });
});

describe('summarize', () => {
  const cell = (value: number): { value: number; standardError: null } => ({ value, standardError: null });
  const between = (differences: number[]): ReturnType<typeof summarize> => {
    const columns = differences.map((_, place) => `c${place}`);
    const cells = (values: number[]): Record<string, ReturnType<typeof cell>> =>
      Object.fromEntries(values.map((value, place) => [`c${place}`, cell(value)]));
    const theirs = { ...published, columns, rows: [{ label: 'r', cells: cells(differences.map(() => 5)) }] };
    const our = {
      columns,
      rows: [{ label: 'r', cells: cells(differences.map((difference) => 5 + difference)) }],
    };
    return summarize(compare(theirs, our, { evidence: 'simulated' }));
  };

  it('known: median and largest are of absolute differences', () => {
    // |4|, |-1|, |-9| in order: 1, 4, 9.
    expect(between([4, -1, -9])).toMatchObject({ medianDifference: 4, largestDifference: 9 });
    expect(between([4, -1, -9]).largestCell?.column).toBe('c2');
  });

  it('known: with an even count the median is the mean of the middle two', () => {
    expect(between([1, -2, 4, -16]).medianDifference).toBe(3);
  });

  it('contract: with nothing to compare there is no difference, and no zero in its place', () => {
    const none = compare(published, { columns: [], rows: [] });
    expect(summarize(none)).toEqual({
      medianDifference: null,
      largestDifference: null,
      largestCell: null,
      evidence: '',
    });
    expect(summaryText(none)).toContain('4 published cells, 0 of ours, 0 compared; 4 published without ours');
  });

  it('contract: several kinds of evidence are named in one order', () => {
    expect(summarize(compare(published, ours, { evidence: 'live' })).evidence).toBe(
      'recomputed and simulated and live',
    );
  });
});
