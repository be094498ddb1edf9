import { describe, expect, it } from 'vitest';
import { Random } from './random';

const draws = (random: Random, count: number) => Array.from({ length: count }, () => random.uniform());

describe('Random', () => {
  it('law: the same seed and names give the same numbers, others give others', () => {
    expect(draws(Random.from(7, 'a', 1), 5)).toEqual(draws(Random.from(7, 'a', 1), 5));
    const streams = [
      Random.from(7),
      Random.from(8),
      Random.from(7, 'a'),
      Random.from(7, 'a', 1),
      Random.from(7, 'a', '1'),
    ];
    const firsts = [...streams, Random.from(7, 'a/1'), Random.from(7, '#1'), Random.from(7, 1)].map((r) =>
      r.uniform(),
    );
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('law: splitting does not depend on what was drawn before, and does not move the parent', () => {
    const fresh = Random.from(3);
    const used = Random.from(3);
    draws(used, 10);
    expect(used.split('x').uniform()).toBe(fresh.split('x').uniform());
    const parent = Random.from(3);
    parent.split('x').uniform();
    expect(parent.uniform()).toBe(Random.from(3).uniform());
    expect(Random.from(3).split('x', 2).uniform()).toBe(Random.from(3, 'x', 2).uniform());
  });

  it('law: uniform numbers fill [0, 1) evenly', () => {
    const counts = new Array<number>(10).fill(0);
    for (const x of draws(Random.from(1), 100_000)) counts[Math.floor(x * 10)]!++;
    // chi-squared with 9 degrees of freedom exceeds 27.9 once in a thousand seeds; this seed is fixed
    const chi = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chi).toBeLessThan(27.9);
  });

  it('law: normal draws have the mean and standard deviation asked for', () => {
    const random = Random.from(2);
    const sample = Array.from({ length: 50_000 }, () => random.normal(3, 2));
    const mean = sample.reduce((sum, x) => sum + x, 0) / sample.length;
    const variance = sample.reduce((sum, x) => sum + (x - mean) ** 2, 0) / sample.length;
    // four standard errors: 4 * 2 / sqrt(50000) = 0.036, and for the deviation 4 * 2 / sqrt(100000) = 0.025
    expect(Math.abs(mean - 3)).toBeLessThan(0.036);
    expect(Math.abs(Math.sqrt(variance) - 2)).toBeLessThan(0.025);
  });

  it('law: shuffling keeps every item, leaves the argument alone, and reaches every order', () => {
    const items = Object.freeze(['a', 'b', 'c']);
    const random = Random.from(4);
    const orders = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const order = random.shuffle(items).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect([...orders.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    // 1000 expected each; four standard deviations of a binomial(6000, 1/6) are 115
    for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(115);
  });

  it('contract: bad arguments are named', () => {
    expect(() => Random.from(0.5)).toThrow('whole number as seed, got 0.5');
    expect(() => Random.from(1).below(0)).toThrow('at least 1, got 0');
    expect(() => Random.from(1).pick([])).toThrow('at least one item');
  });
});
