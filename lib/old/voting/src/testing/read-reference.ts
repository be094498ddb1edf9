import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RankingProfile } from '../ranking-profile';

/** What pref_voting elects on random profiles of complete rankings; `pref-voting-reference.py` wrote it. */
export interface VotingReference {
  readonly versions: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly profiles: readonly {
    /** How many options there are. */
    readonly options: number;
    /** The ballots as option numbers, favourite first. */
    readonly orders: readonly (readonly number[])[];
    /** Voters behind each ballot; left out, one each. */
    readonly counts?: readonly number[];
  }[];
  /** By the name of the pref_voting function: the winners of each profile, in rising order. */
  readonly winners: Readonly<Record<string, readonly (readonly number[])[]>>;
}

/** The reference beside this file. */
export function readVotingReference(): VotingReference {
  const file = JSON.parse(readFileSync(join(__dirname, 'pref-voting-reference.json'), 'utf8')) as {
    readonly versions: Record<string, string>;
    readonly seed: number;
    readonly profiles: readonly { options: number; orders: string; counts?: readonly number[] }[];
    readonly winners: Record<string, string>;
  };
  return {
    versions: file.versions,
    seed: file.seed,
    profiles: file.profiles.map((profile) => ({ ...profile, orders: numbersOf(profile.orders) })),
    winners: Object.fromEntries(
      Object.entries(file.winners).map(([name, winners]) => [name, numbersOf(winners)]),
    ),
  };
}

/** One of its profiles, with options named "a", "b", "c" by their numbers. */
export function referenceProfile(profile: VotingReference['profiles'][number]): RankingProfile {
  return RankingProfile.ofOrders([...'abcdef'].slice(0, profile.options), profile.orders, profile.counts);
}

/** "021 10 -" is [[0, 2, 1], [1, 0], []]. */
function numbersOf(text: string): number[][] {
  return text.split(' ').map((word) => (word === '-' ? [] : [...word].map(Number)));
}
