import type { BallotSettings } from './ballot-settings';
import { checkBallot } from './ballots';
import { EmptyAgendaError, InvalidBallotError, InvalidProfileError } from './voting-errors';
import type { BallotKind, Profile } from './voting-rule';

/**
 * The guard at every rule's door.
 * @throws EmptyAgendaError when there are no options
 * @throws InvalidProfileError when an option is listed twice, or the electorate is no whole number or smaller
 * than the number of ballots
 * @throws InvalidBallotError naming the ballot (counted from 1) and what is wrong with it
 */
export function checkProfile(
  rule: string,
  kind: BallotKind,
  profile: Profile,
  settings: BallotSettings = {},
): void {
  const { options, ballots, electorate } = profile;
  if (options.length === 0) throw new EmptyAgendaError(`${rule} needs at least one option to vote on`);
  const twice = options.find((option, place) => options.indexOf(option) !== place);
  if (twice !== undefined)
    throw new InvalidProfileError(`${rule} got option ${JSON.stringify(twice)} more than once`);
  if (!Number.isSafeInteger(electorate) || electorate < ballots.length)
    throw new InvalidProfileError(
      `${rule} needs an electorate of at least its ${ballots.length} ballots, in whole numbers, got ${electorate}`,
    );
  ballots.forEach((ballot, place) => {
    if (ballot.kind !== kind)
      throw new InvalidBallotError(
        `${rule}: ballot ${place + 1} is a ${ballot.kind} ballot, a ${kind} ballot is needed`,
      );
    const reading = checkBallot(ballot, options, settings);
    if (!reading.ok) throw new InvalidBallotError(`${rule}: ballot ${place + 1}: ${reading.reason}`);
  });
}
