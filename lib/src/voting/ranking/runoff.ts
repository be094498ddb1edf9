import type { RankingProfile } from '../ranking-profile';

export interface Runoff {
  /** Each option's votes in the last count it was part of. */
  readonly votes: readonly number[];
  /** In how many counts it was not among those who left. */
  readonly rounds: readonly number[];
}

/**
 * The rounds of an instant-runoff, counted to the end. Each ballot remembers how far down it is, so that all rounds
 * together read it once.
 * @param ranks - as in `fewestFirstPlaces`; left out, all lowest leave together
 */
export function runoff(profile: RankingProfile, ranks?: readonly number[]): Runoff {
  const { options, orders, lengths, weights, size } = profile;
  const m = options.length;
  const votes: number[] = [];
  const rounds: number[] = [];
  const gone: boolean[] = [];
  for (let option = 0; option < m; option++) {
    votes.push(0);
    rounds.push(0);
    gone.push(false);
  }
  const reached: number[] = [];
  for (let ballot = 0; ballot < size; ballot++) reached.push(ballot * m);
  for (let left = m, round = 1; left > 1; round++) {
    for (let option = 0; option < m; option++) if (!gone[option]) votes[option] = 0;
    for (let ballot = 0; ballot < size; ballot++) {
      const end = ballot * m + (lengths[ballot] as number);
      let at = reached[ballot] as number;
      while (at < end && gone[orders[at] as number]) at++;
      reached[ballot] = at;
      if (at < end) {
        const first = orders[at] as number;
        votes[first] = (votes[first] as number) + (weights[ballot] as number);
      }
    }
    let lowest = Infinity;
    let last = -1;
    for (let option = 0; option < m; option++) {
      const count = votes[option] as number;
      if (gone[option] || count > lowest) continue;
      if (count < lowest || (ranks !== undefined && (ranks[option] as number) > (ranks[last] as number)))
        last = option;
      lowest = count;
    }
    for (let option = 0; option < m; option++) {
      if (gone[option]) continue;
      if (ranks === undefined ? votes[option] === lowest : option === last) {
        gone[option] = true;
        left--;
      } else rounds[option] = round;
    }
  }
  return { votes, rounds };
}
