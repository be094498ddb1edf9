import type { RankingProfile } from '../ranking-profile';
import { ordersForNow } from './orders-for-now';

export interface Runoff {
  /** Each option's votes in the last count it was part of. */
  readonly votes: readonly number[];
  /** After how many counts it was still in the race. */
  readonly rounds: readonly number[];
}

/** How far down each ballot has been read; made once, and not for every count. */
const reached: number[] = [];

/**
 * The rounds of an instant-runoff, counted to the end. Each ballot remembers how far down it is, so that all rounds
 * together read it once.
 * @param ranks - as in `fewestFirstPlaces`; left out, all lowest leave together
 */
export function runoff(profile: RankingProfile, ranks?: readonly number[]): Runoff {
  const { options, lengths, weights, size } = profile;
  const orders = ordersForNow(profile);
  const m = options.length;
  const votes: number[] = [];
  const rounds: number[] = [];
  const racing: boolean[] = [];
  for (let option = 0; option < m; option++) {
    votes.push(0);
    rounds.push(0);
    racing.push(true);
  }
  for (let ballot = 0; ballot < size; ballot++) reached[ballot] = ballot * m;
  for (let left = m, round = 1; left > 1; round++) {
    for (let option = 0; option < m; option++) if (racing[option]) votes[option] = 0;
    for (let ballot = 0; ballot < size; ballot++) {
      const end = ballot * m + (lengths[ballot] as number);
      let at = reached[ballot] as number;
      while (at < end && !racing[orders[at] as number]) at++;
      reached[ballot] = at;
      if (at === end) continue;
      const first = orders[at] as number;
      votes[first] = (votes[first] as number) + (weights[ballot] as number);
    }
    let lowest = Infinity;
    let last = -1;
    for (let option = 0; option < m; option++) {
      const count = votes[option] as number;
      if (!racing[option] || count > lowest) continue;
      if (count < lowest || (ranks !== undefined && (ranks[option] as number) > (ranks[last] as number)))
        last = option;
      lowest = count;
    }
    for (let option = 0; option < m; option++) {
      if (!racing[option]) continue;
      if (ranks === undefined ? votes[option] === lowest : option === last) {
        racing[option] = false;
        left--;
      } else rounds[option] = round;
    }
  }
  return { votes, rounds };
}
