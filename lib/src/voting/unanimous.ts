import { checkProfile } from './check-profile';
import type { ChoiceRule } from './rule-types';
import { topTotal } from './top-total';
import { voteCounts } from './vote-counts';

/**
 * Unanimous voting: an option wins when all agents vote for it, `sum_i v_ic = |I|` with `v_ic` 1 for a vote.
 * Source: RoundTable, Appendix C and Figure 10, after Arrow (2012). `|I|` counts all agents, so a single
 * abstention blocks. At most one option can win; the tally is in votes.
 */
export const unanimous: ChoiceRule = Object.freeze({
  name: 'unanimous',
  ballot: 'choice' as const,
  source: 'RoundTable, Appendix C (Arrow 2012)',
  explanation:
    'A proposal is selected only if every single agent votes for it. Otherwise nothing is selected.',
  meets: ['monotonicity'],
  count(profile) {
    checkProfile('unanimous', 'choice', profile);
    const counts = voteCounts(profile);
    return {
      ...topTotal(profile.options, counts),
      winners: profile.options.filter(
        (option) => profile.electorate > 0 && counts.get(option) === profile.electorate,
      ),
    };
  },
} satisfies ChoiceRule);
