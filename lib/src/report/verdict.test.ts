import { describe, expect, it } from 'vitest';
import { jointVerdict, verdictOf } from './verdict';

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

describe('jointVerdict', () => {
  it('known: what all say, else nothing is shown', () => {
    expect(jointVerdict(['holds', 'holds'])).toBe('holds');
    expect(jointVerdict(['holds', 'reversed'])).toBe('not shown');
    expect(jointVerdict([])).toBe('cannot be tested here');
  });
});
