import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { castBallot, heeding, type BallotHabits } from './cast-ballot';

const three = [
  { id: '1', utility: 0 },
  { id: '2', utility: 1 },
  { id: '3', utility: -1 },
];
const kinds = ['choice', 'ranking', 'rating', 'approval', 'points'] as const;
const cast = (ballot: (typeof kinds)[number], habits: BallotHabits = {}, candidates = three) =>
  castBallot(
    { ballot, points: 10, scale: { lowest: 1, highest: 5 }, reasoned: true },
    candidates,
    habits,
    Random.from(1),
  );

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

  it('known: the unit sharpens ratings and points, the middle moves ratings, the reservation approvals', () => {
    // 1 + 4 * logistic(2 * (0, 1, -1) + 2) = 4.52, 4.93, 3
    expect(cast('rating', { unit: 0.5, middle: -1 })).toEqual({ 1: 5, 2: 5, 3: 3 });
    expect(cast('points', { unit: 0.1 })).toEqual({ 1: 0, 2: 10, 3: 0 });
    expect(cast('approval', { reservation: -1 })).toEqual(['1', '2', '3']);
    expect(cast('approval', { reservation: 1 })).toEqual(['2']);
  });

  it('known: one abstains when nothing is worth the reservation, and when there is nothing', () => {
    for (const kind of kinds) {
      expect(cast(kind, { reservation: 1.5 })).toBeNull();
      expect(cast(kind, {}, [])).toBeNull();
    }
  });
});

describe('heeding', () => {
  const seen = (ballot: Record<string, unknown>) => [{ by: 'Rater 1', ballot: ballot as never }];
  const order = (ballot: Record<string, unknown>, trust: number) =>
    [...heeding(three, seen(ballot), trust)].sort((a, b) => b.utility - a.utility).map(({ id }) => id);

  it('known: ballots are followed as far as they are trusted', () => {
    const told = { kind: 'ranking', ranking: ['3', '1', '2'] };
    expect(order(told, 1)).toEqual(['3', '1', '2']);
    expect(order(told, 0)).toEqual(['2', '1', '3']);
    // own 0.5, 1, 0 and told 0.5, 0, 1: with three quarters of trust 0.5, 0.25, 0.75
    expect(heeding(three, seen(told), 0.75).map(({ utility }) => utility)).toEqual([0.5, 0.25, 0.75]);
    expect(order({ kind: 'choice', choice: '3' }, 0.9)[0]).toBe('3');
  });

  it('known: what cannot be read as an order is passed over', () => {
    expect(heeding(three, seen({ odd: 1 }), 1)).toBe(three);
    expect(heeding(three, [], 1)).toBe(three);
  });
});
