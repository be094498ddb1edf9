import { describe, expect, it } from 'vitest';
import { averageOver } from 'agora-core/metrics';
import { compare } from './compare';
import { summarize, tablePart, type PublishedTableLike, type TableRow } from './comparison';
import { comparisonTable, summaryText } from './comparison-table';

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
const cell = { standardError: null, evidence: 'simulated' } as const;
const ours: TableRow[] = [
  { ...cell, rule: 'Majority', column: '', round: 3, value: 17, standardError: 0.5 },
  { ...cell, rule: 'Majority', column: '@10', value: null },
  { ...cell, rule: 'Majority', column: 'fairness', value: 6 },
  { ...cell, rule: 'Ranked', column: '@3', value: 1, standardError: 0, evidence: 'recomputed' },
];

describe('compare', () => {
  const comparison = compare(published, ours, { by: 'rule', fitted: ['Majority'] });

  it('known: without a label, rows are named by the field that holds labels of the paper', () => {
    expect(compare(published, ours, { fitted: ['Majority'] })).toEqual(comparison);
  });

  it('known: the difference is ours minus published', () => {
    expect(comparison.rows[1]?.cells[0]).toEqual({
      row: 'Majority',
      column: '@3',
      published: 20,
      publishedError: 2,
      ours: 17,
      oursError: 0.5,
      difference: -3,
      // 1.96 times the root of 2 squared and 0.5 squared, 2.0616, is 4.0407.
      low: expect.closeTo(-7.0407, 3) as number,
      high: expect.closeTo(1.0407, 3) as number,
      evidence: 'simulated',
    });
  });

  it('known: the caption names the models of real answers, where no label does', () => {
    const whose = (model: string, evidence: 'recorded' | 'live' | 'simulated') =>
      comparisonTable(
        compare(
          published,
          ours.map((row) => ({ ...row, model: model, evidence: evidence })),
          { by: 'rule' },
        ),
      );
    expect(whose('claude', 'recorded').text).toContain('Ours is recorded: claude.');
    expect(whose('claude', 'live').html).toContain('Ours is live: claude.');
    expect(whose('an agent', 'simulated').text).not.toContain('Ours is');
    expect(whose('Majority', 'recorded').text).toContain('Ours is recorded: Majority'); // not in the other labels
    const one = ours.filter(({ rule }) => rule === 'Majority').map((row) => ({ ...row, model: 'Majority' }));
    expect(compare(published, one, { by: 'rule' }).whose).toBeUndefined();
  });

  it('known: a standard error of 0 gives no interval, whatever the paper prints', () => {
    const equal = ours.map((row) => ({ ...row, standardError: 0 }));
    const cells = compare(published, equal, { by: 'rule' }).rows.flatMap((row) => row.cells);
    const compared = cells.filter(({ difference }) => difference !== null);
    expect(compared.some(({ publishedError }) => publishedError !== null)).toBe(true);
    expect(compared.map(({ low, high }) => [low, high])).toEqual(compared.map(() => [null, null]));
  });

  it('known: the foot says of how many cases our measured numbers are', () => {
    const [first] = ours as [TableRow];
    const other = { ...first, rule: 'Ranked', column: '@10', round: undefined as never };
    const told = (...rows: TableRow[]) => summaryText(compare(published, rows, { by: 'rule' }));
    expect(told({ ...first, n: 30 })).toContain(' of ours (n = 30; in brackets: standard errors), ');
    expect(told({ ...first, n: 4 }, { ...other, n: 1200 })).toContain(
      ' of ours (n = 4 to 1,200; in brackets: standard errors), ',
    );
    expect(told({ ...first, n: 30, evidence: 'recomputed' })).not.toContain('n =');
    expect(told(first)).not.toContain('n =');
  });

  it('known: a single measured number gives no interval, whatever the paper prints; a derived one is exact', () => {
    const cell = { value: 1, standardError: 0.5 };
    const one = { ...table, columns: ['x'], rows: [{ label: 'a', cells: { x: cell } }] };
    const intervalOf = (evidence: 'live' | 'recomputed') => {
      const row = { label: 'a', column: 'x', value: 3, standardError: null, evidence } as const;
      return compare(one, [row]).rows.flatMap(({ cells }) => cells.flatMap(({ low, high }) => [low, high]));
    };
    expect(intervalOf('live')).toEqual([null, null]);
    expect(intervalOf('recomputed')).toEqual([expect.closeTo(1.02, 9), expect.closeTo(2.98, 9)]);
  });

  it('known: the interval of a share, longer on one side, is so in the difference, too', () => {
    const share = ours.map((row) => ({
      ...row,
      value: 85,
      standardError: 8.2,
      low: 64,
      high: 94.8,
      n: 20,
    }));
    const cells = compare(published, share, { by: 'rule' }).rows.flatMap((row) => row.cells);
    const [one] = cells.filter(({ difference }) => difference !== null);
    const theirs = 1.96 * (one?.publishedError ?? 0);
    const difference = one?.difference ?? NaN;
    expect(one?.low).toBeCloseTo(difference - Math.hypot(theirs, 21), 9);
    expect(one?.high).toBeCloseTo(difference + Math.hypot(theirs, 9.8), 9);
  });

  it('known: intervals are shown where they are asked for, in the text and in HTML', () => {
    const { rows } = compare(published, ours, { by: 'rule' });
    expect(rows.flatMap(({ cells }) => cells).some(({ low }) => low !== null)).toBe(true);
    const shown = compare(published, ours, { by: 'rule', intervals: true });
    expect(comparisonTable(shown).text).toContain('-7.04 to +1.04');
    expect(comparisonTable(shown).html).toContain('−7.04 to +1.04');
    expect(comparisonTable(comparison).text).not.toContain(' to +');
  });

  it('known: our columns that match none are listed, and named in the table where they are nearly one of its own', () => {
    const row = { ...cell, rule: 'Majority', value: 1 };
    const named = { ...published, columns: ['utility@3', 'tokens'] };
    const columns = ['utilty', 'utility', 'withoutAgreement'];
    const own = columns.map((column, place) => ({ ...row, column: column, round: 3 + place }));
    const shown = compare(named, own, { by: 'rule' });
    // A number of another round is another column, and of the paper's length nothing is close to the third.
    expect(shown.unmatched).toEqual(['utilty@3', 'utility@4', 'withoutAgreement@5']);
    const told = 'Left out, since the paper has no such column: "utilty@3" (did you mean "utility@3"?).';
    expect(comparisonTable(shown).text.replaceAll('\n', ' ')).toContain(told);
    expect(comparisonTable(shown).html).toContain('did you mean');
    expect(compare(named, [{ ...row, column: 'tokens' }], { by: 'rule' }).unmatched).toBeUndefined();
  });

  it('known: of ours alone, rows and columns of the paper without ours go, and further columns of ours come', () => {
    const [first] = ours;
    if (first === undefined) throw new Error('there is a row');
    const own = [first, { ...first, column: 'our own' }];
    const shown = compare(published, own, { by: 'rule', show: 'ours' });
    expect(shown.columns.at(-1)).toBe('our own@3');
    expect(shown.rows).toHaveLength(1);
    expect(shown.counts).toMatchObject({ ours: 2, missingOurs: 0, missingPublished: 1 });
    // What is left out is told.
    const cells = comparison.counts.published - shown.counts.published;
    expect(shown.notShown).toEqual({ cells: cells, columns: ['@10'] });
    expect(summaryText(shown)).toContain(
      ` Not shown: ${cells} more published cells in rows and columns without ours, among them all of @10.`,
    );
    expect(summaryText(comparison)).not.toContain('Not shown');
  });

  it('known: several fields name a row together', () => {
    const rows = ours.map((row) => ({ ...row, rule: 'Majority', place: row['rule'] ?? null }));
    const labels = compare(published, rows, { by: ['place', 'rule'] }).rows.map(({ label }) => label);
    expect(labels).toEqual(['Unanimous', 'Majority', 'Majority, Majority', 'Ranked, Majority']);
  });

  it('contract: rows of either side stay, the paper first, and what is missing is counted', () => {
    expect(comparison.columns).toEqual(['@3', '@10']);
    expect(comparison.rows.map(({ label, use }) => [label, use])).toEqual([
      ['Unanimous', 'held out'],
      ['Majority', 'fitted'],
      ['Ranked', 'held out'],
    ]);
    // Published: 4 cells. Ours: 2, one of them for no row of the paper's. Both: Majority @3.
    expect(comparison.counts).toEqual({
      published: 4,
      ours: 2,
      compared: 1,
      missingOurs: 3,
      missingPublished: 1,
    });
  });

  it('known: over three clusters the interval is by Student, 4.303 errors to either side, and 1.96 without one', () => {
    // Three clusters at 1, 2 and 3: mean 2, error 1 / sqrt(3); t(0.975, 2) = 4.3027 (any table).
    const [row] = averageOver(
      [1, 2, 3].map((value, place) => ({
        ...cell,
        label: 'Majority',
        column: '@3',
        game: place,
        value: value,
        low: null,
        high: null,
        n: 1,
      })),
      'game',
    ) as unknown as [TableRow];
    const exact: PublishedTableLike = {
      ...published,
      rows: [{ label: 'Majority', cells: { '@3': { value: 2, standardError: null } } }],
    };
    const highOf = (ours: TableRow, of = exact): number | null | undefined =>
      compare(of, [ours])
        .rows.find(({ label }) => label === 'Majority')
        ?.cells.find(({ column }) => column === '@3')?.high;
    expect(highOf(row)).toBeCloseTo(4.3027 / Math.sqrt(3), 3);
    expect(highOf({ ...row, low: null, high: null })).toBeCloseTo(1.96 / Math.sqrt(3), 6);
    // Limits of a share are further away on one side: the interval is ours minus the printed number.
    expect(highOf({ ...row, low: -9, high: 2.1 })).toBeCloseTo(0.1, 6);
    expect(highOf({ ...row, standardError: 0, low: 1, high: 2 })).toBe(0);
    // An interval elsewhere is none of this number.
    expect(highOf({ ...row, low: 2.1, high: 9 })).toBeCloseTo(1.96 / Math.sqrt(3), 6);
    // Beside a printed error of 1 both reaches count: the root of 1.96^2 + (4.3027 / sqrt 3)^2.
    const spread: typeof published = {
      ...exact,
      rows: [{ label: 'Majority', cells: { '@3': { value: 2, standardError: 1 } } }],
    };
    expect(highOf(row, spread)).toBeCloseTo(Math.hypot(1.96, 4.3027 / Math.sqrt(3)), 3);
  });

  it('contract: a published number never becomes ours', () => {
    const cells = comparison.rows.flatMap((row) => row.cells);
    const unmeasured = cells.filter(({ row }) => row === 'Unanimous');
    expect(unmeasured.map((one) => [one.ours, one.evidence])).toEqual([
      [null, null],
      [null, null],
    ]);
    const copied = [{ ...cell, label: 'Majority', column: '@3', value: 20, evidence: 'published' as const }];
    expect(() => compare(published, copied)).toThrow(
      /"recomputed" or "simulated" or "recorded" or "live" as rows.0.evidence, got "published"/,
    );
  });

  it('contract: bad rows are refused with what is wrong', () => {
    const [row] = ours as [TableRow];
    expect(() => compare(published, [{ ...row, value: Number.NaN }])).toThrow('as rows.0.value, got NaN');
    expect(() => compare(published, [row, { ...row, value: 18 }], { by: 'rule' })).toThrow(
      'one number of ours in row "Majority", column "@3", got another',
    );
    expect(() => compare(published, [row], { by: 'rul' })).toThrow(
      'compare needs the field "rul" in each row',
    );
    expect(() => compare(published, [{ ...row, rule: 'Borda' }])).toThrow(
      'no field in our rows whose values are rows of ',
    );
    expect(() => compare({ ...published, columns: ['@3', '@3'] }, [])).toThrow('each column once, got "@3"');
    expect(() => compare({ ...published, rows: [...published.rows, ...published.rows] }, ours)).toThrow(
      'each row once, got "Unanimous"',
    );
  });
});

