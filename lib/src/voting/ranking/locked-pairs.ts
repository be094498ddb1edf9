import type { WinningPairs } from './winning-pairs';

/**
 * A partial order of m options that grows pair by pair and is transitive at any time: `locked[a * m + b]` is above 0
 * where a comes before b, and then says in which stage that was settled.
 */
export type Locked = number[];

export function nothingLocked(m: number): Locked {
  const locked: number[] = [];
  for (let cell = m * m; cell > 0; cell--) locked.push(0);
  return locked;
}

/** Puts a before b, and all that is before a before all that is after b. b must not come before a. */
export function lock(locked: Locked, m: number, a: number, b: number, stage: number): void {
  for (let x = 0; x < m; x++) {
    const row = x * m;
    if ((x !== a && locked[row + a] === 0) || locked[row + b] !== 0) continue;
    locked[row + b] = stage;
    for (let y = 0; y < m; y++) if (locked[b * m + y] !== 0 && locked[row + y] === 0) locked[row + y] = stage;
  }
}

/**
 * The places where the order of equal strengths makes no difference, which is the usual case; undefined as soon as a
 * pair is contradicted by others of its own strength.
 */
export function placesWithoutChoice(m: number, { pairs, strengths }: WinningPairs): number[] | undefined {
  const locked = nothingLocked(m);
  let stage = 0;
  for (let at = 0; at < pairs.length; at++) {
    if (strengths[at] !== strengths[at - 1]) stage++;
    const pair = pairs[at] as number;
    const b = pair % m;
    const a = (pair - b) / m;
    const against = locked[b * m + a] as number;
    if (against === stage) return undefined;
    if (against === 0 && locked[pair] === 0) lock(locked, m, a, b, stage);
  }
  return bestPlaces(locked, m);
}

/** For each option how many come before it: the best place (from 0) that it can take in an order that fits. */
export function bestPlaces(locked: Locked, m: number): number[] {
  const places: number[] = [];
  for (let b = 0; b < m; b++) {
    let before = 0;
    for (let a = 0; a < m; a++) if (locked[a * m + b] !== 0) before++;
    places.push(before);
  }
  return places;
}
