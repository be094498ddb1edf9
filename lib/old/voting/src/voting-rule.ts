import type { Random } from './random';

/** The kind of ballot that a voter casts. */
export type BallotKind = 'choice' | 'rating' | 'ranking' | 'points' | 'approval';

/** One candidate. */
export type ChoiceBallot = { readonly kind: 'choice'; readonly choice: string };
/** A score for every candidate. */
export type RatingBallot = { readonly kind: 'rating'; readonly ratings: Readonly<Record<string, number>> };
/** The candidates, favourite first. The last ones may be omitted if the rule takes truncated rankings. */
export type RankingBallot = { readonly kind: 'ranking'; readonly ranking: readonly string[] };
/** The candidates in tiers, favourites first; those in one tier are liked equally. For rules that take weak orders. */
export type WeakRankingBallot = {
  readonly kind: 'weak-ranking';
  readonly tiers: readonly (readonly string[])[];
};
/** Points spread over the candidates. Omitted candidates get 0. */
export type PointsBallot = { readonly kind: 'points'; readonly points: Readonly<Record<string, number>> };
/** The candidates that the voter finds good enough. */
export type ApprovalBallot = { readonly kind: 'approval'; readonly approved: readonly string[] };

export type Ballot =
  ChoiceBallot | RatingBallot | RankingBallot | WeakRankingBallot | PointsBallot | ApprovalBallot;

/** The votes on one question: the options, the ballots, and the number of people who could vote. */
export interface Profile<B extends Ballot = Ballot> {
  readonly options: readonly string[];
  readonly ballots: readonly B[];
  /** `counts[i]` voters cast `ballots[i]`. Default: one each. */
  readonly counts?: readonly number[];
  /** The number of people with a vote, abstainers included. A majority is more than half of it. */
  readonly electorate: number;
}

/** The result of counting a profile. Breaking a tie between several winners is a separate step. */
export interface Result {
  /** Every option's total, in the rule's own unit. */
  readonly tally: Readonly<Record<string, number>>;
  /** All options in tiers, best first. Options in one tier are tied. */
  readonly order: readonly (readonly string[])[];
  /** All winning options in the order of the profile's options; empty if the rule selects none. */
  readonly winners: readonly string[];
}

/** One step of a count, for rules that count in steps. */
export type RuleStep =
  /** Votes were counted: first preferences, or all down to a place (Bucklin). */
  | { readonly kind: 'count'; readonly label: string; readonly tally: Readonly<Record<string, number>> }
  /** Options were eliminated after the count of this step. */
  | {
      readonly kind: 'elimination';
      readonly label: string;
      readonly tally: Readonly<Record<string, number>>;
      readonly eliminated: readonly string[];
    }
  /** A pair of options was looked at: `over` beats `under` by `margin` votes. */
  | {
      readonly kind: 'pair';
      readonly over: string;
      readonly under: string;
      readonly margin: number;
      readonly outcome: 'locked' | 'skipped';
    }
  /** Anything else, in words. */
  | { readonly kind: 'remark'; readonly text: string };

/** The ballots of a kind. */
export type BallotOf = {
  [Kind in BallotKind]: Kind extends 'ranking'
    ? RankingBallot | WeakRankingBallot
    : Extract<Ballot, { kind: Kind }>;
};

/** What some rules need in addition to the ballots. */
export interface CountHelp {
  /** For rules that draw. */
  readonly random?: Random;
  /** For dictatorial rules: whose ballot decides, as a place among the ballots counted from 0. */
  readonly dictator?: number;
}

/** The lowest and the highest rating, both whole numbers. */
export interface RatingScale {
  readonly lowest: number;
  readonly highest: number;
}

/** What a ballot must satisfy beyond its kind. */
export interface BallotSettings {
  /** Rankings only: may leave out the least preferred options. Default false. */
  readonly truncated?: boolean;
  /** Rankings only: may put several options in one tier. Default false. */
  readonly weak?: boolean;
  /** Truncated rankings only: how many options they name. Default any number from 1. */
  readonly places?: { readonly least?: number; readonly most?: number };
  /** Ratings only: the scale. Default 1 to 5. */
  readonly scale?: RatingScale;
  /** Approvals only: how many options may be approved. Default any number. */
  readonly approvals?: { readonly least?: number; readonly most?: number };
  /** Points only: the total number of points of a ballot. Default: the number of options. */
  readonly points?: number;
}

/**
 * The criteria that a rule may meet, by their usual names (definitions: `criteria/`). They apply to complete, strict
 * rankings (to ratings for rating rules) and to the set of winners, before ties are broken.
 * @example
 * voting.criterionNames.length; // => 12
 */
export const criterionNames = Object.freeze([
  'majority',
  'majority loser',
  'monotonicity',
  'consistency',
  'independence of irrelevant alternatives',
  'condorcet',
  'condorcet loser',
  'smith',
  'participation',
  'clone independence',
  'reversal symmetry',
  'pareto',
] as const);

export type CriterionName = (typeof criterionNames)[number];

/** A voting rule: it describes itself and maps a profile to a result. */
export interface VotingRule<Kind extends BallotKind = BallotKind> {
  readonly name: string;
  readonly ballot: Kind;
  /** Where the definition comes from. */
  readonly source: string;
  /** The rule in one or two sentences, for a voter. */
  readonly explanation: string;
  /** The criteria that it is known to meet. `voting.searchCounterexample` searches for counterexamples. */
  readonly meets: readonly CriterionName[];
  /**
   * What its ballots must satisfy. This may depend on the options and the electorate. Default: no further conditions.
   */
  ballotSettings?(options: readonly string[], electorate: number): BallotSettings;
  /**
   * @throws AgoraError 'empty-agenda' when there are no options; AgoraError 'invalid-ballot' naming the ballot and what
   * is wrong; AgoraError 'missing-help' when the rule draws, or asks for a dictator, and is given none
   */
  count(profile: Profile<BallotOf[Kind]>, help?: CountHelp): Result;
  /** The steps of the count, for rules that count in steps. Throws what `count` throws. */
  steps?(profile: Profile<BallotOf[Kind]>, help?: CountHelp): readonly RuleStep[];
}
