import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jointVerdict, pValueOf, verdictOf } from './verdict';

describe('verdictOf', () => {
  it('known: an interval on the side of the claim, across its number, and beyond', () => {
    const verdicts = (holds: { above: number } | { below: number }) =>
      [
        [-2, -1],
        [-1, 1],
        [1, 2],
        [3, 4],
      ].map(([low = NaN, high = NaN]) => verdictOf({ holds }, { low, high }));
    expect(verdicts({ above: 0 })).toEqual(['reversed', 'not shown', 'holds', 'holds']);
    expect(verdicts({ below: 0 })).toEqual(['holds', 'not shown', 'reversed', 'reversed']);
    expect(verdicts({ below: 2.5 })).toEqual(['holds', 'holds', 'holds', 'reversed']);
    expect(verdicts({ above: 1.5 })).toEqual(['reversed', 'reversed', 'not shown', 'holds']);
  });

  it('contract: an interval that ends at the number shows nothing, from either side', () => {
    for (const holds of [{ above: 1 }, { below: 1 }])
      for (const [low, high] of [
        [1, 2],
        [0, 1],
        [1, 1],
      ] as const)
        expect(verdictOf({ holds }, { low, high })).toBe('not shown');
  });

  it('law: a claim and its opposite never both hold, and turning the sign of all turns nothing', () => {
    for (let low = -3; low <= 3; low++)
      for (let high = low; high <= 3; high++)
        for (const than of [-1, 0, 2]) {
          const above = verdictOf({ holds: { above: than } }, { low, high });
          expect(verdictOf({ holds: { below: -than } }, { low: -high, high: -low })).toBe(above);
          const opposite = { holds: 'reversed', reversed: 'holds', 'not shown': 'not shown' } as const;
          expect(verdictOf({ holds: { below: than } }, { low, high })).toBe(opposite[above as 'holds']);
        }
  });
});

describe('pValueOf', () => {
  it('reference: of a clustered mean, statsmodels finds the same from the values', () => {
    const file = join(__dirname, '../../core/src/statistics/testing/tests-reference.json');
    const { means } = JSON.parse(readFileSync(file, 'utf8')) as {
      means: Record<'coefficients' | 'low' | 'high' | 'pValues' | 'clusters', number[]>[];
    };
    expect(means).toHaveLength(2);
    for (const { coefficients, low, high, pValues, clusters } of means) {
      const interval = { effect: coefficients[0] ?? NaN, low: low[0] ?? NaN, high: high[0] ?? NaN };
      const found = pValueOf({ holds: { above: 0 } }, { ...interval, clusters: new Set(clusters).size });
      expect(found).toBeCloseTo(pValues[0] ?? NaN, 9);
    }
  });

  it('law: below 0.05 just where the verdict is not "not shown", from either side', () => {
    for (let low = -3; low <= 3; low += 0.5)
      for (const wide of [0.25, 1, 3])
        for (const holds of [{ above: 0 }, { below: 1 }]) {
          const test = { effect: low + wide / 3, low, high: low + wide, clusters: 9 };
          expect(pValueOf({ holds }, test) < 0.05 - 1e-9).toBe(verdictOf({ holds }, test) !== 'not shown');
        }
  });

  it('contract: an effect on the number says nothing, one without any spread beside it everything', () => {
    const at = (effect: number) => ({ effect, low: effect, high: effect, clusters: 1 });
    expect([0, 2].map((effect) => pValueOf({ holds: { above: 0 } }, at(effect)))).toEqual([1, 0]);
  });
});

describe('jointVerdict', () => {
  it('known: what all say, else nothing is shown', () => {
    expect(jointVerdict(['holds', 'holds'])).toBe('holds');
    expect(jointVerdict(['holds', 'reversed'])).toBe('not shown');
    expect(jointVerdict([])).toBe('cannot be tested here');
  });
});
