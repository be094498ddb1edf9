import { describe, expect, it } from 'vitest';
import { AgoraError } from './agora-error';
import { countVotes } from './count-votes';
import { borda } from './rules/borda';
import { majority } from './rules/rules';
import type { Result, VotingRule } from './voting-rule';

const options = ['A', 'B'];
const ballots = [{ kind: 'ranking' as const, ranking: ['B', 'A'] }];
const profile = { options: options, ballots: ballots, electorate: 1 };
const own = (count: () => unknown): VotingRule<'ranking'> => ({
  name: 'mine',
  ballot: 'ranking',
  source: 'a test',
  explanation: 'As it likes.',
  meets: [],
  count: count as () => Result,
});

describe('countVotes', () => {
  it('known: it counts as the rule does; nobody may win', () => {
    expect(countVotes(borda, profile)).toEqual(borda.count(profile));
    const none = { options: options, ballots: [], electorate: 3 };
    expect(countVotes(majority, none).winners).toEqual([]);
    expect(
      countVotes(
        own(() => ({ winners: [], tally: {}, order: [] })),
        profile,
      ).winners,
    ).toEqual([]);
  });

  it('contract: a rule that fails, or gives what no count is, is named', () => {
    const boom = own(() => {
      throw new Error('boom');
    });
    const cases: [VotingRule<'ranking'>, string][] = [
      [boom, 'The rule "mine" fails: boom'],
      [own(() => undefined), 'The rule "mine" gives no list of winners, but nothing.'],
      [own(() => ({ winners: 'A', tally: {} })), 'gives no list of winners, but "A".'],
      [own(() => ({ winners: ['A'] })), 'gives no tally, but nothing.'],
      [own(() => ({ winners: ['Z'], tally: {} })), 'elects "Z", which is none of the options A, B.'],
      [own(() => ({ winners: ['A', undefined], tally: {} })), 'elects nothing, which is none of'],
      [own(() => Promise.resolve({ winners: [], tally: {} })), 'gives a promise'],
    ];
    for (const [rule, told] of cases) {
      expect(() => countVotes(rule, profile)).toThrow(told);
      expect(() => countVotes(rule, profile)).toThrow(AgoraError);
    }
  });

  it('contract: what a rule says of its ballots passes as it is', () => {
    const cut = { options: options, ballots: [{ kind: 'ranking' as const, ranking: ['B'] }], electorate: 1 };
    expect(() => countVotes(borda, cut)).toThrow('borda: ballot 1');
  });
});
