import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import { simulatedBallot } from './simulated-ballot';

describe('simulatedBallot', () => {
  const utilities: Record<string, number> = { a: 10, b: 0, c: 5 };
  const cast = (kind: Parameters<typeof simulatedBallot>[0], settings = {}) =>
    simulatedBallot(kind, ['a', 'b', 'c'], (option) => utilities[option]!, Random.from(1), settings);

  it('known: clear preferences give the expected ballots', () => {
    expect(cast('choice')).toBe('a');
    expect(cast('ranking')).toEqual(['a', 'c', 'b']);
    expect(cast('rating')).toEqual({ a: 5, b: 1, c: 3 });
    expect(cast('points', { points: 10 })).toEqual({ a: 10, b: 0, c: 0 });
    expect(cast('approval')).toContain('a');
    expect(cast('approval')).not.toContain('b');
  });

  it('law: points are whole numbers with the right sum, and ratings are on the scale', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 6 }),
        fc.nat(20),
        (given, points) => {
          const options = given.map((_, place) => String(place));
          const ballot = (kind: 'points' | 'rating') =>
            Object.values(
              simulatedBallot(kind, options, (option) => given[Number(option)]!, Random.from(points), {
                points,
              }) as object,
            ) as number[];
          expect(ballot('points').reduce((sum, one) => sum + one, 0)).toBe(points);
          expect(ballot('points').every((one) => Number.isInteger(one) && one >= 0)).toBe(true);
          expect(ballot('rating').every((one) => Number.isInteger(one) && one >= 1 && one <= 5)).toBe(true);
        },
      ),
      { seed: 7 },
    );
  });

  it('known: options with equal utilities are chosen about equally often', () => {
    const chosen = Array.from({ length: 900 }, (_, seed) =>
      simulatedBallot('choice', ['a', 'b', 'c'], () => 1, Random.from(seed)),
    );
    // Five standard deviations of a binomial share around 300.
    for (const option of ['a', 'b', 'c'])
      expect(Math.abs(chosen.filter((one) => one === option).length - 300)).toBeLessThan(71);
  });
});
