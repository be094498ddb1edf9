/** A vote was called on nothing. */
export class EmptyAgendaError extends Error {
  readonly code = 'empty-agenda';
  override readonly name = 'EmptyAgendaError';
}

/** The options or the electorate make no sense: an option listed twice, more ballots than voters. */
export class InvalidProfileError extends Error {
  readonly code = 'invalid-profile';
  override readonly name = 'InvalidProfileError';
}

/** A ballot breaks the rules of its kind. The message names the ballot and what is wrong with it. */
export class InvalidBallotError extends Error {
  readonly code = 'invalid-ballot';
  override readonly name = 'InvalidBallotError';
}

/** No rule has this name. The message lists those that exist. */
export class UnknownRuleError extends Error {
  readonly code = 'unknown-rule';
  override readonly name = 'UnknownRuleError';
}

/** A tie policy lacks what it needs: chance, or an order over the winners. */
export class TiePolicyError extends Error {
  readonly code = 'tie-policy';
  override readonly name = 'TiePolicyError';
}

/** A rule needs something beside the ballots: a stream of chance, or to know who the dictator is. */
export class MissingHelpError extends Error {
  readonly code = 'missing-help';
  override readonly name = 'MissingHelpError';
}
