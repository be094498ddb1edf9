import { preferentialRule } from '../preferential-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';
import { zeros } from './zeros';

/**
 * Black: the Condorcet winner (preferred by a majority to each other option) where there is one, else the options
 * with the highest Borda count.
 * Source: Black (1958), The Theory of Committees and Elections; pref_voting's `blacks`. Complete, strict rankings. The tally is the Borda count,
 * so a Condorcet winner may stand above options with more points.
 */
export const black: RankingRule = preferentialRule({
  name: 'black',
  source: 'Black 1958',
  explanation:
    'Every agent ranks all proposals from best to worst. If one proposal is preferred by a majority to each of the others, it is selected. If there is none, a proposal earns a point for every proposal ranked beneath it, and the one with the most points is selected.',
  meets: [
    ...(['majority', 'majority loser', 'monotonicity', 'condorcet', 'condorcet loser'] as const),
    ...(['reversal symmetry', 'pareto'] as const),
  ],
  decide: (profile) => {
    const { options } = profile;
    const borda = resultByScore(options, bordaPoints(profile));
    const winner = options[condorcetWinner(profile)];
    if (winner === undefined) return borda;
    const others = borda.order.map((tier) => tier.filter((option) => option !== winner));
    return {
      tally: borda.tally,
      order: [[winner], ...others.filter((tier) => tier.length > 0)],
      winners: [winner],
    };
  },
  steps: (profile) => {
    const { options } = profile;
    const winner = options[condorcetWinner(profile)];
    return winner === undefined
      ? [
          {
            kind: 'remark',
            text: 'no option is preferred to each other by a majority: the Borda count decides',
          },
          { kind: 'count', label: 'Borda count', tally: resultByScore(options, bordaPoints(profile)).tally },
        ]
      : [{ kind: 'remark', text: `${winner} is the Condorcet winner` }];
  },
});

function bordaPoints({ options, preferred }: RankingProfile): number[] {
  const m = options.length;
  const points = zeros(m);
  for (let a = 0; a < m; a++) {
    let sum = 0;
    for (let b = 0; b < m; b++) sum += preferred[a * m + b] as number;
    points[a] = sum;
  }
  return points;
}

/** @returns its place among the options, or -1 */
function condorcetWinner({ options, preferred }: RankingProfile): number {
  const m = options.length;
  for (let a = 0; a < m; a++) {
    let wins = 0;
    for (let b = 0; b < m; b++)
      if ((preferred[a * m + b] as number) > (preferred[b * m + a] as number)) wins++;
    if (wins === m - 1) return a;
  }
  return -1;
}
