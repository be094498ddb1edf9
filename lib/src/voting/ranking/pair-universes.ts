import { AgoraError } from '../../agora-error';
import { comesBefore, howManyBefore, mostOptionsInBits, nothingOrdered, order } from './partial-order';
import type { PartialOrder } from './partial-order';
import type { WinningPairs } from './winning-pairs';

/** How many partly settled orders are looked at, at most; about a second's work. */
export const mostUniverses = 1_000_000;

/**
 * The best place (from 0) that each option takes under ranked pairs in any order of the pairs of equal strength.
 *
 * What ranked pairs can lock of pairs of one strength is any largest set of them without a cycle: whatever is looked
 * at first stays. So pairs are decided one by one, locked or refused; a refused pair must be contradicted in the end,
 * or it would have been locked. Pairs that no others of their strength can contradict are locked at once, and
 * branches that can improve no option's place are left.
 * @throws AgoraError 'too-many-universes' above 30 options, or where too many branches are left
 */
export function placesInUniverses(rule: string, m: number, { pairs, strengths }: WinningPairs): number[] {
  const best = new Array<number>(m).fill(m);
  let looked = 0;
  const refuse = (why: string): never => {
    throw new AgoraError(
      'too-many-universes',
      `${rule}: equal margins contradict each other, and ${why}; name an order of the options that settles them`,
    );
  };
  if (m > mostOptionsInBits)
    refuse(`all ways out are looked at for at most ${mostOptionsInBits} options, got ${m}`);

  /** Goes on with the pairs from a place on, all stronger ones being settled in `rows`. */
  const stage = (rows: PartialOrder, from: number): void => {
    if (from === pairs.length) {
      for (let option = 0; option < m; option++)
        best[option] = Math.min(best[option] as number, howManyBefore(rows, m, option));
      return;
    }
    let to = from;
    while (strengths[to] === strengths[from]) to++;
    branch(rows, pairs.slice(from, to), [], to);
  };

  const branch = (
    rows: PartialOrder,
    open: readonly number[],
    refused: readonly number[],
    next: number,
  ): void => {
    if (++looked > mostUniverses) refuse(`among ${m} options there are more than ${mostUniverses} ways out`);
    if (!canImprove(rows)) return;
    const reachable = [...rows];
    for (const pair of open) put(reachable, pair);
    for (const pair of refused) if (!isContradicted(reachable, pair)) return;
    for (const pair of open) if (!isContradicted(reachable, pair)) put(rows, pair);
    const owed: number[] = [];
    for (const pair of refused) {
      if (isFollowing(rows, pair)) return;
      if (!isContradicted(rows, pair)) owed.push(pair);
    }
    const contested: number[] = [];
    for (const pair of open)
      if (!isFollowing(rows, pair) && !isContradicted(rows, pair)) contested.push(pair);
    const pair = contested.pop();
    if (pair === undefined) {
      if (owed.length === 0) stage(rows, next);
      return;
    }
    const locked = [...rows];
    put(locked, pair);
    branch(locked, contested, owed, next);
    branch(rows, contested, [...owed, pair], next);
  };

  const canImprove = (rows: PartialOrder): boolean => {
    for (let option = 0; option < m; option++)
      if (howManyBefore(rows, m, option) < (best[option] as number)) return true;
    return false;
  };
  const put = (rows: PartialOrder, pair: number): void => {
    const b = pair % m;
    const a = (pair - b) / m;
    if (!comesBefore(rows, a, b)) order(rows, m, a, b);
  };
  const isFollowing = (rows: PartialOrder, pair: number): boolean => {
    const b = pair % m;
    return comesBefore(rows, (pair - b) / m, b);
  };
  const isContradicted = (rows: PartialOrder, pair: number): boolean => {
    const b = pair % m;
    return comesBefore(rows, b, (pair - b) / m);
  };

  stage(nothingOrdered(m), 0);
  return best;
}
