import { having, listOf } from '../../check';
import type { Ballot, BallotKind, BallotSettings } from '../../voting';
import type { ConsultedDictator } from '../../voting/dictator-kind';
import type { FailureEvent } from '../../transcripts/event';

/** Why there is no ballot; null where there is one, or where nobody was asked. */
export type BallotFailure = FailureEvent['kind'] | null;

/** What came of asking one rater for one ballot. */
export interface RecordedBallot {
  readonly rater: string;
  /** Null when the answer could not be used. */
  readonly ballot: Ballot | null;
  readonly failure: BallotFailure;
  /** Drawn at random for an unreliable rater who was not asked. */
  readonly invented: boolean;
}

/** All ballots of one kind, in roster order. */
export interface RecordedPoll {
  readonly kind: BallotKind;
  /** What a ballot had to satisfy. */
  readonly settings: BallotSettings;
  readonly ballots: readonly RecordedBallot[];
}

export type DictatorKind = ConsultedDictator;

/** One question, and everything that was cast on it. */
export interface Election {
  readonly collaboration: number;
  /** The question's subject; null where the instance names none. */
  readonly subject: string | null;
  readonly options: readonly string[];
  /** The right option; null where the record does not tell. */
  readonly right: string | null;
  readonly raters: readonly string[];
  readonly polls: readonly RecordedPoll[];
  /** The dictators' own ballots; a dictator that was not asked, or gave none, has null. */
  readonly dictators: readonly {
    readonly kind: DictatorKind;
    readonly asked: boolean;
    readonly ballot: Ballot | null;
    readonly failure: BallotFailure;
  }[];
  /** What each rule selected at the time, by the rule's name. */
  readonly selected: Readonly<Record<string, string | null>>;
}

/** What an argument that takes elections must be. */
export const electionsGiven = listOf(
  'elections',
  having('an election, as metrics.elections gives it', {
    ...{ options: 'object', raters: 'object', polls: 'object', dictators: 'object' },
  }),
);
