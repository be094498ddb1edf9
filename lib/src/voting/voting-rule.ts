/** What a voter hands in. */
export type BallotKind = 'choice' | 'rating' | 'ranking' | 'points';

/** One candidate. */
export type ChoiceBallot = { readonly kind: 'choice'; readonly choice: string };
/** A score for every candidate. */
export type RatingBallot = { readonly kind: 'rating'; readonly ratings: Readonly<Record<string, number>> };
/** All candidates, favourite first. */
export type RankingBallot = { readonly kind: 'ranking'; readonly ranking: readonly string[] };
/** Points spread over the candidates; candidates left out get none. */
export type PointsBallot = { readonly kind: 'points'; readonly points: Readonly<Record<string, number>> };

export type Ballot = ChoiceBallot | RatingBallot | RankingBallot | PointsBallot;

/** The votes on one question: the options, all ballots handed in, and how many could have voted. */
export interface Profile<B extends Ballot = Ballot> {
  readonly options: readonly string[];
  readonly ballots: readonly B[];
  /** Everybody with a vote, abstainers included: what a majority is a majority of. */
  readonly electorate: number;
}

/** What a rule makes of a profile. Choosing among several winners is a separate step. */
export interface Result {
  /** Every option's total, in the rule's own unit. */
  readonly tally: Readonly<Record<string, number>>;
  /** All options that win; empty when the rule lets none pass. In the order of the profile's options. */
  readonly winners: readonly string[];
}

/** The ballot of a kind. */
export type BallotOf = { [Kind in BallotKind]: Extract<Ballot, { kind: Kind }> };

/** A voting rule declares itself, and maps a profile to a result. */
export interface VotingRule<Kind extends BallotKind = BallotKind> {
  readonly name: string;
  readonly ballot: Kind;
  /** Where the definition comes from. */
  readonly source: string;
  /** The rule in one or two sentences, for a voter. */
  readonly explanation: string;
  /** @throws EmptyAgendaError when there are no options; InvalidBallotError naming the ballot and what is wrong */
  count(profile: Profile<BallotOf[Kind]>): Result;
}
