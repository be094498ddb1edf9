import { checkProfile, votersBehind } from './check-profile';
import type { CriterionName } from './criterion-name';
import type { RatingRule } from './rule-types';
import { topTotal } from './top-total';

/**
 * Rated voting: the option with the highest sum of ratings wins, `argmax_c sum_i s_ic` with `s_ic` in 1..5.
 * Source: RoundTable, Appendix C and Figure 13, after Baujard et al. (2018). Every ballot rates every option
 * with a whole number. The tally is in rating points; an abstainer adds none to any option.
 */
export const rated: RatingRule = Object.freeze({
  name: 'rated',
  ballot: 'rating' as const,
  source: 'RoundTable, Appendix C (Baujard et al. 2018)',
  explanation:
    'Every agent rates each proposal with a whole number from 1 (worst) to 5 (best). The proposal with the highest sum of ratings is selected.',
  meets: [
    ...['monotonicity', 'consistency', 'independence of irrelevant alternatives'],
    ...['participation', 'reversal symmetry', 'pareto'],
  ] as CriterionName[],
  count(profile) {
    checkProfile('rated', 'rating', profile);
    const totals = new Map(
      profile.options.map((option) => [
        option,
        profile.ballots.reduce(
          (sum, ballot, place) => sum + (ballot.ratings[option] ?? 0) * votersBehind(profile, place),
          0,
        ),
      ]),
    );
    return topTotal(profile.options, totals);
  },
} satisfies RatingRule);
