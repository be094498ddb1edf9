import { describe, expect, it } from 'vitest';
import type { BallotKind, BallotSettings } from 'agora-voting';
import { ballotFromProbabilities } from './ballot-from-probabilities';

const options = ['A', 'B', 'C', 'D'];
const probabilities = { A: 0.2, B: 0.5, C: 0.05, D: 0.25 };
const ballot = (kind: BallotKind, settings: BallotSettings = {}, given = probabilities) =>
  ballotFromProbabilities({ kind, options, settings }, given);

describe('a ballot from probabilities', () => {
  it('known: choice and ranking follow them', () => {
    expect(ballot('choice')).toEqual({ kind: 'choice', choice: 'B' });
    expect(ballot('ranking')).toEqual({ kind: 'ranking', ranking: ['B', 'D', 'A', 'C'] });
  });

  it('known: equal ones stay in the order of the options', () => {
    const even = { A: 0.25, B: 0.25, C: 0.25, D: 0.25 };
    expect(ballot('ranking', {}, even)).toEqual({ kind: 'ranking', ranking: options });
    expect(ballot('choice', {}, even)).toEqual({ kind: 'choice', choice: 'A' });
  });

  it('known: ratings are lowest + (highest - lowest) x probability, rounded', () => {
    // On 1 to 5: 1 + 0.8, 1 + 2, 1 + 0.2, 1 + 1. On 0 to 100 the percentages.
    expect(ballot('rating')).toEqual({ kind: 'rating', ratings: { A: 2, B: 3, C: 1, D: 2 } });
    expect(ballot('rating', { scale: { lowest: 0, highest: 100 } })).toEqual({
      kind: 'rating',
      ratings: { A: 20, B: 50, C: 5, D: 25 },
    });
  });

  it('known: points add up, by largest remainders', () => {
    // Of 4: 0.8, 2, 0.2, 1, so 0 + 2 + 0 + 1, and the fourth goes to 0.8.
    expect(ballot('points')).toEqual({ kind: 'points', points: { A: 1, B: 2, C: 0, D: 1 } });
  });

  it('known: approved is what has the mean probability or more, within limits', () => {
    expect(ballot('approval')).toEqual({ kind: 'approval', approved: ['B', 'D'] });
    expect(ballot('approval', { approvals: { most: 1 } })).toEqual({ kind: 'approval', approved: ['B'] });
    expect(ballot('approval', { approvals: { least: 3 } })).toEqual({
      kind: 'approval',
      approved: ['B', 'D', 'A'],
    });
  });
});
