import type { Random } from '../random';
import type { CriterionName } from './criterion-name';
import type { RuleStep } from './rule-step';

/** What a voter hands in. */
export type BallotKind = 'choice' | 'rating' | 'ranking' | 'points' | 'approval';

/** One candidate. */
export type ChoiceBallot = { readonly kind: 'choice'; readonly choice: string };
/** A score for every candidate. */
export type RatingBallot = { readonly kind: 'rating'; readonly ratings: Readonly<Record<string, number>> };
/** The candidates, favourite first; the last ones may be left out where a rule takes truncated rankings. */
export type RankingBallot = { readonly kind: 'ranking'; readonly ranking: readonly string[] };
/** The candidates in tiers, favourites first; those in one tier are liked equally. For rules that take weak orders. */
export type WeakRankingBallot = {
  readonly kind: 'weak-ranking';
  readonly tiers: readonly (readonly string[])[];
};
/** Points spread over the candidates; candidates left out get none. */
export type PointsBallot = { readonly kind: 'points'; readonly points: Readonly<Record<string, number>> };
/** The candidates that the voter finds good enough. */
export type ApprovalBallot = { readonly kind: 'approval'; readonly approved: readonly string[] };

export type Ballot =
  ChoiceBallot | RatingBallot | RankingBallot | WeakRankingBallot | PointsBallot | ApprovalBallot;

/** The votes on one question: the options, the ballots handed in, and how many could have voted. */
export interface Profile<B extends Ballot = Ballot> {
  readonly options: readonly string[];
  readonly ballots: readonly B[];
  /** `counts[i]` voters handed in `ballots[i]`. Left out, one each. */
  readonly counts?: readonly number[];
  /** Everybody with a vote, abstainers included: what a majority is a majority of. */
  readonly electorate: number;
}

/** What a rule makes of a profile. Choosing among several winners is a separate step. */
export interface Result {
  /** Every option's total, in the rule's own unit. */
  readonly tally: Readonly<Record<string, number>>;
  /** All options, best first, those that are tied together; every option once. */
  readonly order: readonly (readonly string[])[];
  /** All options that win; empty when the rule lets none pass. In the order of the profile's options. */
  readonly winners: readonly string[];
}

/** The ballots of a kind. */
export type BallotOf = {
  [Kind in BallotKind]: Kind extends 'ranking'
    ? RankingBallot | WeakRankingBallot
    : Extract<Ballot, { kind: Kind }>;
};

/** What some rules need beside the ballots. */
export interface CountHelp {
  /** For rules that draw. */
  readonly random?: Random;
  /** For dictatorial rules: whose ballot decides, as a place among the ballots counted from 0. */
  readonly dictator?: number;
}

/** A voting rule declares itself, and maps a profile to a result. */
export interface VotingRule<Kind extends BallotKind = BallotKind> {
  readonly name: string;
  readonly ballot: Kind;
  /** Where the definition comes from. */
  readonly source: string;
  /** The rule in one or two sentences, for a voter. */
  readonly explanation: string;
  /** The criteria that it is known to meet; `voting.searchCounterexample` looks for the contrary. */
  readonly meets: readonly CriterionName[];
  /**
   * @throws AgoraError 'empty-agenda' when there are no options; AgoraError 'invalid-ballot' naming the ballot and what is wrong;
   * AgoraError 'missing-help' when the rule draws, or asks for a dictator, and is given none
   */
  count(profile: Profile<BallotOf[Kind]>, help?: CountHelp): Result;
  /** The way to the result, for rules that go in steps. Throws what `count` throws. */
  steps?(profile: Profile<BallotOf[Kind]>, help?: CountHelp): readonly RuleStep[];
}
