import { preferentialRule } from '../preferential-rule';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';

/**
 * Anti-plurality, or veto: the option that fewest ballots rank last wins.
 * Source: Baharad and Nitzan (2005), the inverse plurality rule; pref_voting's `anti_plurality`. Complete, strict
 * rankings. The tally counts the ballots that do not rank the option last. An option that everybody likes less than
 * another may be among the winners: with three options, when the third is everybody's last.
 */
export const antiPlurality: RankingRule = preferentialRule({
  name: 'anti-plurality',
  source: 'Baharad and Nitzan 2005',
  explanation:
    'Every agent ranks all proposals from best to worst. The proposal that the fewest agents rank last is selected.',
  meets: ['majority loser', 'monotonicity', 'consistency', 'participation'],
  decide: ({ options, placed, voters }) => {
    const m = options.length;
    return resultByScore(
      options,
      options.map((_, option) => voters - (placed[option * m + m - 1] as number)),
    );
  },
});
