import type { BallotSpace } from './ballot-space';

/** The options' names, as in the paper's Appendix D. */
export const searchNames: readonly string[] = Object.freeze([
  'Amber',
  'Blue',
  'Coral',
  'Dune',
  'Ebony',
  'Fern',
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

/** The name of an option. */
export function nameOf({ names }: Votes, option: number): string {
  return names[option] ?? '';
}

/** The names of a set of options. */
export function namesIn({ names }: Votes, set: number): string[] {
  return names.filter((_, option) => has(set, option));
}

/** "Amber", "Amber and Blue", "Amber, Blue and Coral"; "nobody" for the empty set. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? 'nobody';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
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

/** The size of a set. */
export function members(set: number): number {
  let size = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) size++;
  return size;
}

/** How many voters put option a strictly above b. */
export function support({ space, ballots }: Votes, a: number, b: number): number {
  let voters = 0;
  for (const ballot of ballots) if (space.level(ballot, a) > space.level(ballot, b)) voters++;
  return voters;
}

/** Whether more voters put a above b than b above a. */
export function beats(votes: Votes, a: number, b: number): boolean {
  return support(votes, a, b) > support(votes, b, a);
}
