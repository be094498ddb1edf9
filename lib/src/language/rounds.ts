import { AgoraError } from '../agora-error';

/**
 * Things of one collaboration by their round.
 * @throws AgoraError 'setting' when a round is not counted from 1
 */
export function byRound<T extends { readonly round: number }>(things: readonly T[]): Map<number, T[]> {
  const rounds = new Map<number, T[]>();
  for (const thing of things) {
    if (!Number.isSafeInteger(thing.round) || thing.round < 1) {
      throw new AgoraError('setting', `Rounds are whole numbers counted from 1, got round ${thing.round}`);
    }
    const same = rounds.get(thing.round);
    if (same === undefined) rounds.set(thing.round, [thing]);
    else same.push(thing);
  }
  return rounds;
}

/** The last round of a collaboration: the last one played, or the last one in which anybody spoke; 0 without any. */
export function lastRound(finished: { readonly rounds: number } | null, spoken: Iterable<number>): number {
  let last = finished?.rounds ?? 0;
  for (const round of spoken) last = Math.max(last, round);
  return last;
}
