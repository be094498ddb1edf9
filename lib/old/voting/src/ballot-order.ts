import { resultByScore } from './result';
import type { Ballot } from './voting-rule';

/**
 * The order of the options on one ballot, best first. Options that it likes equally share a tier. This is what a
 * dictator decides. Options that a ranking omits are tied last; an approval or a choice makes two tiers.
 */
export function ballotOrder(ballot: Ballot, options: readonly string[]): readonly (readonly string[])[] {
  const scores = scoresOn(ballot, options.length);
  return resultByScore(
    options,
    options.map((option) => scores.get(option) ?? 0),
  ).order;
}

function scoresOn(ballot: Ballot, options: number): ReadonlyMap<string, number> {
  switch (ballot.kind) {
    case 'choice':
      return new Map([[ballot.choice, 1]]);
    case 'approval':
      return new Map(ballot.approved.map((option) => [option, 1]));
    case 'ranking':
      return new Map(ballot.ranking.map((option, place) => [option, options - place]));
    case 'weak-ranking':
      return new Map(
        ballot.tiers.flatMap((tier, place) => tier.map((option) => [option, options - place] as const)),
      );
    case 'rating':
      return new Map(Object.entries(ballot.ratings));
    case 'points':
      return new Map(Object.entries(ballot.points));
  }
}
