import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../voting/src/json';
import { barFigure } from './bar-figure';
import { boxFigure } from './box-figure';
import { broken, seriesLook, slot } from './figure-style';
import { lineFigure } from './line-figure';
import { type PlotlyFigure } from './plotly-figure';
import { trajectoryFigure } from './trajectory-figure';

const trace = (figure: PlotlyFigure, name: string): JsonObject => {
  const found = figure.data.find((one) => one['name'] === name);
  if (!found) throw new Error(`no trace ${name}`);
  return found;
};
const titles = { title: 't', valueTitle: 'v' };

describe('seriesLook', () => {
  it('law: sixteen series look different, and the first eight differ in colour and in shape', () => {
    const looks = Array.from({ length: 16 }, (_, place) => seriesLook(place));
    expect(new Set(looks.map(({ colour, dash }) => `${colour} ${dash}`)).size).toBe(16);
    expect(new Set(looks.map(({ symbol }) => symbol)).size).toBe(16);
    expect(new Set(looks.slice(0, 8).map(({ colour }) => colour)).size).toBe(8);
  });
});

describe('categories', () => {
  it('law: bars of a category do not meet, nor those of its neighbour', () => {
    for (const series of [1, 2, 3, 11]) {
      const slots = Array.from({ length: series }, (_, place) => slot(place, series));
      for (const [place, { shift, width }] of slots.entries()) {
        expect(shift - width / 2).toBeGreaterThan(-0.5);
        expect(shift + width / 2).toBeLessThan(0.5);
        const next = slots[place + 1];
        if (next) expect(next.shift - next.width / 2).toBeGreaterThan(shift + width / 2);
      }
    }
  });

  it('known: names break at spaces and after hyphens, and words stay whole', () => {
    expect(broken('mis-informed dictatorial', 70, 13)).toEqual(['mis-', 'informed', 'dictatorial']);
    expect(broken('ranked pairs', 200, 13)).toEqual(['ranked pairs']);
    expect(broken('plurality', 10, 13)).toEqual(['plurality']);
  });
});

describe('lineFigure', () => {
  it('known: points come in the order of x, errors with them; a tick at each x', () => {
    const points = [
      { x: 10, value: 3, standardError: 0.3 },
      { x: 1, value: 1, standardError: null },
      { x: 3, value: null },
    ];
    const figure = lineFigure([{ name: 'a', points }], { ...titles, xTitle: 'Raters', spread: 'bars' });
    expect(trace(figure, 'a')).toMatchObject({
      x: [1, 3, 10],
      y: [1, null, 3],
      error_y: { array: [null, null, 0.3] },
    });
    expect(figure.layout['xaxis']).toMatchObject({ tickvals: [1, 3, 10] });
  });

  it('known: a band of one standard error, there and back', () => {
    const points = [1, 2].map((x) => ({ x, value: 10 * x, standardError: x }));
    const [band] = lineFigure([{ name: 'a', points }], { ...titles, xTitle: 'Raters' }).data;
    expect(band).toMatchObject({ fill: 'toself', x: [1, 2, 2, 1], y: [11, 22, 18, 9] });
  });

  it('contract: bad series are refused by name', () => {
    const draw =
      (...series: Parameters<typeof lineFigure>[0]) =>
      () =>
        lineFigure(series, { ...titles, xTitle: 'x' });
    const points = [{ x: 1, value: 1 }];
    expect(draw()).toThrow('lineFigure needs a list of at least 1 series as series, got an empty list');
    expect(draw({ name: 'a', points: [] })).toThrow('a list of at least 1 points as series.0.points');
    expect(draw({ name: 'a', points }, { name: 'a', points })).toThrow('"a" twice');
    expect(draw({ name: 'a', points: [{ x: Number.NaN, value: 1 }] })).toThrow(
      'a number as series.0.points.0.x, got NaN',
    );
    expect(draw()).toThrow(expect.objectContaining({ code: 'setting' }));
  });
});

