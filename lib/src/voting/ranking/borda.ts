import { nameWith } from '../more/ballot-forms';
import { preferentialRule } from '../preferential-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';
import type { Result } from '../voting-rule';

/** What the Borda count makes of ballots that are not complete, strict rankings. */
export interface BordaSettings {
  /**
   * What options earn that a ballot leaves out: no points, or the average of the places left to them. Left out, ballots
   * must be complete. (Emerson 2013 discusses the choice: `none` rewards ranking few options.)
   */
  readonly leftOut?: 'none' | 'average';
  /** Whether several options may share a tier; they share the average of its places. Default false. */
  readonly weak?: boolean;
}

/**
 * Borda count: of m options, the i-th place on a ballot earns m - i points, and the highest total wins.
 * Source: Borda (1781); GEDI, section 4.2; pref_voting's `borda`. The tally is in points.
 */
export function bordaMethod(settings: BordaSettings = {}): RankingRule {
  const { leftOut, weak = false } = settings;
  return preferentialRule({
    name: nameWith('borda', [
      leftOut === 'none' && 'truncated',
      leftOut === 'average' && 'truncated, averaged',
      weak && 'weak',
    ]),
    source: 'GEDI, section 4.2 (Borda 1781)',
    explanation:
      'Every agent ranks the proposals from best to worst. A proposal earns one point for every proposal ranked beneath it. The proposal with the most points is selected.',
    meets: [
      ...(['majority loser', 'monotonicity', 'consistency', 'condorcet loser'] as const),
      ...(['participation', 'reversal symmetry', 'pareto'] as const),
    ],
    truncated: leftOut !== undefined,
    weak,
    decide: (profile) =>
      profile.isWeak || profile.isTruncated ? byAverages(profile, leftOut === 'average') : byPlaces(profile),
  });
}

function byPlaces({ options, size, tiers, weights }: RankingProfile): Result {
  const m = options.length;
  const points: number[] = [];
  for (let option = 0; option < m; option++) points.push(0);
  for (let ballot = 0, at = 0; ballot < size; ballot++) {
    const weight = weights[ballot] as number;
    for (let option = 0; option < m; option++, at++)
      points[option] = (points[option] as number) + weight * (m - 1 - (tiers[at] as number));
  }
  return resultByScore(options, points);
}

/** A tier's average place earns a point for every option beneath it, and half a point for every other one in it. */
function byAverages({ options, size, tiers, weights }: RankingProfile, countLeftOut: boolean): Result {
  const m = options.length;
  const points = options.map(() => 0);
  for (let ballot = 0; ballot < size; ballot++) {
    const tierOf = (option: number): number => tiers[ballot * m + option] as number;
    for (let option = 0; option < m; option++) {
      if (tierOf(option) >= m && !countLeftOut) continue;
      let earned = -0.5; // the option itself is counted in its own tier
      for (let other = 0; other < m; other++)
        if (tierOf(other) > tierOf(option)) earned += 1;
        else if (tierOf(other) === tierOf(option)) earned += 0.5;
      points[option] = (points[option] as number) + (weights[ballot] as number) * earned;
    }
  }
  return resultByScore(options, points);
}

export const borda: RankingRule = bordaMethod();
