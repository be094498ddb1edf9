import { AgoraError } from '../agora-error';
import type { BallotSettings } from './ballot-settings';
import { checkBallot } from './ballots';
import { kindOf } from './check-profile';
import type { BallotOf, Profile } from './voting-rule';

type Ballot = BallotOf['ranking'];

/** The tier of options that a ballot leaves out: after every other. */
export const unlisted = 0xffff;

/** Writes a ballot's tiers. @returns how many options it names, or -1 when it cannot be counted */
export function fill(
  tiers: Uint16Array,
  at: number,
  ballot: Ballot,
  options: readonly string[],
  numbers: ReadonlyMap<string, number> | undefined,
): number {
  const m = options.length;
  for (let option = 0; option < m; option++) tiers[at + option] = unlisted;
  let length = 0;
  const put = (name: string, tier: number): boolean => {
    const option = numbers === undefined ? options.indexOf(name) : (numbers.get(name) ?? -1);
    if (option < 0 || tiers[at + option] !== unlisted) return false;
    tiers[at + option] = tier;
    length++;
    return true;
  };
  if (ballot.kind === 'ranking') {
    const { ranking } = ballot;
    for (let place = 0; place < ranking.length; place++) if (!put(ranking[place] as string, place)) return -1;
  } else if (ballot.kind === 'weak-ranking') {
    for (let tier = 0; tier < ballot.tiers.length; tier++) {
      const names = ballot.tiers[tier] as readonly string[];
      if (names.length === 0) return -1;
      for (const name of names) if (!put(name, tier)) return -1;
    }
  } else return -1;
  return length === 0 ? -1 : length;
}

/** Some ballot is wrong: says which, and what is wrong with it. */
export function refuse(rule: string, { options, ballots }: Profile<Ballot>, settings: BallotSettings): never {
  ballots.forEach((ballot, place) => {
    const where = `${rule}: ballot ${place + 1}`;
    if (kindOf(ballot) !== 'ranking')
      throw new AgoraError(
        'invalid-ballot',
        `${where} is a ${ballot.kind} ballot, a ranking ballot is needed`,
      );
    const reading = checkBallot(ballot, options, settings);
    if (!reading.ok) throw new AgoraError('invalid-ballot', `${where}: ${reading.reason}`);
  });
  throw new AgoraError('invalid-ballot', `${rule}: a ballot cannot be counted`);
}
