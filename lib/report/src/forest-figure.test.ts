import { describe, expect, it } from 'vitest';
import { forestFigure, type ForestRow } from './forest-figure';

const row: ForestRow = { label: 'One', value: 1, low: 0.5, high: 2, group: 'A', kind: 'holds' };

describe('forestFigure', () => {
  it('known: a trace for each kind in the order given, with both arms of the intervals', () => {
    const rows = [row, { ...row, label: 'Two', value: -1, low: -4, high: 0, kind: 'not shown' }];
    const { data } = forestFigure(rows, {
      title: 'T',
      valueTitle: 'points',
      kinds: ['not shown', 'unused', 'holds'],
    });
    expect(data.map(({ name }) => name)).toEqual(['not shown', 'holds']);
    expect(data[0]).toMatchObject({ x: [-1], error_x: { array: [1], arrayminus: [3] } });
  });

  it('law: rows stand from top to bottom in groups, and long labels have more room', () => {
    const long = { ...row, label: 'a sentence of many words that does not fit into one line '.repeat(2) };
    const options = { title: 'T', valueTitle: 'points' };
    const { layout, data } = forestFigure([row, { ...row, group: 'B' }, { ...row, label: 'Three' }], options);
    const { tickvals, ticktext } = layout['yaxis'] as { tickvals: number[]; ticktext: string[] };
    expect(ticktext).toEqual(['<b>A</b>', 'One', 'Three', '<b>B</b>', 'One']);
    expect([...tickvals].sort((one, other) => one - other)).toEqual(tickvals);
    expect((data[0] as { y: number[] }).y).toEqual([tickvals[1], tickvals[2], tickvals[4]]);
    const [short, tall] = [row, long].map((one) => Number(forestFigure([one], options).layout['height']));
    expect(tall).toBeGreaterThan(short ?? NaN);
  });

  it('contract: no row, or a number that is none, is refused', () => {
    const options = { title: 'T', valueTitle: 'points' };
    expect(() => forestFigure([], options)).toThrow('forestFigure needs a list of at least 1 rows');
    expect(() => forestFigure([{ ...row, high: NaN }], options)).toThrow('needs a number as rows.0.high');
  });
});
