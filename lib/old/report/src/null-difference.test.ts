import { describe, expect, it } from 'vitest';
import { papers } from '../../agora-lab/src';
import type { Comparison } from './comparison';
import { comparedCells, nullDifference } from './null-difference';

/** A comparison of rows of published numbers by column, ours all 0. */
const comparison = (
  rows: Readonly<Record<string, Readonly<Record<string, number>>>>,
  fitted: readonly string[] = [],
): Comparison => ({
  paper: 'P',
  item: 'I',
  caption: '',
  unit: '',
  columns: Object.keys(Object.values(rows)[0] ?? {}),
  rows: Object.entries(rows).map(([label, cells]) => ({
    label,
    use: fitted.length === 0 ? null : fitted.includes(label) ? 'fitted' : 'held out',
    cells: Object.entries(cells).map(([column, published]) => ({
      row: label,
      column,
      published,
      publishedError: null,
      ours: 0,
      oursError: null,
      difference: -published,
      low: null,
      high: null,
      evidence: 'simulated',
    })),
  })),
  counts: { published: 0, ours: 0, compared: 0, missingOurs: 0, missingPublished: 0 },
});
/** A published table as a comparison, its fitted row named. */
const table = (
  { rows }: typeof papers.roundtable.table1.published,
  column: RegExp,
  fitted: readonly string[] = [],
) =>
  comparison(
    Object.fromEntries(
      rows.map(({ label, cells }) => [
        label,
        Object.fromEntries(
          Object.entries(cells).flatMap(([name, { value }]) => (column.test(name) ? [[name, value]] : [])),
        ),
      ]),
    ),
    fitted,
  );

describe('nullDifference', () => {
  it('known: one constant for all cells, the median of what is published', () => {
    // Median of 1, 2, 4, 9 is 3; distances 2, 1, 1, 6 have the median 1.5.
    expect(nullDifference(comparison({ r: { a: 1, b: 2 }, s: { a: 4, b: 9 } }))).toEqual({
      null: 'one constant',
      difference: 1.5,
    });
  });

  it('known: columns of a name share a constant, where columns have rounds', () => {
    // All utilities lie 1 from their constant, 11; fairness lies 2, 0 and 2 from its own, 3.
    const utilities = { 'u@1': 10, 'u@2': 12 };
    const [r, s, t] = [1, 3, 5].map((fairness) => ({ ...utilities, fairness }));
    expect(nullDifference(comparison({ r: r!, s: s!, t: t! }))).toEqual({
      null: 'one constant a measure',
      difference: 1,
    });
  });

  it('known: a fitted row is left out, and copied where that lies nearer', () => {
    const rows = { fit: { a: 10, b: 50 }, r: { a: 11, b: 51 }, s: { a: 9, b: 52 } };
    expect(comparedCells(comparison(rows, ['fit'])).map(({ row }) => row)).toEqual(['r', 'r', 's', 's']);
    expect(nullDifference(comparison(rows, ['fit']))).toEqual({
      null: 'the fitted row copied',
      difference: 1,
    });
  });

  it('known: of several fitted rows that of the same model is copied', () => {
    const rows = { 'x, fit': { a: 1 }, 'x, r': { a: 2 }, 'y, fit': { a: 101 }, 'y, r': { a: 102 } };
    expect(nullDifference(comparison(rows, ['x, fit', 'y, fit']))?.difference).toBe(1);
  });

  it('known: a null that is given counts, where it says something of every cell', () => {
    const made = comparison({ r: { a: 1, b: 5 }, s: { a: 1, b: 5 } });
    const given = { exact: ({ column }: { column: string }) => (column === 'a' ? 1 : 5) };
    expect(nullDifference(made, given)).toEqual({ null: 'exact', difference: 0 });
    expect(nullDifference(made, { partly: ({ column }) => (column === 'a' ? 1 : null) })?.null).toBe(
      'one constant',
    );
  });

  it('known: RoundTable Table 8, one constant for all lengths of messages: 9.0 words', () => {
    expect(nullDifference(table(papers.roundtable.table8.published, /^length/))?.difference).toBe(9);
  });

  it('known: GEDI Table 2, the printed blind column copied: 0.7 points from six ordinal rules, 1.35 from all', () => {
    const table2 = papers.gedi.table2.published;
    const blind = ({ row }: { row: string }) =>
      table2.rows.find(({ label }) => label === row)?.cells['blind dictatorial']?.value;
    const rules = /^(plurality|bucklin|borda|instant-runoff|minimax|ranked pairs)$/;
    const found = [rules, /^(?!blind)/].map((columns) =>
      nullDifference(table(table2, columns), { 'the blind column copied': blind }),
    );
    expect(found.map((best) => [best?.null, best?.difference.toFixed(2)])).toEqual([
      ['the blind column copied', '0.70'],
      ['the blind column copied', '1.35'],
    ]);
  });

  it('known: S2-MAD Table 7, the rows of MAD copied: 0.9 points', () => {
    const fitted = ['GPT-4o-mini, MAD(5,4)', 'GPT-4o-0806, MAD(5,4)'];
    const best = nullDifference(table(papers.s2mad.table7.published, /accuracy$/, fitted));
    expect([best?.null, best?.difference.toFixed(1)]).toEqual(['the fitted row copied', '0.9']);
  });

  it('contract: where no cell compares there is no null', () => {
    expect(nullDifference(comparison({}))).toBeNull();
    expect(nullDifference(comparison({ fit: { a: 1 } }, ['fit']))).toBeNull();
  });

  it('contract: two cells are too few for a constant', () => {
    expect(nullDifference(comparison({ r: { a: 1, b: 5 } }))).toBeNull();
  });
});
