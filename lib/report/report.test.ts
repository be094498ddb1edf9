import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../experiment/data-folder';
import type { Row } from '../measure/measure';
import type { PublishedTable } from '../papers/published';
import { made } from '../measure/testing/made';
import { compare } from './compare';
import { jupyterDisplay } from './display';
import { findings } from './findings';
import { barFigure, heatMapFigure, lineFigure, scatterFigure } from './figures';
import { kaleidoFolder, render } from './render';
import { frame, save } from './save';
import { table } from './table';
import { transcript } from './transcript';

const home = mkdtempSync(join(tmpdir(), 'agora-report-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const summary = (
  rule: string,
  column: string,
  value: number | null,
  half: number | null,
  more: object = {},
) => ({
  rule,
  column,
  value,
  low: value === null || half === null ? null : value - half,
  high: value === null || half === null ? null : value + half,
  n: 100,
  clusters: 100,
  missing: 0,
  model: 'gpt-x',
  evidence: 'live',
  ...more,
});

describe('findings', () => {
  it('known: a percent sign after an interval moves to the number', () => {
    expect(findings('It saves 19 [-12, 25]%, or 3.1 [2, 4] points.').text).toBe(
      '- It saves 19% [-12, 25], or 3.1 [2, 4] points.',
    );
  });
});

describe('table', () => {
  it('known: measured columns appear side by side, with intervals and the digits that the intervals support', () => {
    const rows = [
      summary('Borda', 'fairness', 45.3217, 1.24),
      summary('Borda', 'rigidity', 12.3, 11),
      summary('Majority', 'fairness', 9.87654, 2.5),
      summary('Majority', 'rigidity', null, null),
    ];
    expect(table(rows, ['rule', 'n', 'fairness', 'rigidity'], 'Six rules').text.split('\n')).toEqual([
      'Six rules',
      'rule        n    fairness  rigidity',
      'Borda     100  45.3 ± 1.2   12 ± 11',
      'Majority  100   9.9 ± 2.5         –',
      'Evidence: live. Model: gpt-x.',
    ]);
  });

  it('known: an asymmetric interval is written out; a single number has no interval', () => {
    const rows = [
      summary('Borda', 'fairness', 98, 2, { low: 91, high: 100 }),
      summary('One', 'fairness', 50, null),
    ];
    expect(table(rows, ['rule', 'fairness']).text).toMatch(/98\.0 \[91\.0, 100\.0\]\n.*50\.0\n/);
  });

  it("known: an interval narrower than its column's digits is not shown as zero", () => {
    const rows = [
      summary('A', 'fairness', 81, 0.3),
      summary('B', 'fairness', 24, 28),
      summary('C', 'fairness', 5, 0),
    ];
    expect(table(rows, ['rule', 'fairness']).text).toMatch(/81 ± <1\n.*24 ± 28\n.*5 ± 0\n/);
  });

  it('known: rounds become columns as in the papers, and plain records stay unchanged', () => {
    const rows = [1, 2].map((round) => summary('Borda', 'utility', 40 * round, 5, { round }));
    expect(table(rows, ['rule', 'utility@1', 'utility@2']).text).toContain('80.0 ± 5.0');
    expect(table([{ rule: 'Borda', votes: 3, said: { a: [1, 2] } }]).text).toBe(
      'rule   votes  said\nBorda      3  a: (1, 2)',
    );
    expect(table([{ effect: -0.0001, low: -1, high: 1, n: 3 }]).text).toContain('0.0 ± 1.0');
  });

  it('behaviour: HTML output is escaped, and control characters become codes', () => {
    const { html, text } = table(
      [{ '<b>': '<script>alert("1")</script>' }],
      undefined,
      '<i>\u001b[31m\u202e',
    );
    expect(html).not.toMatch(/<script|<b>|<i>|\p{Cc}(?<!\n)|\u202e/u);
    expect(text).toContain('\\u001b');
  });

  it('behaviour: several numbers for one cell and unknown columns are errors', () => {
    const rows = [summary('Borda', 'fairness', 1, null), summary('Borda', 'fairness', 2, null)];
    expect(() => table(rows, ['rule', 'fairness'])).toThrow(/Borda/);
    expect(() => table(rows, ['rule', 'fairnes'])).toThrow(/fairnes/);
  });

  it('behaviour: the note names no model if a row averages over several models', () => {
    const people = { set: 'people', evidence: 'recorded', model: 'people', value: 1 };
    const several = { set: 'models', evidence: 'recorded', value: 2 };
    expect(table([people], ['set', 'value']).text).toContain('Model: people.');
    expect(table([people, several], ['set', 'value']).text).not.toContain('Model:');
    expect(table([people, several], ['set', 'value']).text).toContain('Evidence: recorded.');
  });

  it('behaviour: a table displays itself in a notebook and when printed', () => {
    const shown = table([{ a: 1 }]) as never as Record<symbol, () => unknown>;
    expect(shown[jupyterDisplay]?.()).toEqual({
      'text/html': expect.stringContaining('<table') as string,
      'text/plain': 'a\n1',
    });
    expect(inspect(shown)).toBe('a\n1');
  });
});

const printed: PublishedTable = {
  paper: 'Paper',
  item: 'Table 9',
  caption: 'Rules.',
  unit: 'percent',
  columns: ['fairness', 'utility@3'],
  rows: [
    {
      label: 'Ranked',
      setting: { model: 'gpt-4o-mini', rule: 'ranked', collaborations: 100 },
      cells: { fairness: { value: 80, standardError: 2 }, 'utility@3': { value: 70, standardError: null } },
    },
    {
      label: 'Majority',
      setting: { model: 'gpt-4o-mini', rule: 'majority' },
      cells: { fairness: { value: 60, standardError: 1 } },
    },
  ],
};

describe('compare', () => {
  it('known: our rows follow the published rows with the same name, and keep their own model, n and evidence', () => {
    const rows = [
      summary('dowdall', 'fairness', 75, 4),
      summary('dowdall', 'utility', 66, 3, { round: 3 }),
      summary('borda', 'fairness', 71, 4),
    ];
    const { text } = compare(rows, printed, { row: 'rule', names: { dowdall: 'Ranked' } });
    const lines = text.split('\n').map((line) => line.split(/ {2,}/)[0]);
    expect(lines.slice(1, 6)).toEqual(['rule', 'Ranked', 'dowdall', 'Majority', 'borda']);
    expect(text).toMatch(/Ranked +printed +gpt-4o-mini +100 +80\.0 \(SE 2\.0\)/);
    expect(text).toMatch(/dowdall +ours, live +gpt-x +100 +75\.0 ± 4\.0/);
    expect(text).toMatch(/dowdall .+66\.0 ± 3\.0/);
    expect(text).toMatch(/borda +ours, live +gpt-x +100 +71\.0 ± 4\.0/);
  });

  it('known: rules can be columns, compared with one published model; rows for single cases are averaged', () => {
    const table2 = {
      ...printed,
      columns: ['Borda', 'range'],
      rows: [
        {
          label: 'MMLU, llama',
          setting: { model: 'llama', benchmark: 'MMLU' },
          cells: { Borda: { value: 66, standardError: null } },
        },
        {
          label: 'MMLU, gpt',
          setting: { model: 'gpt', benchmark: 'MMLU' },
          cells: { Borda: { value: 77, standardError: null } },
        },
      ],
    };
    const row = (collaboration: number, value: number): Row => ({
      rule: 'borda',
      column: 'accuracy',
      value,
      collaboration,
      case: String(collaboration),
      model: 'old-llama',
      evidence: 'recorded',
    });
    const { text } = compare([row(0, 0), row(1, 100)], table2, { column: 'rule', model: 'llama' });
    const lines = text.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(lines.slice(1, 4)).toEqual([
      ['row', 'source', 'model', 'n', 'Borda'],
      ['MMLU, llama', 'printed', 'llama', '–', '66'],
      ['old-llama', 'ours, recorded', 'old-llama', '2', '50 ± 635'],
    ]);
  });

  it.each([
    ['simulated rows', [summary('Ranked', 'fairness', 1, 1, { evidence: 'simulated' })], {}, /[Ss]imulated/],
    [
      'rows without evidence',
      [{ ...summary('Ranked', 'fairness', 1, 1), evidence: null as never }],
      {},
      /evidence/,
    ],
    ['no rows', [], {}, /no rows/],
    ['a column that is not printed', [summary('Ranked', 'speed', 1, 1)], {}, /speed/],
    [
      'two numbers for one cell',
      [summary('Ranked', 'fairness', 1, 1), summary('Ranked', 'fairness', 2, 1)],
      { row: 'rule' },
      /Duplicate/,
    ],
    ['an unknown model', [summary('Ranked', 'fairness', 1, 1)], { model: 'gpt-9' }, /no row/],
    ['an unknown option', [summary('Ranked', 'fairness', 1, 1)], { by: 'rule' }, /by/],
  ])('behaviour: %s are rejected', (_, rows, options, message) =>
    expect(() => compare(rows, printed, options as never)).toThrow(message),
  );
});

describe('save and frame', () => {
  it('known: CSV quotes cells where necessary, and JSON reads back', () => {
    const rows = [
      { rule: 'a, "b"', value: 1 },
      { rule: 'c\nd', value: null, more: true },
    ];
    expect(readFileSync(save(rows, join(home, 'deep', 'rows.csv')), 'utf8')).toBe(
      'rule,value,more\r\n"a, ""b""",1,\r\n"c\nd",,true\r\n',
    );
    expect(JSON.parse(readFileSync(save(rows, join(home, 'rows.json')), 'utf8'))).toEqual(rows);
    expect(() => save(rows, join(home, 'rows.xls'))).toThrow(/csv/);
  });

  it('known: a data frame keeps its methods, no matter how its columns are named', () => {
    const rows = [1, 2, 3].map((round) => ({
      column: 'utility',
      round,
      value: round === 3 ? null : 10 * round,
    }));
    const found = frame(rows);
    expect(found.shape).toEqual([3, 3]);
    expect(found.column('round').values).toEqual([1, 2, 3]);
    expect(found.column('value').values[2]).toBeNaN();
    const bundle = (found as never as Record<symbol, () => Record<string, string>>)[jupyterDisplay]?.();
    expect(bundle?.['text/plain']).toContain('utility');
  });
});

describe('figures', () => {
  const rows = [2, 1].flatMap((round) =>
    ['Borda', 'IRV'].map((rule) => summary(rule, 'utility', 10 * round, 1, { round })),
  );

  it('known: each series is a line in the order of x, with error bars', () => {
    const { data, layout } = lineFigure(rows, { x: 'round', by: 'rule', title: 'Utility <1>' });
    expect(data[0]).toMatchObject({
      name: 'Borda',
      x: [1, 2],
      y: [10, 20],
      error_y: { array: [1, 1], arrayminus: [1, 1] },
    });
    expect(layout).toMatchObject({
      title: {
        text: '<b>Utility &lt;1></b>',
        subtitle: { text: 'Evidence: live. Model: gpt-x. Error bars: 95% intervals.' },
      },
      xaxis: { dtick: 1, range: [0.8, 2.2] },
      yaxis: { range: [expect.closeTo(8.28), expect.closeTo(21.72)] },
      scattermode: 'group',
    });
  });

  it('known: a number without an interval has no error bar, and without any interval no subtitle names one', () => {
    const one = summary('One', 'fairness', 50, null);
    const { data } = barFigure([summary('Borda', 'fairness', 45, 1), one], { x: 'rule' });
    expect(data[0]).toMatchObject({ y: [45, 50], error_y: { array: [1, 'none'], arrayminus: [1, 'none'] } });
    const { data: plain, layout } = lineFigure([one, { ...one, rule: 'Two' }], { x: 'n', by: 'rule' });
    expect(plain[0]).not.toHaveProperty('error_y');
    expect(layout).not.toHaveProperty('scattermode');
    expect(layout['title']).toMatchObject({ subtitle: { text: 'Evidence: live. Model: gpt-x.' } });
  });

  it('known: a label is above its point unless the row names another side', () => {
    const points = [
      { tokens: 0, value: 0, name: 'first' },
      { tokens: 10, value: 10, name: 'last', side: 'bottom right' },
    ];
    const { data } = scatterFigure(points, { x: 'tokens', label: 'name' });
    expect(data[0]).toMatchObject({ text: ['first', 'last'], textposition: ['top center', 'bottom right'] });
  });

  it('known: figures draw bars, points and matrices', () => {
    expect(barFigure(rows, { x: 'rule', by: 'round' }).data).toHaveLength(2);
    expect(scatterFigure(rows, { x: 'round', y: 'n', by: 'rule' }).data[0]).toMatchObject({ y: [100, 100] });
    const matrix = {
      rows: ['A', 'B'],
      columns: ['A', 'B'],
      values: [
        [null, 2],
        [1, null],
      ],
    };
    expect(heatMapFigure({ ...matrix, decimals: 0, middle: 1.5 }).data[0]).toMatchObject({
      text: [
        ['', '2'],
        ['1', ''],
      ],
    });
  });

  it('behaviour: mixing simulated with other numbers, missing fields and several values at one x are errors', () => {
    const mixed = [...rows, summary('Borda', 'utility', 1, 1, { round: 3, evidence: 'simulated' })];
    expect(() => lineFigure(mixed, { x: 'round', by: 'rule' })).toThrow(/simulated/);
    expect(() => lineFigure(rows, { x: 'rounds' })).toThrow(/rounds/);
    expect(() => lineFigure(rows, { x: 'round' })).toThrow(/several values/);
    expect(() => heatMapFigure({ rows: ['A'], columns: ['B'], values: [] })).toThrow(/values/);
  });
});

const hasKaleido = kaleidoFolder() !== null;
if (!hasKaleido) console.warn('Skipped the picture tests. Install kaleido with npm run setup.');

describe('render', () => {
  const figure = barFigure([summary('Borda', 'fairness', 45, 1)], { x: 'rule', title: 'Fairness' });

  it.skipIf(!hasKaleido)('behaviour: a picture is redrawn only if its data changed', async () => {
    const first = await render(figure, 'fairness-1', { folder: home });
    expect(first.isNew).toBe(true);
    expect(first.svg).toContain('Fairness');
    expect(readFileSync(first.pngFile).subarray(1, 4).toString()).toBe('PNG');
    const { ino } = statSync(first.svgFile);
    expect((await render(figure, 'fairness-1', { folder: home })).isNew).toBe(false);
    expect(statSync(first.svgFile).ino).toBe(ino);
    const other = barFigure([summary('Borda', 'fairness', 46, 1)], { x: 'rule', title: 'Fairness' });
    expect((await render(other, 'fairness-1', { folder: home })).isNew).toBe(true);
  });

  it('behaviour: a name that is not a plain file name is rejected', async () => {
    await expect(render(figure, '../fairness', { folder: home })).rejects.toThrow(/name/);
    expect(existsSync(join(projectFolder(), 'fairness.svg'))).toBe(false);
  });
});

describe('transcript', () => {
  const one = made({
    rounds: 2,
    outcome: { apples: 3 },
    events: [
      {
        type: 'message',
        round: 1,
        agent: 'Ann',
        to: ['Bob'],
        text: 'Hi <b>Bob</b>\u001b[2J',
        reason: 'a secret',
      },
      { type: 'message', round: 1, agent: 'Bob', to: ['Ann'], readers: ['Ann'], text: 'psst' },
      { type: 'vote', round: 2, agent: 'Bob', ballot: null },
      {
        type: 'unusable',
        round: 2,
        phase: 'vote',
        agent: 'Ann',
        kind: 'not JSON',
        reason: 'no braces',
        text: 'hm',
      },
      { type: 'mystery', round: 2, phase: 'clue', what: 5 } as never,
      { type: 'vote', round: 2, agent: 'Ann', ballot: 'A', readers: [] } as never,
      { type: 'label', round: 2, agent: 'Ann', name: 'mood', value: 'calm' },
    ],
  });

  it('known: the transcript has all events, round by round', () => {
    const { text } = transcript(one);
    expect(text).toContain('Round 1\n  Ann to Bob: Hi <b>Bob</b>\\u001b[2J\n    (a secret)');
    expect(text).toContain('Bob abstains');
    expect(text).toContain('[vote] Ann: no usable answer (not JSON): no braces');
    expect(text).toContain('[clue] mystery: what: 5');
    expect(text).toContain('Ann votes: A');
    expect(text).toContain('mood (Ann): calm');
    expect(text).toContain('Decision: apples: 3');
  });

  it("known: options filter by round, by agent, and by one agent's view", () => {
    expect(transcript(one, { rounds: [2] }).text).not.toContain('psst');
    expect(transcript(one, { agents: ['Bob'] }).text).not.toContain('secret');
    const seen = transcript(one, { seenBy: 'Bob' }).text;
    expect(seen).toContain('Hi <b>');
    expect(seen).not.toContain('secret');
    expect(seen).not.toContain('no braces');
    expect(seen).toContain('Bob abstains');
    expect(seen).not.toContain('Ann votes');
  });

  it('behaviour: model texts are escaped in HTML; unknown agents and options are errors', () => {
    expect(transcript(one).html).not.toMatch(/<b>Bob|\p{Cc}(?<!\n)/u);
    expect(() => transcript(one, { seenBy: 'Cy' })).toThrow(/Cy/);
    expect(() => transcript(one, { round: [1] } as never)).toThrow(/round/);
  });
});
