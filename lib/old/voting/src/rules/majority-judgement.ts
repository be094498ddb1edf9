import { ratingScale, scaleSetting } from '../ballots';
import { ratingRule, withVariants, type RuleWithVariants } from '../make-rule';
import type { RatingProfile } from '../rating-profile';
import { resultByTiers, tallyOf } from '../result';
import type { RatingScale, Result, RuleStep, VotingRule } from '../voting-rule';
import { nameOn, type ScaleSettings } from './range';

/**
 * The grades of an option in the order in which they are the median and are taken away: from the middle outwards, down
 * and up by turns. Of an even number of grades the lower one of the two in the middle is the median.
 */
function mediansOf({ rows, voters }: RatingProfile, option: number): number[] {
  const grades = rows.flatMap(({ ratings, weight }) =>
    new Array<number>(weight).fill(ratings[option] ?? NaN),
  );
  grades.sort((a, b) => a - b);
  let down = Math.ceil(voters / 2) - 1;
  let up = down + 1;
  return grades.map(() => grades[down + 1 >= voters - up ? down-- : up++] ?? NaN);
}

/** Where two options' medians differ first, or -1. */
function firstDifference(one: readonly number[], other: readonly number[]): number {
  return one.findIndex((median, place) => median !== other[place]);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = firstDifference(one, other);
  return place < 0 ? 0 : (other[place] ?? 0) - (one[place] ?? 0);
}

interface Judged {
  readonly option: number;
  readonly medians: readonly number[];
}

/** The options, best first, those with equal grades together. */
function judged(profile: RatingProfile): Judged[][] {
  const all = profile.options.map((_, option) => ({ option, medians: mediansOf(profile, option) }));
  const tiers: Judged[][] = [];
  for (const one of all.sort((a, b) => compare(a.medians, b.medians))) {
    const [last] = tiers.at(-1) ?? [];
    if (last !== undefined && compare(last.medians, one.medians) === 0) tiers.at(-1)?.push(one);
    else tiers.push([one]);
  }
  return tiers;
}

/** The median grade of each option, in the options' order. */
function firstMedians(tiers: readonly (readonly Judged[])[]): number[] {
  const grades: number[] = [];
  for (const { option, medians } of tiers.flat()) grades[option] = medians[0] ?? NaN;
  return grades;
}

function decide(profile: RatingProfile): Result {
  const tiers = judged(profile);
  return resultByTiers(
    profile.options,
    firstMedians(tiers),
    tiers.map((tier) => tier.map(({ option }) => option)),
  );
}

/** The medians, then how each two neighbours in the order with the same median were told apart. */
function steps(profile: RatingProfile): RuleStep[] {
  const { options } = profile;
  const tiers = judged(profile);
  const taken: RuleStep[] = [
    { kind: 'count', label: 'median grades', tally: tallyOf(options, firstMedians(tiers)) },
  ];
  tiers.slice(1).forEach(([below], place) => {
    const [above] = tiers[place] ?? [];
    if (above === undefined || below === undefined) return;
    const removed = firstDifference(above.medians, below.medians);
    if (removed === 0) return;
    const [upper, lower] = [options[above.option], options[below.option]];
    taken.push({
      kind: 'remark',
      text: `${upper} and ${lower} have the median ${above.medians[0]}; with ${removed} ${removed === 1 ? 'median' : 'medians'} taken from each, ${upper} has ${above.medians[removed]} and ${lower} ${below.medians[removed]}`,
    });
  });
  return taken;
}

function majorityJudgementVoting({ scale = ratingScale }: ScaleSettings): VotingRule<'rating'> {
  const { lowest, highest }: RatingScale = scale;
  return ratingRule({
    name: nameOn('majority judgement', scale, ratingScale),
    source: 'Balinski and Laraki 2007',
    explanation: `Every agent grades each proposal with a whole number from ${lowest} (worst) to ${highest} (best). The proposal with the highest median grade is selected. Of several, one median grade is taken away from each until their medians differ.`,
    meets: ['monotonicity', 'independence of irrelevant alternatives', 'pareto'],
    scale,
    decide,
    steps,
  });
}

/**
 * Majority judgement: the highest median grade wins, of an even number of grades the lower one in the middle. Between
 * options with the same median, one median is removed from each, again and again, until the medians left differ;
 * options with the very same grades stay tied. Source: Balinski and Laraki (2007), "A theory of measuring, electing,
 * and ranking". Scale 1 to 5 by default. The tally is the median grade. Costs voters x options, even if equal ballots
 * are given by counts.
 *
 * pref_voting's `majority_judgement` breaks ties by the majority gauge (the share of grades above or below the median),
 * which Balinski and Laraki offer as a short cut. If it decides, it agrees with removing medians; if not, it leaves
 * options tied that this rule distinguishes. votelib's version removes several medians at once and sometimes too many:
 * it errs on 2 of 600 profiles.
 * @example
 * voting.majorityJudgement.count(voting.RatingProfile.ofRows(['A', 'B'], [[4, 3], [4, 5], [1, 3]])).winners; // => ['A']
 */
export const majorityJudgement: RuleWithVariants<ScaleSettings, 'rating'> = withVariants(
  'majorityJudgement',
  { scale: scaleSetting.optional() },
  majorityJudgementVoting,
  majorityJudgementVoting({}),
);
