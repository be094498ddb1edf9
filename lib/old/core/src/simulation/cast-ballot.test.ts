import { describe, expect, it } from 'vitest';
import { castBallot } from './cast-ballot';

const three = [
  { id: '1', utility: 0 },
  { id: '2', utility: 1 },
  { id: '3', utility: -1 },
];
const kinds = ['choice', 'ranking', 'rating', 'approval', 'points'] as const;
const cast = (ballot: (typeof kinds)[number], candidates = three) =>
  castBallot({ ballot, points: 10, scale: { lowest: 1, highest: 5 }, reasoned: true }, candidates);

describe('castBallot', () => {
  it('known: a ballot of each kind, from the same utilities', () => {
    expect(cast('choice')).toBe('2');
    expect(cast('ranking')).toEqual(['2', '1', '3']);
    // the mean is 0: 1 + 4 * logistic(0, 1, -1) = 3, 3.92, 2.08
    expect(cast('rating')).toEqual({ 1: 3, 2: 4, 3: 2 });
    expect(cast('approval')).toEqual(['1', '2']);
    // e^-1, 1 and e^-2 over their sum 1.503: 2.45, 6.65 and 0.90 of 10
    expect(cast('points')).toEqual({ 1: 2, 2: 7, 3: 1 });
  });

  it('known: nothing to vote on is no ballot', () => {
    for (const kind of kinds) expect(cast(kind, [])).toBeNull();
  });
});
