import { ratingScale } from './ballots';
import type { BallotSettings, RatingScale, RuleWithBallotSettings } from './ballot-settings';
import type { CriterionName } from './criterion-name';
import { nobodyVoted } from './preferential-rule';
import { RatingProfile } from './rating-profile';
import type { RuleStep } from './rule-step';
import type { RatingRule } from './rule-types';
import type { BallotOf, Profile, Result } from './voting-rule';

/** A rule on ratings, without what all of them share. */
export interface RatingDefinition {
  readonly name: string;
  readonly source: string;
  readonly explanation: string;
  readonly meets: readonly CriterionName[];
  /** Default 1 to 5. */
  readonly scale?: RatingScale;
  /** Decides a profile with at least one voter. */
  readonly decide: (profile: RatingProfile) => Result;
  readonly steps?: (profile: RatingProfile) => readonly RuleStep[];
}

/** Makes the rule. Where nobody voted all options are tied on 0, and none wins. */
export function ratingRule(definition: RatingDefinition): RatingRule & RuleWithBallotSettings {
  const { name, source, explanation, meets, scale = ratingScale, decide, steps } = definition;
  const settings: BallotSettings = Object.freeze({ scale });
  const checked = (profile: Profile<BallotOf['rating']>): RatingProfile =>
    profile instanceof RatingProfile && profile.fits(scale)
      ? profile
      : RatingProfile.from(profile, settings, name);
  return Object.freeze({
    name,
    ballot: 'rating' as const,
    source,
    explanation,
    meets: Object.freeze([...meets]),
    ballotSettings: () => settings,
    count(profile: Profile<BallotOf['rating']>) {
      const ratings = checked(profile);
      return ratings.voters > 0 ? decide(ratings) : nobodyVoted(ratings.options);
    },
    ...(steps && {
      steps(profile: Profile<BallotOf['rating']>) {
        const ratings = checked(profile);
        return ratings.voters > 0 ? steps(ratings) : [];
      },
    }),
  });
}
