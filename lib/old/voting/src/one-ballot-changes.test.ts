import { describe, expect, it } from 'vitest';
import { borda, oneBallotChanges, plurality } from './index';
import type { RankingBallot } from './voting-rule';

const firstPreferencePlurality = plurality({ on: 'rankings' });

const ballot = (text: string): RankingBallot => ({ kind: 'ranking', ranking: text.split('') });
const profile = (...lines: [number, string][]) => ({
  options: ['a', 'b', 'c'],
  ballots: lines.map(([, text]) => ballot(text)),
  counts: lines.map(([count]) => count),
  electorate: lines.reduce((sum, [count]) => sum + count, 0),
});

describe('oneBallotChanges', () => {
  it('known: a lead of one first preference falls to one voter, a lead of three does not', () => {
    // 3 to 2: one of the three who puts b first makes it 2 to 3, one who puts c first a tie of 2 to 2 to 1.
    const changes = oneBallotChanges(firstPreferencePlurality, profile([3, 'abc'], [2, 'bac']));
    expect(changes).toContainEqual({ from: ['a', 'b', 'c'], to: ['b', 'a', 'c'], winners: ['b'] });
    expect(changes).toContainEqual({ from: ['a', 'b', 'c'], to: ['c', 'a', 'b'], winners: ['a', 'b'] });
    expect(changes.every(({ from }) => from[0] === 'a')).toBe(true);
    expect(oneBallotChanges(firstPreferencePlurality, profile([4, 'abc'], [1, 'bac']))).toEqual([]);
  });

  it('law: counts stand for as many ballots', () => {
    const counted = oneBallotChanges(borda, profile([2, 'abc'], [1, 'bca']));
    const single = oneBallotChanges(borda, profile([1, 'abc'], [1, 'abc'], [1, 'bca']));
    const unique = [...new Map(single.map((change) => [JSON.stringify(change), change])).values()];
    expect(counted).toEqual(unique);
  });

  it('contract: the profile survives, and too many options are refused by name', () => {
    const frozen = Object.freeze(profile([2, 'abc'], [1, 'bca']));
    const copy = structuredClone(frozen);
    oneBallotChanges(borda, frozen);
    expect(frozen).toEqual(copy);
    const options = [...'abcdefg'];
    const many = { options, ballots: [ballot('abcdefg')], electorate: 1 };
    expect(() => oneBallotChanges(borda, many)).toThrow(expect.objectContaining({ code: 'setting' }));
  });
});
