import { describe, expect, it } from 'vitest';
import { inShard, readShard, shardSize } from './shard';

describe('shards', () => {
  it('law: every collaboration belongs to exactly one part, and parts differ by one at most', () => {
    for (const collaborations of [0, 1, 5, 16, 17])
      for (const of of [1, 3, 16]) {
        const sizes = Array.from({ length: of }, (_, at) => shardSize(collaborations, { part: at + 1, of }));
        const held = Array.from({ length: of }, (_, at) =>
          Array.from({ length: collaborations }, (_, index) => index).filter((index) =>
            inShard(index, { part: at + 1, of }),
          ),
        );
        expect(sizes).toEqual(held.map(({ length }) => length));
        expect(held.flat().sort((a, b) => a - b)).toEqual(
          Array.from({ length: collaborations }, (_, i) => i),
        );
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }
  });

  it('contract: reads PART/PARTS, and names what is none', () => {
    expect(readShard(' 3/16 ')).toEqual({ part: 3, of: 16 });
    for (const text of ['', '3', '0/4', '5/4', '1/0', '-1/4', '1.5/4', 'a/b', '1/2/3'])
      expect(() => readShard(text), text).toThrow('A shard needs to be PART/PARTS');
  });
});
