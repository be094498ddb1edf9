import { createHash } from 'node:crypto';
import { xoroshiro128plus, type RandomGenerator } from 'pure-rand';
import { AgoraError } from './error';

/** A part of a stream's name. */
export type StreamName = string | number;

/**
 * A seeded, splittable source of random numbers, and the only one in the library.
 *
 * A stream is named by a seed and a path. The same path always gives the same numbers, whatever was drawn before and
 * whichever call finishes first, so a resumed run ends exactly as an uninterrupted one.
 *
 * Generator: xoroshiro128+ (Blackman and Vigna, 2018), seeded from SHA-256 of the path.
 */
export class Random {
  private readonly generator: RandomGenerator;
  private spareNormal: number | undefined;

  private constructor(private readonly path: string) {
    this.generator = xoroshiro128plus(createHash('sha256').update(path).digest().readInt32LE(0));
  }

  /** The stream of a seed, or of a named place under it. */
  static from(seed: number, ...names: StreamName[]): Random {
    if (!Number.isSafeInteger(seed))
      throw new AgoraError(`Random.from needs a whole number as seed, not ${seed}.`);
    return new Random([seed, ...names].map(escapeName).join('/'));
  }

  /** An independent stream under this one. Drawing from one does not affect the other. */
  split(...names: StreamName[]): Random {
    return new Random([this.path, ...names.map(escapeName)].join('/'));
  }

  /** Uniform in [0, 1), with 53 random bits. */
  uniform(): number {
    const high = this.generator.unsafeNext() >>> 5;
    const low = this.generator.unsafeNext() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** A whole number from 0 to `size` - 1. */
  below(size: number): number {
    if (!Number.isSafeInteger(size) || size < 1)
      throw new AgoraError(`Random.below needs a whole number of at least 1, not ${size}.`);
    return Math.floor(this.uniform() * size);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** A draw from the normal distribution (Marsaglia's polar method). */
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

  /** One of the items, each equally likely. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new AgoraError('Random.pick needs at least one item.');
    return items[this.below(items.length)] as T;
  }

  /** The items in random order (Fisher and Yates). The argument is not changed. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }
}

/** Numbers and texts name different streams, and ('a', 'b') is not ('a/b'). */
function escapeName(name: StreamName): string {
  return typeof name === 'number'
    ? `#${name}`
    : name.replaceAll('%', '%25').replaceAll('/', '%2F').replaceAll('#', '%23');
}
