import { cumulativeVoting } from '../cumulative';
import { approvalVoting, schulzeMethod } from '../more';
import { preferentialRule } from '../preferential-rule';
import { bordaMethod, bucklinMethod, instantRunoffMethod } from '../ranking';
import { rankedVoting } from '../ranked';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';
import type { VotingRule } from '../voting-rule';
import type { LlmVotingElection } from './read-llm-voting';

/** Five ranked projects earn 5, 4, 3, 2 and 1 points: how the authors of llm-voting count rankings. */
export const fiveToOne: RankingRule = preferentialRule({
  name: 'five to one',
  source: 'llm-voting (ETH Zurich), ranked votes',
  explanation:
    'Every agent ranks five proposals. They earn 5, 4, 3, 2 and 1 points. The proposal with the most points is selected.',
  meets: ['monotonicity', 'consistency'],
  truncated: true,
  decide: ({ options, placed }) =>
    resultByScore(
      options,
      options.map((_, option) =>
        [5, 4, 3, 2, 1].reduce(
          (sum, points, place) =>
            place < options.length ? sum + points * (placed[option * options.length + place] as number) : sum,
          0,
        ),
      ),
    ),
});

const truncated = { truncated: true } as const;

const forRankings: readonly VotingRule[] = Object.freeze([
  fiveToOne,
  rankedVoting(truncated),
  bordaMethod({ leftOut: 'average' }),
  bucklinMethod(truncated),
  instantRunoffMethod(truncated),
  schulzeMethod(truncated),
] as VotingRule[]);

/** The rules that the ballots of an election suit; the first is the one that its voters were told. */
export function rulesFor({ kind, settings }: LlmVotingElection): readonly VotingRule[] {
  if (kind === 'approval') return [approvalVoting(settings.approvals)];
  if (kind === 'points') return [cumulativeVoting({ budget: settings.points ?? 10 })];
  return forRankings;
}
