import { checkProfile } from './check-profile';
import type { ChoiceRule } from './rule-types';
import { topTotal } from './top-total';
import { voteCounts } from './vote-counts';

/**
 * Majority voting: an option wins when more than half of all agents vote for it, `sum_i v_ic > |I| / 2`.
 * Source: RoundTable, Appendix C and Figure 11, after Arrow (2012). Half is not enough, and abstainers count
 * in `|I|`: 3 of 4 agents are needed, as Appendix E.1 says. At most one option can win; the tally is in votes.
 */
export const majority: ChoiceRule = Object.freeze({
  name: 'majority',
  ballot: 'choice' as const,
  source: 'RoundTable, Appendix C (Arrow 2012)',
  explanation:
    'A proposal is selected if more than half of all agents, abstainers included, vote for it. Otherwise nothing is selected.',
  meets: ['majority', 'monotonicity'],
  count(profile) {
    checkProfile('majority', 'choice', profile);
    const counts = voteCounts(profile);
    return {
      ...topTotal(profile.options, counts),
      winners: profile.options.filter((option) => (counts.get(option) ?? 0) > profile.electorate / 2),
    };
  },
} satisfies ChoiceRule);
