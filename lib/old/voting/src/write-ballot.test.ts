import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from './random';
import { randomBallot } from './random-ballot';
import type { Ballot } from './voting-rule';
import { writeBallot } from './write-ballot';

describe('writeBallot', () => {
  it.each<[string, Ballot]>([
    ['B', { kind: 'choice', choice: 'B' }],
    ['B > A > C', { kind: 'ranking', ranking: ['B', 'A', 'C'] }],
    ['A = C > B', { kind: 'weak-ranking', tiers: [['A', 'C'], ['B']] }],
    ['A, C', { kind: 'approval', approved: ['A', 'C'] }],
    ['A: 7, B: 5', { kind: 'rating', ratings: { A: 7, B: 5 } }],
    ['A: 2.5, B: 0', { kind: 'points', points: { A: 2.5, B: 0 } }],
    ['Proposal 2 > Zürich', { kind: 'ranking', ranking: ['Proposal 2', 'Zürich'] }],
  ])('known: %s', (line, ballot) => expect(writeBallot(ballot)).toBe(line));

  it.each<[string, Ballot]>([
    ['[]', { kind: 'approval', approved: [] }],
    ['"A, B"', { kind: 'choice', choice: 'A, B' }],
    ['["B > A","C"]', { kind: 'ranking', ranking: ['B > A', 'C'] }],
    ['[["A","C"],["1. B"]]', { kind: 'weak-ranking', tiers: [['A', 'C'], ['1. B']] }],
    ['["A = B"]', { kind: 'approval', approved: ['A = B'] }],
    ['{"A: 3":7}', { kind: 'rating', ratings: { 'A: 3': 7 } }],
    ['{"A  B":1}', { kind: 'points', points: { 'A  B': 1 } }],
    ['[" A"]', { kind: 'ranking', ranking: [' A'] }],
  ])('known: JSON where a name would be misread, or nothing is named: %s', (line, ballot) =>
    expect(writeBallot(ballot)).toBe(line),
  );

  it('law: two different ballots of one kind are written differently', () => {
    const kinds = ['choice', 'rating', 'ranking', 'points', 'approval'] as const;
    const pools = [
      ['A', 'B', 'C', 'D'],
      ['Proposal 1', 'Proposal 2', 'Proposal 12'],
      ['none', 'A, B', 'A', 'B > A', '"', '1. A'],
      ['__proto__', 'constructor', '[x]', '{y}'],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...pools),
        fc.nat(),
        fc.nat(),
        (kind, options, seed, otherSeed) => {
          const [one, other] = [seed, otherSeed].map((each) =>
            randomBallot(kind, options, {}, Random.from(each)),
          ) as [Ballot, Ballot];
          expect(writeBallot(one) === writeBallot(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
        },
      ),
      { seed: 5, numRuns: 500 },
    );
  });
});
