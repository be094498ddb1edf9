import { AgoraError } from '../../agora-error';
import type { BallotSettings } from '../ballot-settings';
import { checkProfile } from '../check-profile';
import type { CriterionName } from '../criterion-name';
import { nobodyVoted } from '../preferential-rule';
import type { ApprovalRule } from '../rule-types';
import type { ApprovalBallot, Profile, Result } from '../voting-rule';

/** How many options a ballot may approve. Where there are fewer options than that, all of them. */
export interface ApprovalLimits {
  /** Default 0: approving nothing is a ballot. */
  readonly least?: number;
  /** Default all. */
  readonly most?: number;
}

/** A rule on approvals, without what all of them share. */
export interface ApprovalDefinition {
  readonly name: string;
  readonly source: string;
  readonly explanation: string;
  readonly meets: readonly CriterionName[];
  readonly limits?: ApprovalLimits;
  /** Decides a checked profile with at least one voter; `counts[i]` voters hold ballot i. */
  readonly decide: (profile: Profile<ApprovalBallot>, counts: readonly number[]) => Result;
}

/**
 * Makes the rule. Where nobody voted all options are tied on 0, and none wins.
 * @throws AgoraError 'setting' when the limits are no whole numbers with 0 <= least <= most and 1 <= most
 */
export function approvalRule(definition: ApprovalDefinition): ApprovalRule {
  const { name, source, explanation, meets, limits = {}, decide } = definition;
  const { least = 0, most = Infinity } = limits;
  const whole = (limit: number): boolean => Number.isSafeInteger(limit) || limit === Infinity;
  if (!whole(least) || !whole(most) || least < 0 || most < 1 || least > most || least === Infinity)
    throw new AgoraError(
      'setting',
      `approvals need whole limits with 0 <= least <= most and most at least 1, got ${least} and ${most}`,
    );
  const ballotSettings = (options: readonly string[]): BallotSettings => ({
    approvals: { least: Math.min(least, options.length), most: Math.min(most, options.length) },
  });
  return Object.freeze({
    name,
    ballot: 'approval' as const,
    source,
    explanation,
    meets: Object.freeze([...meets]),
    ballotSettings,
    count(profile) {
      checkProfile(name, 'approval', profile, ballotSettings(profile.options));
      const counts = profile.counts ?? profile.ballots.map(() => 1);
      return counts.some((count) => count > 0) ? decide(profile, counts) : nobodyVoted(profile.options);
    },
  } satisfies ApprovalRule);
}
