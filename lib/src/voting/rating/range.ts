import type { RatingScale, RuleWithBallotSettings } from '../ballot-settings';
import type { CriterionName } from '../criterion-name';
import type { RatingProfile } from '../rating-profile';
import { ratingRule } from '../rating-rule';
import { resultByScore } from '../result';
import type { RatingRule } from '../rule-types';
import { zeros } from '../more/zeros';
import { isSameScale, requireScale } from './scale';

/** What a rule by the sum of ratings meets. */
export const metBySums: readonly CriterionName[] = [
  ...(['monotonicity', 'consistency', 'independence of irrelevant alternatives'] as const),
  ...(['participation', 'reversal symmetry', 'pareto'] as const),
];

/** GEDI's code rates from 0 to 9 (`cdm`); the paper speaks of "a designated cardinal range" (section 4.2). */
export const rangeScale: RatingScale = Object.freeze({ lowest: 0, highest: 9 });

/**
 * Range voting, or score voting: every ballot rates every option with a whole number on a scale, and the highest sum
 * wins. Source: GEDI, section 4.2 (Menton 2013). The tally is in points.
 * On the scale 1 to 5 it is RoundTable's `rated`.
 * @param scale - default 0 to 9
 * @throws AgoraError 'setting' when the scale is no two whole numbers, the lower one first
 */
export function rangeVoting(scale: RatingScale = rangeScale): RatingRule & RuleWithBallotSettings {
  const { lowest, highest } = requireScale('range voting', scale);
  return sumRule(isSameScale(scale, rangeScale) ? 'range' : `range (${lowest} to ${highest})`, scale);
}

/**
 * Score voting with k points: range voting on the scale 0 to k.
 * @throws AgoraError 'setting' when k is no whole number of at least 1
 */
export function scoreVoting(k: number): RatingRule & RuleWithBallotSettings {
  return sumRule(`score (0 to ${k})`, requireScale('score voting', { lowest: 0, highest: k }));
}

function sumRule(name: string, scale: RatingScale): RatingRule & RuleWithBallotSettings {
  const { lowest, highest } = scale;
  return ratingRule({
    name,
    source: 'GEDI, section 4.2 (Menton 2013)',
    explanation: `Every agent rates each proposal with a whole number from ${lowest} (worst) to ${highest} (best). The proposal with the highest sum of ratings is selected.`,
    meets: metBySums,
    scale,
    decide: (profile) => resultByScore(profile.options, sums(profile)),
  });
}

/** `sums[option]`: its ratings, over all voters. */
export function sums({ options, weights, cells }: RatingProfile): number[] {
  const m = options.length;
  const totals = zeros(m);
  for (let ballot = 0, at = 0; ballot < weights.length; ballot++) {
    const weight = weights[ballot] as number;
    for (let option = 0; option < m; option++, at++)
      totals[option] = (totals[option] as number) + weight * (cells[at] as number);
  }
  return totals;
}

export const range: RatingRule & RuleWithBallotSettings = rangeVoting();