describe('summarize', () => {
  const between = (differences: number[]): ReturnType<typeof summarize> => {
    const columns = differences.map((_, place) => `c${place}`);
    const cells = columns.map((column) => [column, { value: 5, standardError: null }] as const);
    const theirs = { ...published, columns, rows: [{ label: 'r', cells: Object.fromEntries(cells) }] };
    const our = differences.map((by, place) => ({
      ...cell,
      label: 'r',
      column: `c${place}`,
      value: 5 + by,
    }));
    return summarize(compare(theirs, our));
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
    const none = compare(published, []);
    expect(summarize(none)).toEqual({
      medianDifference: null,
      largestDifference: null,
      largestCell: null,
      evidence: '',
    });
    expect(summaryText(none)).toContain('4 published cells, 0 of ours, 0 compared; 4 published without ours');
  });

  it('contract: several kinds of evidence are named in one order', () => {
    expect(summarize(compare(published, ours, { by: 'rule' })).evidence).toBe('recomputed and simulated');
  });
});

const table = {
  paper: 'P',
  item: 'Table 8',
  caption: 'words and grades',
  unit: 'words; years',
  columns: ['length@1', 'grade@1'],
  rows: [
    {
      label: 'A',
      cells: {
        'length@1': { value: 46, standardError: null },
        'grade@1': { value: 7.1, standardError: null },
      },
    },
    { label: 'B', cells: { 'length@1': { value: 43, standardError: null } } },
  ],
};

describe('tablePart', () => {
  it('known: keeps what is asked for, under a name and a unit of its own', () => {
    const part = tablePart(table, {
      name: 'message length',
      unit: 'words',
      columns: (column) => column.startsWith('length'),
      rows: (label) => label === 'A',
    });
    expect(part).toEqual({
      paper: 'P',
      item: 'Table 8, message length',
      caption: 'words and grades',
      unit: 'words',
      columns: ['length@1'],
      rows: [{ label: 'A', cells: { 'length@1': { value: 46, standardError: null } } }],
    });
  });

  it('law: without conditions, every row and column stays', () => {
    const { columns, rows, unit } = tablePart(table, { name: 'all' });
    expect({ columns, rows, unit }).toEqual({ columns: table.columns, rows: table.rows, unit: table.unit });
  });

  it('contract: a part of nothing is refused', () => {
    expect(() => tablePart(table, { name: 'x', rows: () => false })).toThrow(
      expect.objectContaining({ code: 'comparison' }),
    );
    expect(() => tablePart(table, { name: 'x', columns: () => false })).toThrow('leaves nothing of Table 8');
  });
});
