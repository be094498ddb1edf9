import type { StoppingCourse } from '../stopping-round';
import { eachPair, numberedActs, pairCount, type PairChoices } from './pairs';

/** A course as the dialogue-act method sees it: counted once, used in every fold. */
export interface PairTable {
  readonly rounds: number;
  /** How often each pair leads into each round: round 1's pairs first, `pairCount` numbers a round. */
  readonly counts: Uint16Array;
  /** The pairs that lead into each round, in order, each once. */
  readonly present: readonly (readonly number[])[];
  readonly performance: readonly (number | null)[];
}

/** Counts a course's pairs the first time it is asked for it, and remembers them as long as the course lives. */
export function pairTables(choices: PairChoices): (course: StoppingCourse) => PairTable {
  const known = new WeakMap<StoppingCourse, PairTable>();
  return (course) => {
    const found = known.get(course) ?? tableOf(course, choices);
    known.set(course, found);
    return found;
  };
}

function tableOf({ rounds }: StoppingCourse, choices: PairChoices): PairTable {
  const counts = new Uint16Array(rounds.length * pairCount);
  const acts = rounds.map(numberedActs);
  const present = acts.map((current, place) => {
    const pairs: number[] = [];
    const offset = place * pairCount;
    eachPair(acts[place - 1], current, choices, (pair) => {
      if (counts[offset + pair]!++ === 0) pairs.push(pair);
    });
    return pairs.sort((a, b) => a - b);
  });
  return {
    rounds: rounds.length,
    counts,
    present,
    performance: rounds.map(({ performance }) => performance),
  };
}
