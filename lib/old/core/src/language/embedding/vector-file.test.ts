import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VectorFile } from './vector-file';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-vectors-'));
  path = join(folder, 'deeper', 'vectors.bin');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const key = (digit: number): string => String(digit).repeat(64);
const stored = (...numbers: number[]) => ({ vector: Float32Array.from(numbers), tokens: numbers.length });

describe('VectorFile', () => {
  it('known: a header of 16 bytes, then 32 + 4 + 4 x dimensions a record', () => {
    new VectorFile(path, 2).append([[key(1), stored(0.5, -1)]]);
    const bytes = readFileSync(path);
    expect(bytes.length).toBe(16 + 44);
    expect(bytes.toString('latin1', 0, 8)).toBe('AGVEC001');
    expect([bytes.readUInt32LE(8), bytes.readUInt32LE(48), bytes.readFloatLE(52)]).toEqual([2, 2, 0.5]);
  });

  it('law: another reader finds what was written, each record once', () => {
    const [writer, reader] = [new VectorFile(path, 2), new VectorFile(path, 2)];
    expect([...reader.news()]).toEqual([]);
    writer.append([[key(1), stored(1, 2)]]);
    expect([...reader.news()]).toEqual([[key(1), stored(1, 2)]]);
    writer.append([
      [key(2), stored(3, 4)],
      [key(3), stored(5, 6)],
    ]);
    expect([...reader.news()].map(([name]) => name)).toEqual([key(2), key(3)]);
    expect([...reader.news()]).toEqual([]);
    expect([...writer.news()]).toEqual([]);
  });

  it('law: a record cut short at any byte is passed over, and overwritten by the next', () => {
    new VectorFile(path, 2).append([[key(1), stored(1, 2)]]);
    const whole = readFileSync(path);
    const record = whole.subarray(16);
    for (let cut = 0; cut < record.length; cut++) {
      writeFileSync(path, whole);
      appendFileSync(path, record.subarray(0, cut));
      const file = new VectorFile(path, 2);
      expect([...file.news()].length).toBe(1);
      file.append([[key(2), stored(3, 4)]]);
      expect([...new VectorFile(path, 2).news()].map(([name]) => name)).toEqual([key(1), key(2)]);
    }
  });

  it('law: a header cut short is written again', () => {
    new VectorFile(path, 2).append([]);
    writeFileSync(path, readFileSync(path).subarray(0, 9));
    const file = new VectorFile(path, 2);
    expect([...file.news()]).toEqual([]);
    file.append([[key(1), stored(1, 2)]]);
    expect([...new VectorFile(path, 2).news()]).toEqual([[key(1), stored(1, 2)]]);
  });

  it('contract: records that somebody else wrote stay, though they were not read yet', () => {
    const [first, second] = [new VectorFile(path, 2), new VectorFile(path, 2)];
    first.append([[key(1), stored(1, 2)]]);
    second.append([[key(2), stored(3, 4)]]);
    expect([...new VectorFile(path, 2).news()].length).toBe(2);
    expect(statSync(path).size).toBe(16 + 2 * 44);
  });

  it('contract: a file of something else, or of other dimensions, is named and left alone', () => {
    new VectorFile(path, 2).append([]);
    expect(() => [...new VectorFile(path, 3).news()]).toThrow(/no cache of vectors with 3 dimensions/);
    writeFileSync(path, 'my shopping list');
    expect(() => new VectorFile(path, 2).append([])).toThrow(/begins with "my shopp"/);
    expect(readFileSync(path, 'utf8')).toBe('my shopping list');
  });
});
