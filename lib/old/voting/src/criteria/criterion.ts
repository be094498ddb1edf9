import type { CriterionName } from '../voting-rule';
import type { Votes } from './votes';

/** A criterion: what it demands, and a test whether a rule breaks it on given votes. */
export interface Criterion {
  readonly name: CriterionName;
  /** What it demands, in one sentence. */
  readonly definition: string;
  /** What a printed counterexample shows next to the votes. */
  readonly facts: 'first preferences' | 'pairwise';
  /**
   * The smallest number of changed ballots that a counterexample can have. The search at one size ends when it finds
   * one.
   */
  readonly leastChanged: number;
  /** The default maximum of voters by number of options, where the search is more expensive than usual. */
  readonly defaultVoters?: Readonly<Record<number, number>>;
  /** A breach that starts from these votes, or undefined. Of several breaches, one with the fewest changed ballots. */
  violation(votes: Votes, elections: Elections): Finding | undefined;
}

/** Counts votes by the rule that is examined. Sets of options are bit masks: option i is in when bit i is set. */
export interface Elections {
  /** Whether shuffled ballots give the same winners, so that equal ballots need to be tried once. */
  readonly anonymous: boolean;
  /** The set of winners. */
  winners(votes: Votes): number;
  /** The votes without an option. */
  without(votes: Votes, option: number): Votes;
}

/** A breach as the criterion sees it. */
export interface Finding {
  readonly changedBallots: number;
  /** The elections that show it, in the order in which they are told. */
  readonly elections: readonly { readonly label: string; readonly votes: Votes }[];
  /** What the criterion demands here, and what happens instead. */
  readonly sentences: readonly [string, string];
}
