import type { NumberedSignal } from './learn-signals';
import { pairCount } from './pairs';
import type { PairTable } from './pair-table';

/**
 * For every number of signals and every score, the first round of each collaboration in which at least `score` of
 * the first `signals` occur often enough; 0 where there is none. One walk through all rounds.
 * @returns the stops for so many signals and such a score, from place `stopsAt(signals, score)` x collaborations on
 */
export function firstPassingRounds(
  training: readonly PairTable[],
  chosen: readonly NumberedSignal[],
  countPerRound: number,
): Uint16Array {
  const size = training.length;
  const stops = new Uint16Array(stopsAt(chosen.length + 1, 1) * size);
  const pairs = Int32Array.from(chosen, ({ number }) => number);
  const reached = new Int32Array(pairs.length);
  for (let place = 0; place < size; place++) {
    const { rounds, counts } = training[place]!;
    reached.fill(0);
    for (let round = 0; round < rounds; round++) {
      let score = 0;
      for (let top = 0; top < pairs.length; top++) {
        if (counts[round * pairCount + pairs[top]!]! >= countPerRound) score++;
        while (reached[top]! < score) {
          reached[top]!++;
          stops[stopsAt(top + 1, reached[top]!) * size + place] = round + 1;
        }
      }
    }
  }
  return stops;
}

/** Scores of 1 signal, of 2 signals, and so on, one after the other. */
export function stopsAt(signals: number, score: number): number {
  return (signals * (signals - 1)) / 2 + score - 1;
}
