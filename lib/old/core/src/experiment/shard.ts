import { AgoraError } from 'agora-voting';

/** One part of a run whose collaborations are divided among processes that share nothing. */
export interface Shard {
  /** Which part, from 1 to `of`. */
  readonly part: number;
  /** The number of parts. */
  readonly of: number;
}

/**
 * Reads "3/16": the third of sixteen parts.
 * @throws AgoraError 'setting' when the text is not a part
 */
export function readShard(text: string): Shard {
  const [, part = '', of = ''] = /^\s*(\d{1,6})\s*\/\s*(\d{1,6})\s*$/.exec(text) ?? [];
  const shard: Shard = { part: Number(part), of: Number(of) };
  if (of === '' || shard.part < 1 || shard.part > shard.of)
    throw new AgoraError(
      'setting',
      `A shard needs to be PART/PARTS, from 1/PARTS to PARTS/PARTS, as in 3/16; got ${JSON.stringify(text.slice(0, 40))}`,
    );
  return shard;
}

/** Whether a collaboration belongs to a part: parts take turns, so that they differ by one collaboration at most. */
export function inShard(index: number, shard: Shard | undefined): boolean {
  return shard === undefined || index % shard.of === shard.part - 1;
}

/** How many of a run's collaborations belong to a part. */
export function shardSize(collaborations: number, shard: Shard | undefined): number {
  if (shard === undefined) return collaborations;
  return Math.max(0, Math.ceil((collaborations - shard.part + 1) / shard.of));
}
