import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { AgoraError } from '../error';

const blockSize = 1 << 20;

/**
 * Yields the values of a JSONL file one by one. A .gz file is decompressed all at once. An incomplete last line, which
 * a killed process may leave behind, is skipped.
 *
 * @throws AgoraError if a complete line is not JSON; the error gives the file and the line
 */
export function* readJsonLines(path: string): Generator<{ readonly value: unknown; readonly line: number }> {
  let line = 0;
  for (const { text, isWhole } of path.endsWith('.gz') ? linesOf(unpacked(path)) : linesIn(path)) {
    line++;
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

/** Reads a .gz file. @throws AgoraError if the file is truncated or damaged */
export function unpacked(path: string): Buffer {
  try {
    return gunzipSync(readFileSync(path));
  } catch (error) {
    throw new AgoraError(`${path} is truncated or damaged. Restore it.`, 'data', { cause: error });
  }
}

interface Line {
  readonly text: string;
  /** Whether a line break follows the line. */
  readonly isWhole: boolean;
}

function* linesOf(buffer: Buffer): Generator<Line> {
  let start = 0;
  for (let end = buffer.indexOf(10); end !== -1; end = buffer.indexOf(10, start)) {
    yield { text: buffer.toString('utf8', start, end), isWhole: true };
    start = end + 1;
  }
  if (start < buffer.length) yield { text: buffer.toString('utf8', start), isWhole: false };
}

function* linesIn(path: string): Generator<Line> {
  const file = openSync(path, 'r');
  try {
    const block = Buffer.alloc(blockSize);
    let rest = Buffer.alloc(0);
    for (;;) {
      const size = readSync(file, block, 0, blockSize, null);
      if (size === 0) break;
      const buffer = Buffer.concat([rest, block.subarray(0, size)]);
      const end = buffer.lastIndexOf(10);
      if (end !== -1) yield* linesOf(buffer.subarray(0, end + 1));
      rest = Buffer.from(buffer.subarray(end + 1));
    }
    yield* linesOf(rest);
  } finally {
    closeSync(file);
  }
}
