import { resultByScore } from '../result';
import type { ApprovalRule } from '../rule-types';
import { approvalRule, type ApprovalLimits } from './approval-rule';
import { nameWith } from './ballot-forms';

/**
 * Approval voting: a ballot names the options that are good enough, and the option named by the most voters wins.
 * Source: Brams and Fishburn (1978); pref_voting's `approval`. The tally is in voters. Approving nothing is a ballot:
 * when all voters do, all options are tied on 0 and all win; when nobody votes, none does.
 *
 * With limits it is another rule (`{ least: 2, most: 2 }` is 2-approval), and voters may be unable to
 * say what they think, so it meets fewer criteria.
 * @throws AgoraError 'setting' when the limits make no sense
 */
export function approvalVoting(limits: ApprovalLimits = {}): ApprovalRule {
  const { least = 0, most = Infinity } = limits;
  const isLimited = least > 0 || most < Infinity;
  const range =
    least === most ? `exactly ${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  return approvalRule({
    name: nameWith('approval', [isLimited && range]),
    source: 'Brams and Fishburn 1978',
    explanation: `Every agent approves ${isLimited ? range : 'as many'} proposals${isLimited ? '' : ' as it likes'}. The proposal approved by the most agents is selected.`,
    meets: [
      ...(['monotonicity', 'consistency', 'participation'] as const),
      ...(isLimited
        ? []
        : (['independence of irrelevant alternatives', 'reversal symmetry', 'pareto'] as const)),
    ],
    limits,
    decide: ({ options, ballots }, counts) => {
      const places = new Map(options.map((option, place) => [option, place]));
      const votes = new Float64Array(options.length);
      for (let ballot = 0; ballot < ballots.length; ballot++)
        for (const option of ballots[ballot]?.approved ?? []) {
          const place = places.get(option) as number;
          votes[place] = (votes[place] as number) + (counts[ballot] as number);
        }
      return resultByScore(options, votes);
    },
  });
}

export const approval: ApprovalRule = approvalVoting();
