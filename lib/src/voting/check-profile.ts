import { AgoraError } from '../agora-error';
import type { BallotSettings } from './ballot-settings';
import { checkBallot } from './ballots';
import type { Ballot, BallotKind, Profile } from './voting-rule';

/**
 * The guard at every rule's door.
 * @throws AgoraError 'empty-agenda' when there are no options
 * @throws AgoraError 'invalid-profile' when an option is listed twice, or the electorate is no whole number or smaller
 * than the number of ballots
 * @throws AgoraError 'invalid-ballot' naming the ballot (counted from 1) and what is wrong with it
 */
export function checkProfile(
  rule: string,
  kind: BallotKind,
  profile: Profile,
  settings: BallotSettings = {},
): void {
  const { options, ballots } = profile;
  checkFrame(rule, profile);
  ballots.forEach((ballot, place) => {
    if (kindOf(ballot) !== kind)
      throw new AgoraError(
        'invalid-ballot',
        `${rule}: ballot ${place + 1} is a ${ballot.kind} ballot, a ${kind} ballot is needed`,
      );
    const reading = checkBallot(ballot, options, settings);
    if (!reading.ok)
      throw new AgoraError('invalid-ballot', `${rule}: ballot ${place + 1}: ${reading.reason}`);
  });
}

/** A ranking in tiers is a ranking; whether a rule takes it is a matter of its settings. */
export function kindOf(ballot: Ballot): BallotKind {
  return ballot.kind === 'weak-ranking' ? 'ranking' : ballot.kind;
}

/** How many voters handed in the ballot at a place. */
export function votersBehind(profile: Profile, place: number): number {
  return profile.counts === undefined ? 1 : (profile.counts[place] ?? 0);
}

/** Everything about a profile but its single ballots. */
export function checkFrame(rule: string, { options, ballots, counts, electorate }: Profile): void {
  if (options.length === 0)
    throw new AgoraError('empty-agenda', `${rule} needs at least one option to vote on`);
  const twice = options.find((option, place) => options.indexOf(option) !== place);
  if (twice !== undefined)
    throw new AgoraError('invalid-profile', `${rule} got option ${JSON.stringify(twice)} more than once`);
  if (counts !== undefined) {
    if (counts.length !== ballots.length)
      throw new AgoraError(
        'invalid-profile',
        `${rule} needs a count for each of the ${ballots.length} ballots, got ${counts.length} counts`,
      );
    const wrong = counts.find((count) => !Number.isSafeInteger(count) || count < 0);
    if (wrong !== undefined)
      throw new AgoraError(
        'invalid-profile',
        `${rule} needs whole numbers of voters as counts, got ${wrong}`,
      );
  }
  const voters = counts === undefined ? ballots.length : counts.reduce((sum, count) => sum + count, 0);
  if (!Number.isSafeInteger(electorate) || electorate < voters)
    throw new AgoraError(
      'invalid-profile',
      `${rule} needs an electorate of at least its ${voters} ballots, in whole numbers, got ${electorate}`,
    );
}
