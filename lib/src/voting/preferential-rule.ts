import type { BallotSettings } from './ballot-settings';
import type { CriterionName } from './criterion-name';
import { RankingProfile } from './ranking-profile';
import { resultByTiers } from './result';
import type { RuleStep } from './rule-step';
import type { RankingRule } from './rule-types';
import type { BallotOf, CountHelp, Profile, Result } from './voting-rule';

/** A rule on rankings, without what all of them share: the guard, and what becomes of an election without ballots. */
export interface PreferentialDefinition {
  readonly name: string;
  readonly source: string;
  readonly explanation: string;
  readonly meets: readonly CriterionName[];
  /** Whether ballots may leave out their last options. Default false. */
  readonly truncated?: boolean;
  /** Whether ballots may put several options into one tier. Default false. */
  readonly weak?: boolean;
  /** Decides a profile with at least one voter. */
  readonly decide: (profile: RankingProfile, help: CountHelp) => Result;
  readonly steps?: (profile: RankingProfile, help: CountHelp) => readonly RuleStep[];
}

/** Makes the rule. Where nobody voted all options are tied on 0, and none wins. */
export function preferentialRule(definition: PreferentialDefinition): RankingRule {
  const { name, source, explanation, meets, truncated = false, weak = false, decide, steps } = definition;
  const settings: BallotSettings = Object.freeze({ truncated, weak });
  const checked = (profile: Profile<BallotOf['ranking']>): RankingProfile =>
    profile instanceof RankingProfile && (truncated || !profile.isTruncated) && (weak || !profile.isWeak)
      ? profile
      : RankingProfile.from(profile, settings, name);
  return Object.freeze({
    name,
    ballot: 'ranking' as const,
    source,
    explanation,
    meets: Object.freeze([...meets]),
    ballotSettings: () => settings,
    count(profile, help = {}) {
      const rankings = checked(profile);
      return rankings.voters > 0 ? decide(rankings, help) : nobodyVoted(rankings.options);
    },
    ...(steps && {
      steps(profile: Profile<BallotOf['ranking']>, help: CountHelp = {}) {
        const rankings = checked(profile);
        return rankings.voters > 0 ? steps(rankings, help) : [];
      },
    }),
  } satisfies RankingRule);
}

/** All options tied on nothing, and no winner. */
export function nobodyVoted(options: readonly string[]): Result {
  const zeros = options.map(() => 0);
  return { ...resultByTiers(options, zeros, [options.map((_, option) => option)]), winners: [] };
}
