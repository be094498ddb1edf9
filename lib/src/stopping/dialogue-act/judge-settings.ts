import type { CountedPairs } from './counted-pairs';
import type { NumberedSignal } from './learn-signals';
import { bitsAt, roundsAWord, type OccurrenceBits } from './occurrence-bits';
import { StopTotals, type Judgement } from './stop-totals';

/** What the grid search looks at. */
export interface GridData {
  readonly counted: CountedPairs;
  readonly occurrences: OccurrenceBits;
}

/** The judgement of a setting: by its list, its `countPerRound` (both by place), how many signals it has, its score. */
export type Judge = (list: number, often: number, signals: number, score: number) => Judgement;

/**
 * What stopping would have done with every number of signals and every score: a collaboration stops in the first
 * round in which at least `score` of the first `signals` of a list occur often enough, else it plays to its end.
 * @param training - which of the courses
 * @param lists - signals, the best first
 * @param counts - how many `countPerRound` the grid has
 * @param undecided - what a collaboration that stops without a decision is worth; null leaves it out
 */
export function judgeSettings(
  data: GridData,
  training: readonly number[],
  lists: readonly (readonly NumberedSignal[])[],
  counts: number,
  undecided: number | null,
): Judge {
  const longest = Math.max(...lists.map(({ length }) => length));
  const size = settingAt(longest, longest) + 1;
  const totals = new StopTotals(lists.length * counts * size, data.counted, training, undecided ?? NaN);
  // Equal lists are judged once.
  const known = new Map<string, number>();
  const placeOf = lists.map((list, place) => {
    const pairs = list.map(({ number }) => number);
    const key = pairs.join();
    if (!known.has(key)) {
      known.set(key, place);
      for (let often = 0; often < counts; often++)
        playAll(data, training, pairs, often, totals, (place * counts + often) * size);
    }
    return known.get(key)!;
  });
  return (list, often, signals, score) =>
    totals.judgement((placeOf[list]! * counts + often) * size + settingAt(signals, score));
}

/** Never stopping stands first; then scores of 1 signal, of 2 signals, and so on, one after the other. */
function settingAt(signals: number, score: number): number {
  return score > signals ? 0 : (signals * (signals - 1)) / 2 + score;
}

/**
 * Rounds are bits, and all in a word are looked at together: at least s of t signals occur where at least s of the
 * first t - 1 do, or s - 1 and the t-th.
 * @param first - where the settings of this list and `countPerRound` begin
 */
function playAll(
  { counted, occurrences: { words, bits } }: GridData,
  training: readonly number[],
  pairs: readonly number[],
  often: number,
  totals: StopTotals,
  first: number,
): void {
  // In which rounds at least 0, 1, 2, ... of the signals occur; as far as `highest`, which any round has.
  const reached = new Int32Array(pairs.length + 1);
  reached[0] = -1;
  for (const course of training) {
    totals.turnTo(course);
    for (let word = 0; word < words; word++) {
      let highest = 0;
      for (let top = 1; top <= pairs.length; top++) {
        const signal = bits[bitsAt(often * words + word, pairs[top - 1]!, counted.courses) + course]!;
        reached[highest + 1] = reached[highest]! & signal;
        for (let score = highest; score > 0; score--) reached[score]! |= reached[score - 1]! & signal;
        if (reached[highest + 1] !== 0) highest++;
        for (let score = 1; score <= highest; score++)
          totals.stop(first + settingAt(top, score), word * roundsAWord + firstBit(reached[score]!));
      }
    }
  }
}

const firstBit = (bits: number): number => 31 - Math.clz32(bits & -bits);
