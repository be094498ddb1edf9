/** What can be wrong with a ballot, by stable names, so that invalid ballots can be counted by kind. */
export const ballotFaultCodes = Object.freeze([
  /** Names something that is no option. */
  'unknown-option',
  /** Names an option twice. */
  'repeated-option',
  /** Leaves an option out where none may be. */
  'missing-option',
  /** Ranks nothing. */
  'empty-ranking',
  /** A ranking in tiers has a tier of nothing. */
  'empty-tier',
  /** Puts options side by side where they must be ranked one by one. */
  'tiers-not-allowed',
  /** Names more options than it may. */
  'too-many',
  /** Names fewer options than it must. */
  'too-few',
  /** A rating beyond the scale. */
  'out-of-scale',
  /** A rating that is no whole number. */
  'not-whole',
  /** Points below 0. */
  'negative-points',
  /** A rating or points that are no finite number. */
  'not-a-number',
  /** Points that do not add up to what must be spent. */
  'wrong-sum',
  /** Not a ballot of this kind at all. */
  'wrong-shape',
  /** A text that can be read in several ways. */
  'ambiguous',
  /** A text without a ballot. */
  'no-ballot',
] as const);

export type BallotFaultCode = (typeof ballotFaultCodes)[number];

/** Why a ballot is turned away: a name to count by, and words that its voter can act on. */
export interface BallotFault {
  readonly code: BallotFaultCode;
  readonly reason: string;
}
