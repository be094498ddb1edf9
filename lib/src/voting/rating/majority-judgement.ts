import type { RatingScale, RuleWithBallotSettings } from '../ballot-settings';
import { ratingScale } from '../ballots';
import { ratingRule } from '../rating-rule';
import { resultByTiers, tallyOf } from '../result';
import type { RuleStep } from '../rule-step';
import type { RatingRule } from '../rule-types';
import { firstDifference, gradesOf, median, type Grades } from './median-grades';
import { isSameScale, requireScale } from './scale';

/**
 * Majority judgement: the highest median grade wins, of an even number of grades the lower one in the middle. Between
 * options with the same median, one median is removed from each, again and again, until the medians left differ;
 * options with the very same grades stay tied.
 * Source: Balinski and Laraki (2007), "A theory of measuring, electing, and ranking". The tally is the median grade.
 *
 * pref_voting's `majority_judgement` breaks ties by the majority gauge (the share of grades above or below the
 * median), which Balinski and Laraki offer as a short cut: where it decides it agrees with removing medians, and
 * where it does not, it leaves options tied that this rule
 * tells apart. votelib's takes several medians away at once, and now and then too many: it errs on 2 of 600 profiles.
 * @param scale - default 1 to 5
 * @throws AgoraError 'setting' when the scale is no two whole numbers, the lower one first
 */
export function majorityJudgementVoting(
  scale: RatingScale = ratingScale,
): RatingRule & RuleWithBallotSettings {
  const { lowest, highest } = requireScale('majority judgement', scale);
  return ratingRule({
    name: isSameScale(scale, ratingScale)
      ? 'majority judgement'
      : `majority judgement (${lowest} to ${highest})`,
    source: 'Balinski and Laraki 2007',
    explanation: `Every agent grades each proposal with a whole number from ${lowest} (worst) to ${highest} (best). The proposal with the highest median grade is selected. Of several, one median grade is taken away from each until their medians differ.`,
    meets: ['monotonicity', 'independence of irrelevant alternatives', 'pareto'],
    scale,
    decide: (profile) => {
      const grades = gradesOf(profile, lowest, highest);
      return resultByTiers(
        profile.options,
        medians(profile.options, grades),
        ranked(profile.options, grades),
      );
    },
    steps: (profile) => steps(profile.options, gradesOf(profile, lowest, highest)),
  });
}

function medians(options: readonly string[], grades: Grades): number[] {
  return options.map((_, option) => median(grades, option));
}

/** Options by their places, best first, those with equal grades together. */
function ranked(options: readonly string[], grades: Grades): number[][] {
  const compare = (a: number, b: number): number => {
    const difference = firstDifference(grades, a, b);
    return difference === null ? 0 : difference.medians[1] - difference.medians[0];
  };
  const tiers: number[][] = [];
  for (const option of options.map((_, place) => place).sort(compare)) {
    const last = tiers[tiers.length - 1];
    if (last?.[0] !== undefined && compare(last[0], option) === 0) last.push(option);
    else tiers.push([option]);
  }
  return tiers;
}

/** The medians, then how each two neighbours in the order with the same median were told apart. */
function steps(options: readonly string[], grades: Grades): RuleStep[] {
  const taken: RuleStep[] = [
    { kind: 'count', label: 'median grades', tally: tallyOf(options, medians(options, grades)) },
  ];
  const tiers = ranked(options, grades);
  tiers.slice(1).forEach((tier, place) => {
    const [above, below] = [tiers[place]?.[0] as number, tier[0] as number];
    const difference = firstDifference(grades, above, below);
    if (difference === null || difference.removed === 0) return;
    const { removed, medians } = difference;
    taken.push({
      kind: 'remark',
      text: `${options[above]} and ${options[below]} have the median ${median(grades, above)}; with ${removed} ${removed === 1 ? 'median' : 'medians'} taken from each, ${options[above]} has ${medians[0]} and ${options[below]} ${medians[1]}`,
    });
  });
  return taken;
}

export const majorityJudgement: RatingRule & RuleWithBallotSettings = majorityJudgementVoting();
