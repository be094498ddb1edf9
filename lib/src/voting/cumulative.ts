import { checkProfile, votersBehind } from './check-profile';
import type { PointsRule } from './rule-types';
import { orderFreeSum, topTotal } from './top-total';
import type { PointsBallot } from './voting-rule';

/** How many points a ballot spreads: as many as there are candidates, or as there are voters, or a fixed number. */
export type CumulativeBudget = 'candidates' | 'voters' | number;

/**
 * Cumulative voting: every agent spreads a fixed number of points, and the highest total wins,
 * `argmax_c sum_i pt_ic`. Source: RoundTable, Appendix C and Figure 15, after Black (1958).
 *
 * The paper gives two budgets: its formula `|I|` points, one per agent; its prompt (Figure 15), which the
 * agents read, as many as there are candidates. They differ as soon as proposals merge or the standing
 * decision joins. The default is the prompt's. A ballot must spend all of it; fractions are allowed, as the
 * paper says nothing of whole points.
 * @param settings.budget - `candidates` (Figure 15, the default), `voters` (the formula), or a number above 0
 * @throws RangeError for a budget that is no number above 0
 */
export function cumulativeVoting(settings: { readonly budget?: CumulativeBudget } = {}): PointsRule {
  const { budget = 'candidates' } = settings;
  if (typeof budget === 'number' && !(Number.isFinite(budget) && budget > 0))
    throw new RangeError(`cumulative needs a budget of points above 0, got ${budget}`);
  const points = (options: readonly string[], electorate: number): number =>
    typeof budget === 'number' ? budget : budget === 'voters' ? electorate : options.length;
  return Object.freeze({
    name: nameOf(budget),
    ballot: 'points' as const,
    source: 'RoundTable, Appendix C (Black 1958)',
    explanation: `Every agent has ${amountOf(budget)} and spreads them over the proposals as it likes. The proposal with the most points in all is selected.`,
    meets: ['monotonicity', 'consistency'],
    ballotSettings: (options, electorate) => ({ points: points(options, electorate) }),
    count(profile) {
      const { options, ballots, electorate } = profile;
      checkProfile('cumulative', 'points', profile, { points: points(options, electorate) });
      const totals = new Map(
        options.map((option) => [
          option,
          orderFreeSum(
            ballots.map((ballot, place) => pointsFor(option, ballot) * votersBehind(profile, place)),
          ),
        ]),
      );
      return topTotal(options, totals);
    },
  } satisfies PointsRule);
}

function nameOf(budget: CumulativeBudget): string {
  if (typeof budget === 'number') return `cumulative (${budget} points)`;
  return budget === 'voters' ? 'cumulative (a point per voter)' : 'cumulative';
}

function amountOf(budget: CumulativeBudget): string {
  if (typeof budget === 'number') return `${budget} points`;
  return `as many points as there are ${budget === 'voters' ? 'agents' : 'candidate proposals'}`;
}

/** Own members only: an option may be called "constructor". */
function pointsFor(option: string, ballot: PointsBallot): number {
  return Object.hasOwn(ballot.points, option) ? (ballot.points[option] ?? 0) : 0;
}

export const cumulative = cumulativeVoting();
