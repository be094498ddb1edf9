import { approval, cumulative, preferentialRule, type VotingRule } from 'agora-voting';
import { resultByScore } from 'agora-voting/internal';
import type { Election } from './read-elections';

/** The llm-voting authors' count of rankings: five ranked projects earn 5, 4, 3, 2 and 1 points. */
export const fiveToOne: VotingRule<'ranking'> = preferentialRule({
  name: 'five to one',
  source: 'llm-voting (ETH Zurich), ranked votes',
  explanation:
    'Every agent ranks five proposals. They earn 5, 4, 3, 2 and 1 points. The proposal with the most points is selected.',
  meets: ['monotonicity', 'consistency'],
  truncated: true,
  decide: (profile) =>
    resultByScore(
      profile.options,
      profile.options.map((_, option) =>
        [5, 4, 3, 2, 1].reduce((sum, points, place) => sum + points * profile.placed(option, place), 0),
      ),
    ),
});

/** The rule that the voters of an election were told. */
export function ruleOf({ kind, settings }: Election): VotingRule {
  if (kind === 'approval') return approval(settings.approvals ?? {});
  return kind === 'points' ? cumulative({ budget: settings.points ?? 10 }) : fiveToOne;
}
