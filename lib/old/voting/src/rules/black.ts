import { preferentialRule } from '../make-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore, tallyOf } from '../result';
import type { VotingRule } from '../voting-rule';

function bordaPoints(profile: RankingProfile): number[] {
  const { options } = profile;
  return options.map((_, a) => options.reduce((sum, __, b) => sum + profile.preferred(a, b), 0));
}

function condorcetWinner(profile: RankingProfile): string | undefined {
  const { options } = profile;
  return options.find((_, a) => options.every((__, b) => a === b || profile.margin(a, b) > 0));
}

/**
 * Black: the Condorcet winner (preferred by a majority to each other option) if there is one, else the options with
 * the highest Borda count. Source: Black (1958), The Theory of Committees and Elections; pref_voting's `blacks`.
 * Complete, strict rankings. The tally is the Borda count, so a Condorcet winner may be ordered above options with more
 * points.
 * @example
 * const ballots = ['ABC', 'ABC', 'ABC', 'BCA', 'BCA'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.black.count({ options: ['A', 'B', 'C'], ballots, electorate: 5 }).winners; // => ['A']
 */
export const black: VotingRule<'ranking'> = preferentialRule({
  name: 'black',
  source: 'Black 1958',
  explanation:
    'Every agent ranks all proposals from best to worst. If one proposal is preferred by a majority to each of the others, it is selected. If there is none, a proposal earns a point for every proposal ranked beneath it, and the one with the most points is selected.',
  meets: [
    'majority',
    'majority loser',
    'monotonicity',
    'condorcet',
    'condorcet loser',
    'reversal symmetry',
    'pareto',
  ],
  decide(profile) {
    const borda = resultByScore(profile.options, bordaPoints(profile));
    const winner = condorcetWinner(profile);
    if (winner === undefined) return borda;
    const others = borda.order.map((tier) => tier.filter((option) => option !== winner));
    const order = [[winner], ...others.filter((tier) => tier.length > 0)];
    return { tally: borda.tally, order, winners: [winner] };
  },
  steps(profile) {
    const winner = condorcetWinner(profile);
    if (winner !== undefined) return [{ kind: 'remark', text: `${winner} is the Condorcet winner` }];
    return [
      {
        kind: 'remark',
        text: 'no option is preferred to each other by a majority: the Borda count decides',
      },
      { kind: 'count', label: 'Borda count', tally: tallyOf(profile.options, bordaPoints(profile)) },
    ];
  },
});
