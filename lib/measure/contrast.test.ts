import { describe, expect, it } from 'vitest';
import { contrast } from './contrast';
import { bootstrap, estimate, meanOf } from './estimate';
import reference from './reference/statistics.json';

const close = (value: number) => expect.closeTo(value, 9) as number;

describe('estimate', () => {
  it.each(reference.means)(
    'reference: a mean over clusters equals statsmodels, %#',
    ({ values, clusters, ...one }) => {
      const found = estimate(values, { clusters });
      expect(found).toMatchObject({ value: close(one.value), low: close(one.low), high: close(one.high) });
    },
  );

  it.each([
    ['10 of 10', 10, 10, 72.2467, 100],
    ['0 of 10', 0, 10, 0, 27.7533],
    ['9 of 10', 9, 10, 59.585, 98.2124],
    ['81 of 263', 81, 263, 25.525, 36.6], // Newcombe (1998), Table I
  ])('known: the Wilson interval for %s', (_, hits, n, low, high) => {
    const values = Array.from({ length: n }, (_, at) => (at < hits ? 100 : 0));
    const found = estimate(values, { bounds: [0, 100] });
    expect(found.low).toBeCloseTo(low, 1);
    expect(found.high).toBeCloseTo(high, 1);
    if (hits === n) expect(found.high).toBe(100);
    if (hits === 0) expect(found.low).toBe(0);
  });

  it('law: intervals stay inside the bounds of a column', () => {
    const { low, high } = estimate([100, 100, 100, 55], { bounds: [0, 100] });
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThanOrEqual(100);
    expect(high).toBeGreaterThan(88.75);
  });

  it.each([
    ['no value', [], null, null],
    ['one value', [3], 3, null],
    ['equal values', [3, 3, 3], 3, 3],
    ['rounding is not spread', [0.1 + 0.2, 0.3, 0.3], 0.3, 0.3],
  ])('known: %s', (_, values, value, low) => {
    const found = estimate(values);
    expect(found.value === null ? null : Number(found.value.toFixed(12))).toBe(value);
    expect(found.low === null ? null : Number(found.low.toFixed(12))).toBe(low);
  });

  it('law: tiny numbers get an interval, just as large numbers do', () => {
    const large = estimate([1, 2, 3, 5]);
    const tiny = estimate([1e-170, 2e-170, 3e-170, 5e-170]);
    expect((tiny.low as number) * 1e170).toBeCloseTo(large.low as number, 9);
  });

  it('behaviour: cluster labels of the wrong length are rejected', () => {
    expect(() => estimate([1, 2], { clusters: ['a'] })).toThrow(/cluster/);
  });
});

describe('bootstrap', () => {
  it('law: the same seed gives the same interval, close to that of the mean', () => {
    const values = Array.from({ length: 60 }, (_, at) => Math.sin(at) + at / 30);
    const drawn = bootstrap(values, meanOf);
    expect(bootstrap(values, meanOf)).toEqual(drawn);
    const usual = estimate(values);
    expect(drawn.low).toBeCloseTo(usual.low as number, 1);
    expect(drawn.high).toBeCloseTo(usual.high as number, 1);
  });
});

const row = (rule: string, question: string, collaboration: number, value: number | null) => ({
  rule,
  question,
  collaboration,
  value,
});
const rows = [
  row('a', 'p', 1, 5),
  row('b', 'p', 1, 4),
  row('c', 'p', 1, 2),
  row('a', 'p', 2, 9),
  row('b', 'p', 2, 4),
  row('c', 'p', 2, 6),
  row('a', 'q', 3, 1),
  row('b', 'q', 3, null),
  row('c', 'q', 3, 3),
  row('a', 'q', 4, 7),
];
const effect = (values: readonly number[], clusters?: readonly string[]) => {
  const { value, ...rest } = estimate(values, clusters && { clusters });
  return { effect: value, ...rest };
};

