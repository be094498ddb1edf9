import { AgoraError } from './agora-error';
import { check, having } from './check';
import { ballotFault } from './ballots';
import type { Ballot, BallotKind, BallotSettings, Profile } from './voting-rule';

/**
 * Checks a profile before a rule counts it.
 * @throws AgoraError 'empty-agenda' when there are no options
 * @throws AgoraError 'invalid-profile' when an option is listed twice, when the electorate is not a whole number, or
 * when it is smaller than the number of ballots
 * @throws AgoraError 'invalid-ballot' naming the ballot (counted from 1) and what is wrong with it
 */
export function checkProfile(
  rule: string,
  kind: BallotKind,
  profile: Profile,
  settings: BallotSettings = {},
): void {
  checkFrame(rule, profile);
  profile.ballots.forEach((ballot, place) =>
    checkBallotAt(rule, kind, ballot, place, profile.options, settings),
  );
}

const aBallot = having('a ballot', { kind: 'string' });

/** Checks one ballot of a profile. */
export function checkBallotAt(
  rule: string,
  kind: BallotKind,
  ballot: Ballot,
  place: number,
  options: readonly string[],
  settings: BallotSettings,
): void {
  const where = `${rule}: ballot ${place + 1}`;
  check(where, aBallot, ballot);
  // A ranking in tiers is a ranking; whether a rule takes it is a matter of its settings.
  if (ballot.kind !== kind && !(kind === 'ranking' && ballot.kind === 'weak-ranking'))
    throw new AgoraError('invalid-ballot', `${where} is a ${ballot.kind} ballot, a ${kind} ballot is needed`);
  const fault = ballotFault(ballot, options, settings);
  if (fault !== null) throw new AgoraError('invalid-ballot', `${where}: ${fault.reason}`);
}

/** Schema of an argument that takes a profile. */
export const aProfile = having('a profile with options and ballots', {
  options: 'object',
  ballots: 'object',
});

/** Checks a profile except for its ballots. */
export function checkFrame(rule: string, profile: Profile): void {
  check(rule, aProfile, profile);
  const { options, ballots, counts, electorate } = profile;
  const invalid = (what: string): never => {
    throw new AgoraError('invalid-profile', `${rule} ${what}`);
  };
  if (options.length === 0)
    throw new AgoraError('empty-agenda', `${rule} needs at least one option to vote on`);
  const twice = options.find((option, place) => options.indexOf(option) !== place);
  if (twice !== undefined) invalid(`got option ${JSON.stringify(twice)} more than once`);
  if (counts !== undefined && counts.length !== ballots.length)
    invalid(`needs a count for each of the ${ballots.length} ballots, got ${counts.length} counts`);
  const wrong = counts?.find((count) => !Number.isSafeInteger(count) || count < 0);
  if (wrong !== undefined) invalid(`needs whole numbers of voters as counts, got ${wrong}`);
  const voters = counts?.reduce((sum, count) => sum + count, 0) ?? ballots.length;
  if (!Number.isSafeInteger(electorate) || electorate < voters)
    invalid(`needs an electorate of at least its ${voters} ballots, in whole numbers, got ${electorate}`);
}

/** How many voters cast the ballot at a place. */
export function votersBehind({ counts }: Profile, place: number): number {
  return counts === undefined ? 1 : (counts[place] ?? 0);
}
