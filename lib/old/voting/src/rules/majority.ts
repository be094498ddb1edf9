import { checkProfile, votersBehind } from '../check-profile';
import { add, resultByTotal, zeros } from '../result';
import type { ChoiceBallot, Profile, VotingRule } from '../voting-rule';

/**
 * Unanimous voting: an option wins when all agents vote for it, `sum_i v_ic = |I|` with `v_ic` 1 for a vote.
 * Source: RoundTable, Appendix C and Figure 10, after Arrow (2012). `|I|` counts all agents, so a single
 * abstention blocks. At most one option can win; the tally is in votes.
 * @example
 * const ballots = [{ kind: 'choice' as const, choice: 'A' }];
 * voting.unanimous.count({ options: ['A', 'B'], ballots, electorate: 1 }).winners; // => ['A']
 */
export const unanimous: VotingRule<'choice'> = Object.freeze({
  name: 'unanimous',
  ballot: 'choice',
  source: 'RoundTable, Appendix C (Arrow 2012)',
  explanation:
    'A proposal is selected only if every single agent votes for it. Otherwise nothing is selected.',
  meets: ['monotonicity'] as const,
  count(profile: Profile<ChoiceBallot>) {
    checkProfile('unanimous', 'choice', profile);
    const votes = votesIn(profile);
    const all = profile.electorate;
    return {
      ...resultByTotal(profile.options, votes),
      winners: profile.options.filter((_, option) => all > 0 && votes[option] === all),
    };
  },
});

/**
 * Majority voting: an option wins when more than half of all agents vote for it, `sum_i v_ic > |I| / 2`.
 * Source: RoundTable, Appendix C and Figure 11, after Arrow (2012). Half is not enough, and abstainers count
 * in `|I|`: 3 of 4 agents are needed, as Appendix E.1 says. At most one option can win; the tally is in votes.
 * @example
 * const ballots = [{ kind: 'choice' as const, choice: 'A' }];
 * voting.majority.count({ options: ['A', 'B'], ballots, electorate: 2 }).winners; // => []
 */
export const majority: VotingRule<'choice'> = Object.freeze({
  name: 'majority',
  ballot: 'choice',
  source: 'RoundTable, Appendix C (Arrow 2012)',
  explanation:
    'A proposal is selected if more than half of all agents, abstainers included, vote for it. Otherwise nothing is selected.',
  meets: ['majority', 'monotonicity'] as const,
  count(profile: Profile<ChoiceBallot>) {
    checkProfile('majority', 'choice', profile);
    const votes = votesIn(profile);
    return {
      ...resultByTotal(profile.options, votes),
      winners: profile.options.filter((_, option) => (votes[option] ?? 0) > profile.electorate / 2),
    };
  },
});

/** How many voters name each option, in the options' order. */
export function votesIn(profile: Profile<ChoiceBallot>): number[] {
  const votes = zeros(profile.options.length);
  profile.ballots.forEach(({ choice }, place) =>
    add(votes, profile.options.indexOf(choice), votersBehind(profile, place)),
  );
  return votes;
}
