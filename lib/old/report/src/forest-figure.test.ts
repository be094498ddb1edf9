import { describe, expect, it } from 'vitest';
import { forestAxis } from './forest-axis';
import { forestFigure, type ForestRow } from './forest-figure';
import { renderFigure } from './render-figure';

const row: ForestRow = { label: 'One', value: 1, low: 0.5, high: 2, unit: 'points', kind: 'holds' };
const options = { title: 'T' };

/** Marks by their names: "holds", "holds: intervals". */
function tracesOf(rows: readonly ForestRow[], name: string) {
  const { data } = forestFigure(rows, options);
  return data.filter((trace) => trace['name'] === name && trace['xaxis'] !== undefined);
}

describe('forestFigure', () => {
  it('known: a panel for each unit, as high as its rows', () => {
    const rows = [row, { ...row, unit: 'words' }, { ...row, label: 'Three' }];
    const { layout, data } = forestFigure(rows, options);
    expect(layout['xaxis']).toMatchObject({ title: { text: 'points' }, anchor: 'y' });
    expect(layout['xaxis2']).toMatchObject({ title: { text: 'words' }, anchor: 'y2' });
    expect(layout).not.toHaveProperty('xaxis3');
    // Rows are of one line, 16 pixels, and 9 between them: 50 and 25, and the first panel is on top.
    expect(layout['yaxis']).toMatchObject({ range: [50, 0] });
    expect(layout['yaxis2']).toMatchObject({ range: [25, 0] });
    const [upper, lower] = ['yaxis', 'yaxis2'].map((name) => (layout[name] as { domain: number[] }).domain);
    expect(upper?.[1]).toBe(1);
    expect(lower?.[0]).toBeCloseTo(0, 12);
    expect((upper?.[1] ?? 0) - (upper?.[0] ?? 0)).toBeCloseTo(
      2 * ((lower?.[1] ?? 0) - (lower?.[0] ?? 0)),
      12,
    );
    const marks = data.filter(({ name, xaxis }) => name === 'holds' && xaxis !== undefined);
    expect(marks.map(({ x, y }) => [x, y])).toEqual([
      [
        [1, 1],
        [12.5, 37.5],
      ],
      [[1], [12.5]],
    ]);
  });

  it('known: intervals, bounds and the side that is claimed are drawn in the unit', () => {
    const below = { ...row, claimed: [{ from: null, to: 1.5 }] };
    expect(tracesOf([below], 'holds: intervals')[0]).toMatchObject({ x: [0.5, 2, null] });
    const shapes = forestFigure([below], options).layout['shapes'] as {
      type: string;
      x0: number;
      x1: number;
    }[];
    // The axis: 0.5 to 2 and 4% of its length on either side.
    expect(shapes).toMatchObject([
      { type: 'rect', x0: 0.44, x1: 1.5 },
      { type: 'line', x0: 1.5, x1: 1.5 },
    ]);
  });

  it('known: an interval that would squeeze the others is cut, with an arrow, and the legend says so', () => {
    const wide = { ...row, low: -100, high: 100 };
    const rows = [row, { ...row, value: 0 }, wide];
    // All that the others need: 0 to 2.
    expect(forestAxis(rows)).toEqual({ low: -0.08, high: 2.08 });
    expect(tracesOf(rows, 'holds: goes on beyond the axis')[0]).toMatchObject({
      x: [-0.08, 2.08],
      marker: { symbol: ['triangle-left', 'triangle-right'] },
    });
    expect(forestFigure(rows, options).data.map(({ name }) => name)).toContain('goes on beyond the axis');
    expect(forestFigure([row], options).data.map(({ name }) => name)).not.toContain(
      'goes on beyond the axis',
    );
  });

  it('known: a value stays on the axis unless twenty times what the others need would be drawn for it', () => {
    const far = (value: number) => ({ ...row, value: value, low: value - 9, high: value + 9 });
    expect(forestAxis([row, far(20)]).high).toBeGreaterThan(20);
    expect(forestAxis([row, far(200)]).high).toBeLessThan(3);
    expect(tracesOf([row, far(200)], 'holds')[0]).toMatchObject({ x: [1] });
  });

  it('law: intervals that are all wide are all drawn whole, and so is a lone one', () => {
    const rows = [row, { ...row, value: 30, low: 29, high: 31 }, { ...row, value: -5, low: -6, high: -4 }];
    const still = [
      { ...row, low: 1, high: 1 },
      { ...row, value: 2, low: 1.5, high: 2.5 },
    ];
    for (const some of [rows, rows.slice(0, 1), [{ ...row, low: -1000, high: 1000 }], still]) {
      const { low, high } = forestAxis(some);
      expect(some.every((one) => low < (one.low ?? NaN) && high > (one.high ?? NaN))).toBe(true);
    }
  });

  it('law: kinds differ in shape, and labels that need more lines make rows higher', () => {
    const kinds = ['a', 'b', 'c', 'd', 'e'].map((kind) => ({ ...row, kind: kind }));
    const symbols = kinds.map(
      ({ kind }) => (tracesOf(kinds, kind)[0] as unknown as { marker: { symbol: string } }).marker.symbol,
    );
    expect(new Set(symbols).size).toBe(5);
    const long = { ...row, label: 'a sentence of many words that does not fit into one line '.repeat(2) };
    const [short, tall] = [row, long].map((one) => Number(forestFigure([one], options).layout['height']));
    expect(tall).toBeGreaterThan(short ?? NaN);
  });

  it('contract: an interval without one end goes on to the edge, and one that is not known is not drawn', () => {
    const open = tracesOf([{ ...row, high: null }], 'holds: goes on beyond the axis');
    expect(open[0]).toMatchObject({ marker: { symbol: ['triangle-right'] } });
    const unknown = { ...row, low: null, high: null };
    expect(tracesOf([unknown], 'holds: intervals')[0]).toMatchObject({ x: [1, 1, null] });
    expect(tracesOf([unknown], 'holds: goes on beyond the axis')).toEqual([]);
  });

  it('contract: no row, or a number that is none, is refused', () => {
    expect(() => forestFigure([], options)).toThrow('forestFigure needs a list of at least 1 rows');
    expect(() => forestFigure([{ ...row, high: NaN }], options)).toThrow('rows.0.high');
  });

  it('contract: the picture has all labels and notes, and a smaller scale makes a smaller file', async () => {
    const figure = forestFigure([{ ...row, notes: ['not shown', 'bound: above 0'] }], options);
    const { svg, png } = await renderFigure(figure);
    for (const text of ['One', 'not shown', 'bound: above 0', 'points']) expect(svg).toContain(`>${text}<`);
    const small = await renderFigure(figure, { scale: 1 });
    expect(small.svg).toBe(svg);
    // The width of a PNG is in bytes 16 to 19.
    expect([png, small.png].map((one) => one.readUInt32BE(16))).toEqual([1800, 900]);
    await expect(renderFigure(figure, { scale: 0 })).rejects.toThrow('a scale of 0.5 to 4, got 0');
  });
});
