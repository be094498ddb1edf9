import { expect, it } from 'vitest';
import { recorded } from '../experiment/recorded';
import { eventsOf } from '../protocols/protocol';
import { majority, rated, unanimous } from '../voting';
import { ballotBy, computedVotes } from './roundtable';

it.each([
  ['choice', 'B'],
  ['ranking', ['B', 'C', 'A']],
  ['rating', { A: 1, B: 5, C: 3 }],
  ['points', { A: 0, B: 2, C: 1 }],
  ['approval', ['B', 'C']],
] as const)('known: a %s ballot for candidates worth 10, 30 and 20', (kind, ballot) => {
  expect(ballotBy(kind, ['A', 'B', 'C'], [10, 30, 20], null, 20)).toEqual(ballot);
});

it('known: a party prefers its own deal among equally good deals', () => {
  expect(ballotBy('choice', ['A', 'B'], [5, 5], 'B', 0)).toBe('B');
});

it('law: every whole round ends in a vote, and a stricter rule decides less often', () => {
  const games = recorded('llm-deliberation');
  const undecided = [rated, majority, unanimous].map((rule) => {
    const voted = computedVotes(games, rule);
    for (const one of voted) expect(eventsOf(one, 'decision')).toHaveLength(one.rounds);
    return voted.filter(({ outcome }) => outcome === null).length;
  });
  expect(undecided).toEqual([...undecided].sort((a, b) => a - b));
});
