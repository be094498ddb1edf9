import { checkProfile } from './check-profile';
import type { ChoiceRule } from './rule-types';
import { topTotal } from './top-total';
import { voteCounts } from './vote-counts';

/**
 * Plurality voting: the option with the most votes wins, `argmax_c sum_i v_ic`.
 * Source: RoundTable, Appendix C and Figure 12, after Arrow (2012). The tally is in votes. All options on the
 * top count win; none does when everybody abstains.
 */
export const plurality: ChoiceRule = Object.freeze({
  name: 'plurality',
  ballot: 'choice' as const,
  source: 'RoundTable, Appendix C (Arrow 2012)',
  explanation: 'The proposal with more votes than any other is selected.',
  meets: ['majority', 'monotonicity', 'consistency', 'participation', 'pareto'],
  count(profile) {
    checkProfile('plurality', 'choice', profile);
    return topTotal(profile.options, voteCounts(profile));
  },
} satisfies ChoiceRule);