describe('contrast', () => {
  it('known: differences are case by case, rows are averaged, and cases without both sides are excluded', () => {
    // 5 - 3, 9 - 5 and 1 - 3. Case 4 has no baseline.
    expect(contrast(rows, { treatment: { rule: 'a' }, baseline: { rule: ['b', 'c'] } })).toEqual(
      effect([2, 4, -2]),
    );
  });

  it('known: a field defines the clusters', () => {
    const sides = { treatment: { rule: 'a' }, baseline: { rule: ['b', 'c'] } };
    expect(contrast(rows, { ...sides, clusters: 'question' })).toEqual(effect([2, 4, -2], ['p', 'p', 'q']));
    const renamed = rows.map(({ question, ...rest }) => ({ ...rest, case: question }));
    expect(contrast(renamed, sides).clusters).toBe(2);
    expect(contrast(renamed, { ...sides, by: 'collaboration' }).clusters).toBe(2);
  });

  it('known: without a baseline, the effect is the mean of the rows', () => {
    expect(contrast(rows, { treatment: { rule: 'a' } }).effect).toBe(5.5);
  });

  it('known: growth and saving compare sums', () => {
    const sides = { treatment: { rule: 'a' }, baseline: { rule: 'c' } };
    const growth = contrast(rows, { ...sides, as: 'growth' });
    expect(growth.effect).toBeCloseTo(100 * (15 / 11 - 1), 12); // 5 + 9 + 1 over 2 + 6 + 3
    const saving = contrast(rows, { ...sides, as: 'saving' });
    expect(saving.effect).toBeCloseTo(-growth.effect, 12);
    expect(saving.low).toBeCloseTo(-(growth.high as number), 12);
  });

  it('known: groups can have different cases', () => {
    const found = contrast(rows, { treatment: { question: 'p' }, baseline: { question: 'q' }, as: 'groups' });
    expect(found.effect).toBeCloseTo(15 / 3 - 4.5, 12); // case averages come first: 11 / 3 and 19 / 3; 2 and 7
    expect([found.n, found.clusters]).toEqual([4, 4]);
  });

  it('behaviour: a group with one cluster has no interval', () => {
    const sides = ['p', 'q'].flatMap((group) => [1, 2].map((value) => ({ group, value, case: group })));
    const found = contrast(sides, {
      treatment: { group: 'p' },
      baseline: { group: 'q' },
      as: 'groups',
      by: 'value',
      clusters: 'case',
    });
    expect(found).toMatchObject({ effect: 0, low: null, high: null });
  });

  it('law: numbers that differ only by rounding are equal', () => {
    const third = 1 / 3;
    const sides = [1, 2, 3].flatMap((collaboration) => [
      { way: 'a', collaboration, value: third + third + third },
      { way: 'b', collaboration, value: 3 * third * (1 + 1e-15) },
    ]);
    const found = contrast(sides, { treatment: { way: 'a' }, baseline: { way: 'b' } });
    expect(found).toMatchObject({ effect: 0, low: 0, high: 0 });
  });

  it('behaviour: a side that mixes columns is an error, and two sides can have one column each', () => {
    const mixed = rows.flatMap((one) => [
      { ...one, column: 'accuracy' },
      { ...one, column: 'tokens', value: 100 },
    ]);
    expect(() => contrast(mixed, { treatment: { rule: 'a' }, baseline: { rule: 'b' } })).toThrow(/tokens/);
    const sides = { treatment: { column: 'tokens' }, baseline: { column: 'accuracy', rule: 'a' } };
    expect(contrast(mixed, sides).effect).toBe(100 - 5.5);
  });

  it('behaviour: a case that belongs to several clusters is an error', () => {
    const cases = rows.map((one) => ({ ...one, case: String(one.collaboration) }));
    const options = { treatment: { rule: 'a' }, by: 'question' };
    expect(() => contrast(cases, options)).toThrow(/clusters/);
    expect(contrast(cases, { ...options, clusters: 'question' })).toMatchObject({ effect: 5.5, clusters: 2 });
  });

  it('behaviour: one case has no interval', () => {
    const sides = { treatment: { rule: 'a', collaboration: 1 }, baseline: { rule: 'b' } };
    expect(contrast(rows, sides)).toMatchObject({ effect: 1, low: null, high: null, n: 1 });
  });

  it.each([
    ['no such row', { treatment: { rule: 'd' } }, /"d"/],
    ['no common case', { treatment: { question: 'p' }, baseline: { question: 'q' } }, /collaboration/],
    ['a baseline of 0', { treatment: { rule: 'a' }, as: 'growth' as const }, /baseline/],
    ['an unknown option', { treatment: { rule: 'a' }, cluster: 'x' }, /cluster/],
  ])('behaviour: %s is an error', (_, options, message) =>
    expect(() => contrast(rows, options)).toThrow(message),
  );
});
