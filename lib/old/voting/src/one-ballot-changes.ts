import { AgoraError } from './agora-error';
import { check, object } from './check';
import { aProfile } from './check-profile';
import { votingRule } from './rule-setting';
import type { BallotOf, Profile, VotingRule } from './voting-rule';

type Rankings = Profile<BallotOf['ranking']>;

/** One voter's other ranking, and who wins then. */
export interface BallotChange {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly winners: readonly string[];
}

/** With more options there are too many other rankings to look at. */
const mostOptionsForChanges = 6;

const asked = object('arguments', { rule: votingRule, profile: aProfile });

/**
 * Lists the single-ballot changes that change the winners. For each ballot, one of its voters tries every other
 * complete ranking. The list is empty if no change matters.
 * @param profile - strict rankings; a truncated one may be changed into any complete one
 * @throws AgoraError 'setting' when there are more than six options; what the rule itself throws
 * @example
 * const ballots = [{ kind: 'ranking' as const, ranking: ['A', 'B'] }];
 * voting.oneBallotChanges(voting.borda, { options: ['A', 'B'], ballots, electorate: 1 }).length; // => 1
 */
export function oneBallotChanges(rule: VotingRule<'ranking'>, profile: Rankings): readonly BallotChange[] {
  check('oneBallotChanges', asked, { rule, profile });
  const { options, ballots } = profile;
  if (options.length > mostOptionsForChanges)
    throw new AgoraError(
      'setting',
      `oneBallotChanges looks at up to ${mostOptionsForChanges} options, got ${options.length}`,
    );
  const counts = profile.counts ?? ballots.map(() => 1);
  const before = rule.count(profile).winners.join('\u0000');
  const others = permutations(options);
  return ballots.flatMap((ballot, place) => {
    if ((counts[place] ?? 0) === 0) return [];
    const from = ballot.kind === 'ranking' ? ballot.ranking : ballot.tiers.flat();
    return others.flatMap((to) => {
      if (to.join('\u0000') === from.join('\u0000')) return [];
      const { winners } = rule.count({
        options,
        electorate: profile.electorate,
        ballots: [...ballots, { kind: 'ranking', ranking: to }],
        counts: [...counts.map((count, at) => (at === place ? count - 1 : count)), 1],
      });
      return winners.join('\u0000') === before ? [] : [{ from, to, winners }];
    });
  });
}

function permutations(items: readonly string[]): string[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, place) =>
    permutations(items.filter((_, at) => at !== place)).map((rest) => [first, ...rest]),
  );
}
