import type { CriterionName } from '../voting-rule';
import type { Votes } from './votes';

/** A criterion: what it asks, and how to see on given votes whether a rule breaks it. */
export interface Criterion {
  readonly name: CriterionName;
  /** What it asks, in one sentence. */
  readonly definition: string;
  /** The facts that a printed counterexample shows beside the votes. */
  readonly facts: 'first preferences' | 'pairwise';
  /** How few changed ballots a counterexample can have: the search at one size ends when it meets one. */
  readonly leastChanged: number;
  /** The most voters searched by default where this is dearer than usual, by number of options. */
  readonly defaultVoters?: Readonly<Record<number, number>>;
  /** A breach that begins with these votes, or undefined. Of several, one with the fewest changed ballots. */
  violation(votes: Votes, elections: Elections): Finding | undefined;
}

/** Counts votes by the rule that is examined. Sets of options are bit masks: option i is in when bit i is set. */
export interface Elections {
  /** Whether shuffled ballots give the same winners, so that equal ballots need to be tried once. */
  readonly anonymous: boolean;
  /** The set of winners. */
  winners(votes: Votes): number;
  /** The same votes without an option. */
  without(votes: Votes, option: number): Votes;
}

/** A breach as the criterion sees it. */
export interface Finding {
  readonly changedBallots: number;
  /** The elections that show it, in the order in which they are told. */
  readonly elections: readonly { readonly label: string; readonly votes: Votes }[];
  /** What the criterion asks here; what happens instead. */
  readonly sentences: readonly [string, string];
}