describe('barFigure', () => {
  it('known: two series stand to either side of their category', () => {
    const figure = barFigure(
      [
        { name: 'a', values: [1, null], standardErrors: [0.1, null], published: [2, null] },
        { name: 'b', values: [3, 4] },
      ],
      { ...titles, categories: ['p', 'q'] },
    );
    expect(trace(figure, 'a')).toMatchObject({ y: [1, null], error_y: { array: [0.1, null] } });
    expect(trace(figure, 'b')['x']).toEqual([0.205, 1.205]); // 0.82 / 4 from the middle
    expect(trace(figure, 'a')['x']).toEqual([-0.205, 0.795]);
    expect(trace(figure, 'a, published')['y']).toEqual([2]);
  });

  it('contract: a list of another length than the categories, and infinity, are refused', () => {
    const draw = (values: number[]) => () =>
      barFigure([{ name: 'a', values }], { ...titles, categories: ['p', 'q'] });
    expect(draw([1])).toThrow('2 values for "a", one for each category, got 1');
    expect(draw([1, Infinity])).toThrow('a number as series.0.values.1, got Infinity');
    expect(() => barFigure([], { ...titles, categories: ['p'] })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
  });
});

describe('boxFigure', () => {
  it('known: every value at its box', () => {
    const figure = boxFigure([{ name: 'a', values: [[1, 2, 3], []] }], { ...titles, categories: ['p', 'q'] });
    expect(trace(figure, 'a')).toMatchObject({ x: [0, 0, 0], y: [1, 2, 3], text: ['p', 'p', 'p'] });
  });

  it('contract: lists that do not match the categories are refused', () => {
    const draw = (values: number[][]) => () =>
      boxFigure([{ name: 'a', values }], { ...titles, categories: ['p'] });
    expect(draw([[1], [2]])).toThrow('1 values for "a", one for each category, got 2');
    expect(draw([[Number.NaN]])).toThrow('got NaN');
  });
});

describe('trajectoryFigure', () => {
  it('known: a line that another would cover is dotted above it, and named so', () => {
    const rows = ['Majority', 'Plurality', 'Ranked'].flatMap((rule) =>
      [1, 2].map((round) => ({
        rule,
        round,
        column: 'utility',
        value: rule === 'Ranked' ? 9 : round,
        standardError: 1,
        low: null,
        high: null,
        n: 3,
        evidence: 'simulated' as const,
      })),
    );
    const figure = trajectoryFigure(rows, { by: 'rule', value: 'utility', ...titles, spread: 'bars' });
    expect(figure.data.map(({ name }) => name)).toEqual([
      'Majority',
      'Plurality (same as Majority)',
      'Ranked',
    ]);
    expect(trace(figure, 'Plurality (same as Majority)')['line']).toMatchObject({ dash: 'dot' });
  });

  it('known: a line chart, too, dots a line that another would cover; dodged lines stand beside each other', () => {
    const points = [1, 2].map((x) => ({ x: x, value: 10 * x, standardError: 1 }));
    const series = ['borda', 'minimax'].map((name) => ({ name: name, points: points }));
    const figure = lineFigure(series, { ...titles, spread: 'bars' });
    expect(figure.data.map(({ name }) => name)).toEqual(['borda', 'minimax (same as borda)']);
    expect(trace(figure, 'minimax (same as borda)')['line']).toMatchObject({ dash: 'dot' });
    const dodged = lineFigure(series, { ...titles, spread: 'bars', dodge: true });
    // 0.012 of an axis of length 1, half of it to either side; the hover tells the number itself.
    expect(dodged.data.map(({ x }) => x)).toEqual([
      [0.994, 1.994],
      [1.006, 2.006],
    ]);
    expect(dodged.data[0]).toMatchObject({ name: 'borda', customdata: [1, 2] });
    expect(JSON.stringify(dodged.data[0])).toContain('%{customdata}');
  });

  it('known: a long subtitle is broken into lines, for which there is room above the plot', () => {
    const short = lineFigure([{ name: 'one', points: [{ x: 1, value: 2 }] }], {
      ...titles,
      subtitle: 'recorded',
    });
    const words = Array.from({ length: 40 }, () => 'negotiations').join(' ');
    const long = lineFigure([{ name: 'one', points: [{ x: 1, value: 2 }] }], { ...titles, subtitle: words });
    const headOf = ({ layout }: typeof long) =>
      layout as unknown as {
        title: { subtitle: { text: string }; pad: { b: number } };
        margin: { t: number };
      };
    const lines = headOf(long).title.subtitle.text.split('<br>');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(' ')).toBe(words);
    const more = 16 * (lines.length - 1);
    expect(headOf(long).margin.t).toBe(headOf(short).margin.t + more);
    expect(headOf(long).title.pad.b).toBe(headOf(short).title.pad.b + more);
  });

  it('known: percent beside percent are drawn to one scale, other units and given ranges to their own', () => {
    const row = (column: string, value: number) => ({
      rule: 'Majority',
      round: 1,
      column,
      value,
      standardError: 1,
      low: null,
      high: null,
      n: 3,
      evidence: 'simulated' as const,
    });
    const rangesOf = (value: number, valueTitle: string, more: object = {}, column = 'withoutAgreement') => {
      const rows = [row('utility', value), row(column, 0.5)];
      const options = { title: 'Utility', by: 'rule', value: 'utility', valueTitle, ...more };
      const { yaxis, yaxis2 } = trajectoryFigure(rows, options).layout as Record<
        string,
        { range?: number[] }
      >;
      return [yaxis?.range, yaxis2?.range];
    };
    const both = [0, 108];
    expect(rangesOf(40, 'percent of the best')).toEqual([both, both]);
    expect(rangesOf(40, 'Utility (%)', { maximum: { value: 90, label: 'best' } })).toEqual([both, both]);
    expect(rangesOf(40, 'stars')).toEqual([both, undefined]);
    expect(rangesOf(130, 'percent of the best')).toEqual([both, undefined]);
    expect(rangesOf(40, 'percent', {}, 'other')).toEqual([both, undefined]); // no bars
    expect(rangesOf(40, 'percent', { valueRange: [30, 50] })).toEqual([both, [30, 50]]);
  });
});
