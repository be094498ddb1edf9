import { createHash } from 'node:crypto';
import { xoroshiro128plus, type RandomGenerator } from 'pure-rand';
import { AgoraError } from './error';

/** One part of a stream's name. */
export type StreamName = string | number;

/**
 * A seeded, splittable random number generator. The library has no other source of random numbers.
 *
 * A seed and a path identify a stream. The same seed and path always give the same numbers, no matter what is drawn
 * from other streams or which call finishes first. A resumed run therefore ends exactly like an uninterrupted run.
 *
 * Generator: xoroshiro128+ (Blackman and Vigna, 2018), seeded from the SHA-256 digest of the path.
 */
export class Random {
  private readonly generator: RandomGenerator;
  private spareNormal: number | undefined;

  private constructor(private readonly path: string) {
    this.generator = xoroshiro128plus(createHash('sha256').update(path).digest().readInt32LE(0));
  }

  /** Returns the stream for a seed, or for a named path under the seed. */
  static from(seed: number, ...names: StreamName[]): Random {
    if (!Number.isSafeInteger(seed))
      throw new AgoraError(`The seed for Random.from must be a whole number, not ${seed}.`);
    return new Random([seed, ...names].map(escapeName).join('/'));
  }

  /**
   * Returns an independent stream derived from this one. Drawing from one of the two streams does not affect the other.
   */
  split(...names: StreamName[]): Random {
    return new Random([this.path, ...names.map(escapeName)].join('/'));
  }

  /** Returns a number drawn uniformly from [0, 1), with 53 random bits. */
  uniform(): number {
    const high = this.generator.unsafeNext() >>> 5;
    const low = this.generator.unsafeNext() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Returns a random whole number from 0 to `size` - 1. */
  below(size: number): number {
    if (!Number.isSafeInteger(size) || size < 1)
      throw new AgoraError(`The size for Random.below must be a whole number, 1 or greater, not ${size}.`);
    return Math.floor(this.uniform() * size);
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** Draws a number from the normal distribution (Marsaglia's polar method). */
  normal(mean = 0, standardDeviation = 1): number {
    if (this.spareNormal !== undefined) {
      const spare = this.spareNormal;
      this.spareNormal = undefined;
      return mean + standardDeviation * spare;
    }
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const square = u * u + v * v;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.spareNormal = v * scale;
      return mean + standardDeviation * u * scale;
    }
  }

  /** Returns one of the items; each item is equally likely. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new AgoraError('Random.pick needs at least one item.');
    return items[this.below(items.length)] as T;
  }

  /** Returns the items in random order (a Fisher–Yates shuffle), without changing the argument. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }
}

/** Escapes a name, so that 1 and '1' identify different streams, as do ('a', 'b') and ('a/b'). */
function escapeName(name: StreamName): string {
  return typeof name === 'number'
    ? `#${name}`
    : name.replaceAll('%', '%25').replaceAll('/', '%2F').replaceAll('#', '%23');
}
