import { check, object, whole } from '../check';
import { checkProfile, votersBehind } from '../check-profile';
import { nameWith, withVariants, type RuleWithVariants } from '../make-rule';
import { add, nobodyVoted, resultByScore, zeros } from '../result';
import type { ApprovalBallot, BallotSettings, CriterionName, Profile, VotingRule } from '../voting-rule';

/** How many options a ballot may approve. If there are fewer options than that, it may approve all. */
export interface ApprovalLimits {
  /** Default 0: approving nothing is a ballot. */
  readonly least?: number;
  /** Default all. */
  readonly most?: number;
}

/** Criteria that approval voting meets with and without limits. */
const whereLimited: readonly CriterionName[] = ['monotonicity', 'consistency', 'participation'];
/** Criteria that only free approvals meet. */
const whereFree: readonly CriterionName[] = [
  'independence of irrelevant alternatives',
  'reversal symmetry',
  'pareto',
];

function approvalVoting({ least = 0, most = Infinity }: ApprovalLimits): VotingRule<'approval'> {
  if (most !== Infinity) check('approval', object('limits', { least: whole(0, most) }), { least });
  const isLimited = least > 0 || most < Infinity;
  const range =
    least === most ? `exactly ${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  const name = nameWith('approval', [isLimited && range]);
  const ballotSettings = (options: readonly string[]): BallotSettings => ({
    approvals: { least: Math.min(least, options.length), most: Math.min(most, options.length) },
  });
  return Object.freeze({
    name,
    ballot: 'approval' as const,
    source: 'Brams and Fishburn 1978',
    explanation: `Every agent approves ${isLimited ? range : 'as many'} proposals${isLimited ? '' : ' as it likes'}. The proposal approved by the most agents is selected.`,
    meets: isLimited ? whereLimited : [...whereLimited, ...whereFree],
    ballotSettings,
    count(profile: Profile<ApprovalBallot>) {
      const { options, ballots } = profile;
      checkProfile(name, 'approval', profile, ballotSettings(options));
      if (!ballots.some((_, place) => votersBehind(profile, place) > 0)) return nobodyVoted(options);
      const votes = zeros(options.length);
      ballots.forEach(({ approved }, place) => {
        for (const option of approved) add(votes, options.indexOf(option), votersBehind(profile, place));
      });
      return resultByScore(options, votes);
    },
  });
}

/**
 * Approval voting: a ballot names the options that are good enough, and the option named by the most voters wins.
 * Source: Brams and Fishburn (1978); pref_voting's `approval`. The tally is in voters. Approving nothing is a ballot:
 * if all voters do so, all options are tied at 0 and all win; if nobody votes, none wins.
 *
 * With limits it is another rule (`{ least: 2, most: 2 }` is 2-approval). Voters may then be unable to express their
 * opinion, so it meets fewer criteria.
 * @example
 * const ballots = [['A', 'B'], ['B']].map((approved) => ({ kind: 'approval' as const, approved }));
 * voting.approval.count({ options: ['A', 'B'], ballots, electorate: 2 }).winners; // => ['B']
 */
export const approval: RuleWithVariants<ApprovalLimits, 'approval'> = withVariants(
  'approval',
  { least: whole().optional(), most: whole(1).optional() },
  approvalVoting,
  approvalVoting({}),
);
