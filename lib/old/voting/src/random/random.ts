import { hash } from 'node:crypto';
import { xoroshiro128plus, type RandomGenerator } from 'pure-rand';
import { AgoraError } from '../agora-error';

/** Anything that can name a stream: the parts of a call's identity, say. */
export type StreamName = string | number;

/**
 * A seeded, splittable source of chance, and the only one in the library.
 *
 * A stream is named by the seed and a path of names. The same path always gives the same numbers, no matter what was
 * drawn before and in which order calls finish. So a resumed run ends as the uninterrupted one would.
 *
 * The generator is xoroshiro128+ (Blackman and Vigna 2018), seeded from SHA-256 of the path.
 * @example
 * const draw = () => Random.from(7, 'round', 3).uniform();
 * draw() === draw(); // => true
 */
export class Random {
  private readonly generator: RandomGenerator;
  private readonly path: string;
  private spareNormal: number | undefined;

  private constructor(path: string) {
    this.path = path;
    this.generator = xoroshiro128plus(hash('sha256', path, 'buffer').readInt32LE(0));
  }

  /**
   * The stream of a seed, or of a named place under it.
   * @throws AgoraError 'setting' when the seed is not a whole number
   */
  static from(seed: number, ...names: StreamName[]): Random {
    if (!Number.isSafeInteger(seed))
      throw new AgoraError('setting', `Random.from needs a whole number as seed, got ${seed}`);
    return new Random([seed, ...names].map(escapeName).join('/'));
  }

  /** An independent stream with a name under this one. Drawing from one does not affect the other. */
  split(...names: StreamName[]): Random {
    return new Random([this.path, ...names.map(escapeName)].join('/'));
  }

  /** A number in [0, 1), uniform, with 53 random bits. */
  uniform(): number {
    const high = this.generator.unsafeNext() >>> 5;
    const low = this.generator.unsafeNext() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /**
   * A whole number from 0 to `size` - 1.
   * @throws AgoraError 'setting' when size is not a positive whole number
   */
  below(size: number): number {
    if (!Number.isSafeInteger(size) || size < 1)
      throw new AgoraError('setting', `Random.below needs a whole number of at least 1, got ${size}`);
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

  /**
   * One of the items, each equally likely.
   * @throws AgoraError 'setting' when there is none
   */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new AgoraError('setting', 'Random.pick needs at least one item');
    return items[this.below(items.length)] as T;
  }

  /** The items in a random order (Fisher and Yates); the argument is left as it was. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }
}

/** Names keep their type and their slashes apart, so that ('a', 'b') and ('a/b') are two streams. */
function escapeName(name: StreamName): string {
  return typeof name === 'number'
    ? `#${name}`
    : name.replaceAll('%', '%25').replaceAll('/', '%2F').replaceAll('#', '%23');
}
