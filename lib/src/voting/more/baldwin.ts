import type { CriterionName } from '../criterion-name';
import { preferentialRule } from '../preferential-rule';
import type { RankingRule } from '../rule-types';
import { scoreByBorda } from './borda-in-race';
import { eliminationSteps, resultByElimination, type Elimination } from './elimination';
import { markExtreme } from './mark-extreme';
import { resultByUniverses } from './parallel-universes';

const lowestLeaves: Elimination = {
  score: scoreByBorda,
  mark: (race) => markExtreme(race, 'lowest'),
};

const met: readonly CriterionName[] = [
  ...(['majority', 'majority loser', 'condorcet', 'condorcet loser', 'smith', 'pareto'] as const),
];

const explanation =
  'Every agent ranks all proposals from best to worst. A proposal earns a point for every proposal ranked beneath it; the one with the fewest points leaves, and the points are counted anew among the others. The last proposal left is selected.';

/**
 * Baldwin: rounds of Borda counts among the options left; all on the lowest count leave together, and where all left
 * are level they win together.
 * Source: Baldwin (1926); pref_voting's `baldwin`. Complete, strict rankings. Options that leave together are tied in
 * the order; the tally is the number of rounds survived, the points are in the steps.
 */
export const baldwin: RankingRule = preferentialRule({
  name: 'baldwin',
  source: 'Baldwin 1926',
  explanation,
  meets: met,
  decide: (profile) => resultByElimination(profile, lowestLeaves),
  steps: (profile) => eliminationSteps(profile, lowestLeaves),
});

/**
 * Baldwin with one option leaving at a time: who wins for some choice among the lowest wins.
 * Source: pref_voting's `baldwin_put`. At most 20 options (AgoraError 'too-many-options'). The tally is the number of options
 * outlasted, at best.
 */
export const baldwinUniverses: RankingRule = preferentialRule({
  name: 'baldwin (parallel universes)',
  source: 'Baldwin 1926; Conitzer et al. 2009',
  explanation,
  meets: met,
  decide: (profile) => resultByUniverses('baldwin (parallel universes)', profile, lowestLeaves),
});
