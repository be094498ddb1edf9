import { AgoraError } from '../agora-error';
import { ballotSettings } from '../rule-setting';
import type { Profile, RankingBallot, RatingBallot, RatingScale, VotingRule } from '../voting-rule';
import { RankingProfile } from '../ranking-profile';
import { RatingProfile } from '../rating-profile';
import type { SpaceKind } from './ballot-space';
import { searchNames, type Votes } from './votes';

/**
 * The form of the voters' opinions when a rule is examined. Rules on rankings and on ratings: as on the ballot. Rules on one choice:
 * rankings, of which the ballot names the first place (as GEDI's Table 1 reads plurality). Approval rules:
 * ratings 0 and 1, and the ballot names those rated 1.
 * @param scale - for ratings. Default: the lowest four of the rule's own
 * @throws AgoraError 'unsearchable-rule' for rules on points, and for limited approvals; AgoraError 'setting' for a
 * scale that the rule does not take
 */
export function spaceKind(rule: VotingRule, scale?: RatingScale): SpaceKind {
  switch (rule.ballot) {
    case 'choice':
    case 'ranking':
      return { kind: 'ranking' };
    case 'approval': {
      const { least = 0, most = Infinity } =
        ballotSettings(rule, searchNames, searchNames.length).approvals ?? {};
      if (least > 0 || most < searchNames.length)
        throw new AgoraError(
          'unsearchable-rule',
          `the search writes approval ballots of any length, and ${rule.name} limits them`,
        );
      return { kind: 'rating', scale: { lowest: 0, highest: 1 } };
    }
    case 'rating': {
      const own = ballotSettings(rule, ['Amber', 'Blue'], 1).scale ?? { lowest: 1, highest: 5 };
      const taken = scale ?? { lowest: own.lowest, highest: Math.min(own.highest, own.lowest + 3) };
      if (taken.lowest < own.lowest || taken.highest > own.highest)
        throw new AgoraError(
          'setting',
          `searchCounterexample needs a scale within that of ${rule.name}, ${own.lowest} to ${own.highest}, got ${taken.lowest} to ${taken.highest}`,
        );
      return { kind: 'rating', scale: taken };
    }
    case 'points':
      throw new AgoraError(
        'unsearchable-rule',
        `the search writes rankings, ratings, approvals and choices; ${rule.name} takes points`,
      );
  }
}

/** The voters' opinions as a profile: rankings or ratings. */
export type Opinions = Profile<RankingBallot> | Profile<RatingBallot>;

/**
 * The ballots that voters of these opinions hand in under a rule: the same, or their first choices, or those they rate 1.
 */
export function cast(rule: VotingRule, opinions: Opinions): Profile {
  const { ballots } = opinions;
  if (rule.ballot === 'choice')
    return {
      ...opinions,
      ballots: ballots.map((ballot) => ({
        kind: 'choice' as const,
        choice: (ballot as RankingBallot).ranking[0] as string,
      })),
    };
  if (rule.ballot === 'approval')
    return {
      ...opinions,
      ballots: ballots.map((ballot) => ({
        kind: 'approval' as const,
        approved: opinions.options.filter((option) => (ballot as RatingBallot).ratings[option] === 1),
      })),
    };
  return opinions;
}

/** Like `cast`, in fewer steps, for rules on rankings and on ratings: profiles that are compiled already. */
export function castFast(rule: VotingRule, votes: Votes, grouped: boolean): Profile {
  const { space, names } = votes;
  if (rule.ballot === 'choice' || rule.ballot === 'approval') return cast(rule, written(votes, grouped));
  const { ballots, counts } = runs(votes.ballots, grouped);
  const rows = ballots.map((ballot) => space.row(ballot));
  if (space.of.kind === 'rating') return RatingProfile.ofRows(names, rows, counts);
  const m = names.length;
  const orders = rows.map((row) => {
    const order = Array<number>(m);
    row.forEach((level, option) => (order[m - 1 - level] = option));
    return order;
  });
  return RankingProfile.ofOrders(names, orders, counts);
}

/** Votes as a plain profile, equal ballots counted together when `grouped`. */
export function written(votes: Votes, grouped: boolean): Opinions {
  const { space, names } = votes;
  const { ballots, counts } = runs(votes.ballots, grouped);
  const frame = { options: names, ...(grouped && { counts }), electorate: votes.ballots.length };
  if (space.of.kind === 'rating')
    return {
      ...frame,
      ballots: ballots.map((ballot) => ({
        kind: 'rating' as const,
        ratings: Object.fromEntries(names.map((name, option) => [name, space.level(ballot, option)])),
      })),
    };
  return {
    ...frame,
    ballots: ballots.map((ballot) => ({
      kind: 'ranking' as const,
      ranking: [...names.keys()]
        .sort((a, b) => space.level(ballot, b) - space.level(ballot, a))
        .map((option) => names[option] as string),
    })),
  };
}

/** Equal neighbours together. */
function runs(all: readonly number[], grouped: boolean): { ballots: readonly number[]; counts: number[] } {
  if (!grouped) return { ballots: all, counts: all.map(() => 1) };
  const ballots: number[] = [];
  const counts: number[] = [];
  for (const ballot of all) {
    const last = ballots.length - 1;
    if (ballots[last] === ballot) counts[last] = (counts[last] as number) + 1;
    else {
      ballots.push(ballot);
      counts.push(1);
    }
  }
  return { ballots, counts };
}
