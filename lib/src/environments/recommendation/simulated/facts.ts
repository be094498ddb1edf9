import type { TableName } from '../roster';

/** What can be said about a case as a number, and which table it comes from. */
export const factOwners = {
  /** The user's mean rating. */
  userMean: 'userHistory',
  /** The user's mean over movies that share a genre with the target. */
  genreMean: 'userHistory',
  /** The movie's mean rating. */
  movieMean: 'movieHistory',
  /** By how much its viewers rate the movie above their personal averages, weighted by similarity to the user. */
  lift: 'movieHistory',
  /** The movie's mean among viewers of the user's gender and about the user's age. */
  peerMean: 'movieHistory',
  /** What the basic information alone lets one expect. */
  firstGuess: 'basicInfo',
} as const satisfies Record<string, TableName>;

export type FactName = keyof typeof factOwners;

export const factNames = Object.keys(factOwners) as readonly FactName[];

/** A number and how many ratings it rests on; 0 for a first guess, which rests on none. */
export interface Fact {
  readonly value: number;
  readonly count: number;
}

/** Who the target user is, as far as another agent needs it to find people alike. */
export interface Person {
  readonly age: number;
  readonly gender: string;
}
