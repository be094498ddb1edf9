import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { estimate } from '../row';
import { clusteredMean } from './clustered-mean';

interface Case {
  readonly numbers: readonly number[];
  readonly clusters: readonly number[];
  readonly effect: number;
  readonly low: number;
  readonly high: number;
}
const { cases } = JSON.parse(
  readFileSync(join(__dirname, 'testing/clustered-mean-reference.json'), 'utf8'),
) as { readonly cases: readonly Case[] };

describe('clusteredMean', () => {
  it.each(cases)('reference: statsmodels, least squares on a constant with clusters', (one) => {
    const found = clusteredMean(one.numbers, one.clusters);
    for (const name of ['effect', 'low', 'high'] as const) expect(found[name]).toBeCloseTo(one[name], 10);
    expect([found.n, found.clusters]).toEqual([one.numbers.length, new Set(one.clusters).size]);
  });

  it('law: where each number is its own cluster, it is the interval of measure', () => {
    const numbers = [3, 1, 4, 1, 5, 9, 2, 6];
    const { value, low, high } = estimate(numbers);
    const found = clusteredMean(numbers);
    expect(found.effect).toBe(value);
    expect(found.low).toBeCloseTo(low as number, 12);
    expect(found.high).toBeCloseTo(high as number, 12);
  });

  it('law: saying everything twice in its cluster makes nothing surer', () => {
    const numbers = [3, 1, 4, 1, 5];
    const twice = clusteredMean([...numbers, ...numbers], [...numbers.keys(), ...numbers.keys()]);
    const once = clusteredMean(numbers);
    expect(twice.low).toBeCloseTo(once.low, 12);
    expect([twice.n, twice.clusters]).toEqual([10, 5]);
  });

  it('contract: one cluster, and names that do not fit the numbers, are refused by name', () => {
    for (const names of [
      ['a', 'a', 'a'],
      ['a', 'b'],
    ])
      expect(() => clusteredMean([1, 2, 3], names)).toThrow(expect.objectContaining({ code: 'numbers' }));
    expect(() => clusteredMean([1])).toThrow('clusteredMean needs a list of at least 2 numbers as numbers');
  });
});
