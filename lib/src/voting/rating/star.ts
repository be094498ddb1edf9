import type { RatingScale, RuleWithBallotSettings } from '../ballot-settings';
import type { RatingProfile } from '../rating-profile';
import { ratingRule } from '../rating-rule';
import { resultByTiers, tallyOf } from '../result';
import type { RuleStep } from '../rule-step';
import type { RatingRule } from '../rule-types';
import { sums } from './range';
import { isSameScale, requireScale } from './scale';

/** Zero to five stars. */
export const starScale: RatingScale = Object.freeze({ lowest: 0, highest: 5 });

/**
 * STAR, score then automatic runoff: the two options with the highest sums of ratings meet in a runoff, which the
 * one wins that more voters rate above the other.
 * Source: Frohnmayer (2014), starvoting.org; pref_voting's `star`. The tally is in points.
 *
 * Nothing is drawn: where options are tied for the first or the second place, every possible pair of finalists meets
 * and whoever wins a runoff is a winner (parallel universes, as in pref_voting); in a level runoff both are. The
 * official protocol goes on to settle such ties, here that is left to a tie policy. The order: winners, then
 * the other finalists, then the rest, the latter two by points.
 * @param scale - default 0 to 5
 * @throws AgoraError 'setting' when the scale is no two whole numbers, the lower one first
 */
export function starVoting(scale: RatingScale = starScale): RatingRule & RuleWithBallotSettings {
  const { lowest, highest } = requireScale('star', scale);
  return ratingRule({
    name: isSameScale(scale, starScale) ? 'star' : `star (${lowest} to ${highest})`,
    source: 'Frohnmayer 2014, starvoting.org',
    explanation: `Every agent rates each proposal with a whole number from ${lowest} (worst) to ${highest} (best). Of the two proposals with the highest sums, the one that more agents rate above the other is selected.`,
    meets: ['majority loser', 'monotonicity', 'condorcet loser', 'pareto'],
    scale,
    decide: (profile) => {
      const totals = sums(profile);
      const rank = new Uint8Array(totals.length).fill(2); // 0 winners, 1 other finalists, 2 the rest
      const pairs = finalists(totals);
      if (pairs.length === 0) rank.fill(0);
      for (const [a, b] of pairs) {
        const margin = ahead(profile, a, b) - ahead(profile, b, a);
        rank[a] = Math.min(rank[a] as number, margin >= 0 ? 0 : 1);
        rank[b] = Math.min(rank[b] as number, margin <= 0 ? 0 : 1);
      }
      return resultByTiers(profile.options, totals, tiers(totals, rank));
    },
    steps,
  });
}

/** All pairs that may meet: of those tied for the first place, or of the first and those tied for the second. */
function finalists(totals: readonly number[]): [number, number][] {
  let [first, second] = [-Infinity, -Infinity];
  for (const total of totals) {
    if (total > first) [first, second] = [total, first];
    else if (total > second) second = total;
  }
  const pairs: [number, number][] = [];
  for (let a = 0; a < totals.length; a++)
    for (let b = 0; b < a; b++) {
      const [high, low] = (totals[a] as number) >= (totals[b] as number) ? [a, b] : [b, a];
      if (totals[high] === first && totals[low] === second) pairs.push([high, low]);
    }
  return pairs;
}

/** How many voters rate a above b. */
function ahead({ options, weights, cells }: RatingProfile, a: number, b: number): number {
  let voters = 0;
  for (let ballot = 0, at = 0; ballot < weights.length; ballot++, at += options.length)
    if ((cells[at + a] as number) > (cells[at + b] as number)) voters += weights[ballot] as number;
  return voters;
}

function tiers(totals: readonly number[], rank: Uint8Array): number[][] {
  const places = Array.from(totals, (_, option) => option).sort(
    (a, b) => (rank[a] as number) - (rank[b] as number) || (totals[b] as number) - (totals[a] as number),
  );
  const groups: number[][] = [];
  let last = -1;
  for (const option of places) {
    const isLevel =
      last >= 0 && rank[option] === rank[last] && (rank[option] === 0 || totals[option] === totals[last]);
    if (isLevel) groups[groups.length - 1]?.push(option);
    else groups.push([option]);
    last = option;
  }
  return groups;
}

function steps(profile: RatingProfile): RuleStep[] {
  const { options } = profile;
  const totals = sums(profile);
  const name = (option: number): string => options[option] as string;
  return [
    { kind: 'count', label: 'sums of ratings', tally: tallyOf(options, totals) },
    ...finalists(totals).map(([a, b]) => ({
      kind: 'count' as const,
      label: `runoff between ${name(a)} and ${name(b)}`,
      tally: tallyOf([name(a), name(b)], [ahead(profile, a, b), ahead(profile, b, a)]),
    })),
  ];
}

export const star: RatingRule & RuleWithBallotSettings = starVoting();
