import { pairCount } from './pairs';

/** Counts pairs of dialogue acts, and hands them out in order, without looking at those that do not occur. */
export class PairCounter {
  private readonly counts = new Uint32Array(pairCount);
  /** Which of the counts are not 0, a bit each. */
  private readonly occurring = new Int32Array(Math.ceil(pairCount / 32));

  add(pair: number): void {
    this.counts[pair]!++;
    this.occurring[pair >>> 5]! |= 1 << (pair & 31);
  }

  countOf(pair: number): number {
    return this.counts[pair]!;
  }

  /**
   * Writes the pairs, and how often each occurs, into two lists, and begins anew.
   * @returns the place after the last one written
   */
  moveTo(pairs: Uint16Array, times: Uint32Array, place: number): number {
    let next = place;
    for (let word = 0; word < this.occurring.length; word++) {
      let bits = this.occurring[word]!;
      for (; bits !== 0; bits &= bits - 1) {
        const pair = 32 * word + 31 - Math.clz32(bits & -bits);
        pairs[next] = pair;
        times[next++] = this.counts[pair]!;
        this.counts[pair] = 0;
      }
      this.occurring[word] = 0;
    }
    return next;
  }
}
