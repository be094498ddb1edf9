import type { CountedPairs } from './counted-pairs';
import { pairCount } from './pairs';

/** How many rounds' bits a word holds. */
export const roundsAWord = 32;

/** In which rounds pairs occur often enough, a bit a round. */
export interface OccurrenceBits {
  /** Words for each course, as many as the longest needs. */
  readonly words: number;
  /** See `bitsAt`. */
  readonly bits: Int32Array;
}

/** @param oftenEnough - the grid's values of `countPerRound` */
export function occurrenceBits(
  { courses, firstRounds, starts, pairs, times }: CountedPairs,
  oftenEnough: readonly number[],
): OccurrenceBits {
  let words = 0;
  for (let course = 0; course < courses; course++)
    words = Math.max(words, Math.ceil((firstRounds[course + 1]! - firstRounds[course]!) / roundsAWord));
  const bits = new Int32Array(oftenEnough.length * words * pairCount * courses);
  for (let course = 0; course < courses; course++) {
    const first = firstRounds[course]!;
    for (let round = first; round < firstRounds[course + 1]!; round++) {
      const word = Math.floor((round - first) / roundsAWord);
      const bit = 1 << ((round - first) % roundsAWord);
      for (let at = starts[round]!; at < starts[round + 1]!; at++)
        for (let often = 0; often < oftenEnough.length; often++)
          if (times[at]! >= oftenEnough[often]!)
            bits[bitsAt(often * words + word, pairs[at]!, courses) + course]! |= bit;
    }
  }
  return { words, bits };
}

/** Where the first course's word stands, which the other courses' follow: by count per round, then by word, then by pair. */
export function bitsAt(word: number, pair: number, courses: number): number {
  return (word * pairCount + pair) * courses;
}
