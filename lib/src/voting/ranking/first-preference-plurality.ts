import { formNames, nameWith, type BallotForms } from '../more/ballot-forms';
import { preferentialRule } from '../preferential-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';
import type { Result } from '../voting-rule';

/**
 * Plurality on rankings: the option that most voters put first wins.
 * Source: GEDI, section 4.2; pref_voting's `plurality`. The tally is in votes. `plurality` is the same rule on ballots
 * that name one option only.
 *
 * Truncated ballots count as others do; several favourites in one tier share their ballot's vote equally.
 */
export function firstPreferencePluralityMethod(forms: BallotForms = {}): RankingRule {
  return preferentialRule({
    ...forms,
    name: nameWith('first-preference plurality', formNames(forms)),
    source: 'GEDI, section 4.2',
    explanation:
      'Every agent ranks all proposals from best to worst. The proposal with more first places than any other is selected.',
    meets: ['majority', 'monotonicity', 'consistency', 'participation', 'pareto'],
    decide: (profile) => (profile.isWeak ? byShares(profile) : byFavourites(profile)),
  });
}

function byFavourites({ options, size, tiers, weights }: RankingProfile): Result {
  const m = options.length;
  const votes: number[] = [];
  for (let option = 0; option < m; option++) votes.push(0);
  for (let ballot = 0, at = 0; ballot < size; ballot++, at += m) {
    let favourite = 0;
    while (tiers[at + favourite] !== 0) favourite++;
    votes[favourite] = (votes[favourite] as number) + (weights[ballot] as number);
  }
  return resultByScore(options, votes);
}

function byShares({ options, size, tiers, weights }: RankingProfile): Result {
  const m = options.length;
  const votes = options.map(() => 0);
  for (let ballot = 0, at = 0; ballot < size; ballot++, at += m) {
    let favourites = 0;
    for (let option = 0; option < m; option++) if (tiers[at + option] === 0) favourites++;
    const share = (weights[ballot] as number) / favourites;
    for (let option = 0; option < m; option++)
      if (tiers[at + option] === 0) votes[option] = (votes[option] as number) + share;
  }
  return resultByScore(options, votes);
}

export const firstPreferencePlurality: RankingRule = firstPreferencePluralityMethod();
