import type { Ballot } from 'agora-voting';
import { orderFreeSum } from 'agora-voting/internal';
import type { Election } from './read-elections';

type Tally = Readonly<Record<string, number>>;

/**
 * Counts every recorded ballot, valid or not, like the data set's authors: one point for an approval, points as given,
 * and 5, 4, 3, 2, 1 for the places of a ranking.
 */
export function recount({ options, ballots }: Election, weigh = weightsOf): Tally {
  const given = ballots.map(weigh);
  return Object.fromEntries(
    options.map((option) => [option, orderFreeSum(given.map((weights) => weights.get(option) ?? 0))]),
  );
}

/** Counts the ballots with the authors' deviation (`departure`), which gives exactly their tally. */
export function recountAsPublished(election: Election): Tally {
  switch (election.publishedFrom ?? 'the rule') {
    case 'the rule':
      return recount(election);
    case 'ids as shown': {
      const tally = recount(election);
      const { options } = election;
      return Object.fromEntries(
        options.map((option, place) => [option, tally[options[options.length - 1 - place] as string] ?? 0]),
      );
    }
    case 'ranks as points':
      return recount(
        election,
        (ballot) => new Map([...weightsOf(ballot)].map(([id, points]) => [id, 6 - points])),
      );
  }
}

/** How many options have different totals. */
export function differences(tally: Tally, other: Tally): number {
  return [...new Set([...Object.keys(tally), ...Object.keys(other)])].filter(
    (option) => tally[option] !== other[option],
  ).length;
}

function weightsOf(ballot: Ballot): Map<string, number> {
  switch (ballot.kind) {
    case 'approval':
      return new Map(ballot.approved.map((option) => [option, 1]));
    case 'points':
      return new Map(Object.entries(ballot.points));
    case 'ranking':
      return new Map(ballot.ranking.map((option, place) => [option, 5 - place]));
    case 'choice':
      return new Map([[ballot.choice, 1]]);
    case 'rating':
      return new Map(Object.entries(ballot.ratings));
    case 'weak-ranking':
      return new Map(ballot.tiers.flatMap((tier, place) => tier.map((option) => [option, 5 - place])));
  }
}
