import { Random } from '../../random';
import { randomBallot } from '../../voting/random-ballot';
import type { Ballot } from '../../voting';
import type { Election, RecordedPoll } from './election';
import type { RecountSettings } from './recount-settings';

/**
 * The ballots that one count is made of: of the raters in the quorum, in roster order, with random ballots in place of
 * the unreliable ones'; null where there is none. With one seed quorums are nested, each made of the smaller one and
 * one rater more, and so are the unreliable raters.
 */
export function ballotsToCount(
  { collaboration, options, raters }: Election,
  { kind, settings: paper, ballots }: RecordedPoll,
  { seed, quorum, quorumOf, unreliable }: RecountSettings,
  draw: number,
): (Ballot | null)[] {
  const all = raters.map((_, place) => place);
  const size = quorum ?? all.length;
  const counted =
    quorumOf === 'first' || size === all.length
      ? all.slice(0, size)
      : Random.from(seed, 'quorum', collaboration, draw)
          .shuffle(all)
          .slice(0, size)
          .sort((a, b) => a - b);
  const chosen = counted.map((place) => ballots[place]?.ballot ?? null);
  if (unreliable === 0) return chosen;
  const random = Random.from(seed, 'unreliable', collaboration, draw);
  const replaced = random.shuffle(counted.map((_, place) => place)).slice(0, unreliable);
  const drawn = random.split(kind);
  for (const place of replaced) chosen[place] = randomBallot(kind, options, paper, drawn);
  return chosen;
}

/** Whether the dictator itself is unreliable, in one draw. */
export function dictatorFails(
  { collaboration, raters }: Election,
  { seed, unreliable, unreliableDictator }: RecountSettings,
  draw: number,
): boolean {
  if (unreliable === 0 || unreliableDictator === 'never') return false;
  if (unreliableDictator === 'first') return true;
  return Random.from(seed, 'unreliable dictator', collaboration, draw).chance(unreliable / raters.length);
}
