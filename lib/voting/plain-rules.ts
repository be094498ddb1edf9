import { byScores, nobodyVoted, type Election, type Result, type Rule } from './rule';
import { votesFor } from './profile';

/**
 * Rules for choice ballots, which name one option, and approval ballots, which name every option that the voter
 * considers good enough. Totals are in votes.
 */

/**
 * Unanimous voting on choice ballots: an option wins if every eligible voter chooses it. A single abstention prevents a
 * decision. Source: RoundTable, appendix C and Figure 10.
 */
export const unanimous: Rule = {
  name: 'unanimous',
  ballot: 'choice',
  explanation:
    'A proposal is selected if every agent votes for it. If no proposal receives the votes of all agents, no proposal is selected.',
  count: (election) => countChoices('unanimous', election, (votes, electorate) => votes === electorate),
};

/**
 * Majority voting on choice ballots: an option wins if more than half of all eligible voters choose it. With 4 eligible
 * voters, an option needs 3 votes, even if some voters abstain. Source: RoundTable, appendix C, Figure 11 and appendix
 * E.1.
 */
export const majority: Rule = {
  name: 'majority',
  ballot: 'choice',
  explanation:
    'A proposal is selected if more than half of all agents vote for it. If no proposal receives that many votes, no proposal is selected.',
  count: (election) => countChoices('majority', election, (votes, electorate) => 2 * votes > electorate),
};

/**
 * Plurality voting on choice ballots: the option with the most votes wins. Source: RoundTable, appendix C and Figure
 * 12.
 */
export const plurality: Rule = {
  name: 'plurality',
  ballot: 'choice',
  explanation: 'Every agent votes for one proposal. The proposal with the most votes is selected.',
  count: (election) => countChoices('plurality', election, (votes, _, most) => votes === most),
};

function countChoices(
  rule: string,
  election: Election,
  wins: (votes: number, electorate: number, most: number) => boolean,
): Result {
  const { votes, frame } = votesFor(rule, 'choice', election);
  const { options, electorate, voters } = frame;
  if (voters === 0) return nobodyVoted(options);
  const most = Math.max(...votes);
  const winners = options.filter((_, option) => wins(votes[option] as number, electorate, most));
  return { ...byScores(options, votes), winners };
}

/**
 * Approval voting on approval ballots: each voter names every option that the voter considers good enough, and the
 * option named by the most voters wins. A ballot may be empty. Source: Brams and Fishburn (1978).
 */
export const approval: Rule = {
  name: 'approval',
  ballot: 'approval',
  explanation:
    'Every agent may approve of any number of proposals. The proposal with the most approvals is selected.',
  count(election) {
    const { votes, frame } = votesFor('approval', 'approval', election);
    return frame.voters === 0 ? nobodyVoted(frame.options) : byScores(frame.options, votes);
  },
};
