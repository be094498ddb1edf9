import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { AgoraError } from '../error';

const blockSize = 1 << 20;

/** A line of a file. */
interface Line {
  /** The position of the first byte in the file. */
  readonly start: number;
  /** The bytes of the line, without the line break. */
  readonly bytes: Buffer;
  /** Whether a line break follows the line. */
  readonly isWhole: boolean;
}

/**
 * Yields the values of a JSONL file one by one. An incomplete last line, which a killed process may leave behind, is
 * skipped.
 *
 * @throws AgoraError if a complete line is not JSON; the error gives the file and the line
 */
export function* readJsonLines(path: string): Generator<{ readonly value: unknown; readonly line: number }> {
  let line = 0;
  for (const { bytes, isWhole } of linesIn(path)) {
    line++;
    const text = bytes.toString('utf8');
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      if (!isWhole) return;
      throw new AgoraError(`Line ${line} of ${path} is not JSON. Restore the file.`, 'data', {
        cause: error,
      });
    }
    yield { value, line };
  }
}

/** Yields the lines of a file. A .gz file is decompressed all at once. */
export function* linesIn(path: string): Generator<Line> {
  if (path.endsWith('.gz')) {
    yield* linesOf(unpacked(path), 0);
    return;
  }
  const file = openSync(path, 'r');
  try {
    const block = Buffer.alloc(blockSize);
    let rest = Buffer.alloc(0);
    let start = 0;
    for (;;) {
      const size = readSync(file, block, 0, blockSize, null);
      if (size === 0) break;
      const buffer = Buffer.concat([rest, block.subarray(0, size)]);
      const end = buffer.lastIndexOf(10) + 1;
      yield* linesOf(buffer.subarray(0, end), start);
      rest = buffer.subarray(end);
      start += end;
    }
    yield* linesOf(rest, start);
  } finally {
    closeSync(file);
  }
}

/** Yields the lines of a part of a file that begins at `offset`. */
function* linesOf(buffer: Buffer, offset: number): Generator<Line> {
  let start = 0;
  for (let end = buffer.indexOf(10); end !== -1; end = buffer.indexOf(10, start)) {
    yield { start: offset + start, bytes: buffer.subarray(start, end), isWhole: true };
    start = end + 1;
  }
  if (start < buffer.length) yield { start: offset + start, bytes: buffer.subarray(start), isWhole: false };
}

/** Reads a .gz file. @throws AgoraError if the file is truncated or damaged */
export function unpacked(path: string): Buffer {
  try {
    return gunzipSync(readFileSync(path));
  } catch (error) {
    throw new AgoraError(`${path} is truncated or damaged. Restore it.`, 'data', { cause: error });
  }
}
