import type { BallotSpace } from './ballot-space';

/** The options' names, as in the paper's Appendix D. */
export const searchNames: readonly string[] = Object.freeze([
  ...['Amber', 'Blue', 'Coral', 'Dune', 'Ebony', 'Fern'],
]);

/** One ballot per voter, as numbers of a ballot space. Where the order of ballots does not matter they are sorted. */
export interface Votes {
  readonly space: BallotSpace;
  readonly ballots: readonly number[];
  /** One name for each option of the space. */
  readonly names: readonly string[];
}

/** The votes with the ballot at a place replaced. */
export function withBallot(votes: Votes, place: number, ballot: number): Votes {
  return { ...votes, ballots: votes.ballots.with(place, ballot) };
}

/** The names of a set of options. */
export function namesIn({ names }: Votes, set: number): string[] {
  return names.filter((_, option) => has(set, option));
}

/** "Amber", "Amber and Blue", "Amber, Blue and Coral"; "nobody" for the empty set. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return 'nobody';
  const last = names[names.length - 1] as string;
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** "Amber wins", "Amber and Blue win". */
export function win(votes: Votes, set: number): string {
  const names = namesIn(votes, set);
  return `${listed(names)} ${names.length > 1 ? 'win' : 'wins'}`;
}

export function has(set: number, option: number): boolean {
  return ((set >> option) & 1) === 1;
}

/** The option of a set with one member; undefined for other sets. */
export function onlyOne(set: number): number | undefined {
  return set !== 0 && (set & (set - 1)) === 0 ? 31 - Math.clz32(set) : undefined;
}
