import { preferentialRule } from '../make-rule';
import { resultByScore } from '../result';
import type { VotingRule } from '../voting-rule';

/**
 * Anti-plurality, or veto: the option that fewest ballots rank last wins. Source: Baharad and Nitzan (2005), the
 * inverse plurality rule; pref_voting's `anti_plurality`. Complete, strict rankings. The tally counts the ballots that
 * do not rank the option last. An option that everybody likes less than another may be among the winners: with three
 * options, if the third is last on all ballots.
 * @example
 * const ballots = ['ABC', 'ACB', 'ABC'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.antiPlurality.count({ options: ['A', 'B', 'C'], ballots, electorate: 3 }).tally; // => { A: 3, B: 2, C: 1 }
 */
export const antiPlurality: VotingRule<'ranking'> = preferentialRule({
  name: 'anti-plurality',
  source: 'Baharad and Nitzan 2005',
  explanation:
    'Every agent ranks all proposals from best to worst. The proposal that the fewest agents rank last is selected.',
  meets: ['majority loser', 'monotonicity', 'consistency', 'participation'],
  decide: (profile) =>
    resultByScore(
      profile.options,
      profile.options.map((_, option) => profile.voters - profile.placed(option, profile.options.length - 1)),
    ),
});
