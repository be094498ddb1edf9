import { either, oneOf, positive } from '../check';
import { checkProfile, votersBehind } from '../check-profile';
import { withVariants, type RuleWithVariants } from '../make-rule';
import { resultByTotal } from '../result';
import type { PointsBallot, Profile, VotingRule } from '../voting-rule';

/** Settings of cumulative voting. */
export interface CumulativeSettings {
  /**
   * How many points a ballot spreads: the number of candidates (Figure 15, the default), the number of voters (the
   * formula), or a number above 0.
   */
  readonly budget?: 'candidates' | 'voters' | number;
}

function cumulativeVoting({ budget = 'candidates' }: CumulativeSettings): VotingRule<'points'> {
  const points = (options: readonly string[], electorate: number): number =>
    typeof budget === 'number' ? budget : budget === 'voters' ? electorate : options.length;
  const [variant, amount] =
    typeof budget === 'number'
      ? [` (${budget} points)`, `${budget} points`]
      : budget === 'voters'
        ? [' (a point per voter)', 'as many points as there are agents']
        : ['', 'as many points as there are candidate proposals'];
  return Object.freeze({
    name: `cumulative${variant}`,
    ballot: 'points' as const,
    source: 'RoundTable, Appendix C (Black 1958)',
    explanation: `Every agent has ${amount} and spreads them over the proposals as it likes. The proposal with the most points in all is selected.`,
    meets: ['monotonicity', 'consistency'] as const,
    ballotSettings: (options: readonly string[], electorate: number) => ({
      points: points(options, electorate),
    }),
    count(profile: Profile<PointsBallot>) {
      const { options, ballots, electorate } = profile;
      checkProfile('cumulative', 'points', profile, { points: points(options, electorate) });
      return resultByTotal(
        options,
        options.map((option) =>
          orderFreeSum(
            ballots.map(
              // own members only: an option may be called "constructor"
              (ballot, place) =>
                (Object.hasOwn(ballot.points, option) ? (ballot.points[option] ?? 0) : 0) *
                votersBehind(profile, place),
            ),
          ),
        ),
      );
    },
  });
}

/** Sums in an order that depends on the numbers alone, so that shuffling ballots changes not even the last bit. */
export function orderFreeSum(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b).reduce((sum, number) => sum + number, 0);
}

/**
 * Cumulative voting: every agent spreads a fixed number of points, and the highest total wins, `argmax_c sum_i pt_ic`.
 * Source: RoundTable, Appendix C and Figure 15, after Black (1958).
 *
 * The paper gives two budgets: its formula `|I|` points, one per agent; its prompt (Figure 15), which the agents read,
 * as many as there are candidates. They differ when proposals merge or when the current decision is a candidate. The
 * default is the prompt's. A ballot must spend the whole budget. Fractions are allowed, since the paper does not
 * require whole points.
 * @example
 * const ballots = [{ kind: 'points' as const, points: { A: 7, B: 3 } }];
 * voting.cumulative({ budget: 10 }).count({ options: ['A', 'B'], ballots, electorate: 1 }).winners; // => ['A']
 */
export const cumulative: RuleWithVariants<CumulativeSettings, 'points'> = withVariants(
  'cumulative',
  {
    budget: either(
      '"candidates", "voters" or a number above 0',
      oneOf('candidates', 'voters'),
      positive(),
    ).optional(),
  },
  cumulativeVoting,
  cumulativeVoting({}),
);
