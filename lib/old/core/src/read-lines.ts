import { closeSync, openSync, readSync } from 'node:fs';

/** One line of a file, without its line feed. */
export interface Line {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
  /** Where the line begins, in bytes from the start of the file. */
  readonly byte: number;
  /** False for a last line without a line feed: its writer was stopped half-way. */
  readonly complete: boolean;
}

const chunkBytes = 1 << 20;

/**
 * Reads a file line by line in constant memory. Lines end at "\n" only: other separators that some readers honour
 * (U+2028, U+0085, "\r") can occur inside a JSON string.
 */
export function* readLines(
  file: string,
  from: Pick<Line, 'byte' | 'number'> = { byte: 0, number: 1 },
): Generator<Line, void, undefined> {
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let rest: Buffer[] = [];
    let { byte, number } = from;
    for (let position = byte; ;) {
      const length = readSync(descriptor, chunk, 0, chunkBytes, position);
      if (length === 0) break;
      position += length;
      let start = 0;
      for (;;) {
        const to = chunk.indexOf(10, start);
        if (to < 0 || to >= length) break;
        const piece = chunk.subarray(start, to);
        const line = rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
        rest = [];
        yield { text: line.toString('utf8'), number, byte, complete: true };
        byte += line.length + 1;
        number++;
        start = to + 1;
      }
      if (start < length) rest.push(Buffer.from(chunk.subarray(start, length)));
    }
    if (rest.length > 0) yield { text: Buffer.concat(rest).toString('utf8'), number, byte, complete: false };
  } finally {
    closeSync(descriptor);
  }
}
