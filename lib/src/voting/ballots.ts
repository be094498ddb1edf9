import { AgoraError } from '../agora-error';
import { ballotFault } from './ballot-fault';
import type { BallotFault } from './ballot-fault-codes';
import type { BallotSettings } from './ballot-settings';
import type { Ballot } from './voting-rule';

export { ratingScale } from './rating-scale';

/** What reading or checking a ballot gives: the ballot, or why it was turned away. */
export type BallotReading<B> =
  { readonly ok: true; readonly value: B } | ({ readonly ok: false } & BallotFault);

/**
 * Whether a ballot may be counted, and if not, why: in words that its voter can act on, and by a name to count by
 * (`ballotFaultCodes`).
 *
 * - choice: one of the options.
 * - rating: a whole number on the scale (1 to 5 unless the rule says another) for every option.
 * - ranking: every option once, favourite first; with `truncated` the last ones may be left out, not all, and
 *   `places` may limit how many are named; with `weak` several options may share a tier.
 * - points: none below 0, fractions allowed, in all exactly `points`; an option left out gets none.
 * - approval: any of the options, each at most once, none included, unless the rule limits how many.
 */
export function checkBallot<B extends Ballot>(
  ballot: B,
  options: readonly string[],
  settings: BallotSettings = {},
): BallotReading<B> {
  const fault = ballotFault(ballot, options, settings);
  return fault === null ? { ok: true, value: ballot } : { ok: false, ...fault };
}

/**
 * The same check for ballots that must be in order by now.
 * @throws AgoraError 'invalid-ballot' with the reason
 */
export function requireBallot<B extends Ballot>(
  ballot: B,
  options: readonly string[],
  settings: BallotSettings = {},
): B {
  const reading = checkBallot(ballot, options, settings);
  if (!reading.ok) throw new AgoraError('invalid-ballot', reading.reason);
  return reading.value;
}
