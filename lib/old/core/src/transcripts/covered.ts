import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { z } from 'zod';

/*
 * What is made of a run's files (its index, its counts) says how far it read them, and how one sees that they are still
 * the same. Files that were edited since are read again.
 */

/** How far a file was read, and how one sees that it is still that file. */
export const covered = z.object({
  bytes: z.int().nonnegative(),
  /** When the file was last written, in ms, as it was read. */
  modified: z.number(),
  /** Of samples of what was read: see `digestOf`. */
  digest: z.string(),
});
export type Covered = z.infer<typeof covered>;
export const nothingRead: Covered = { bytes: 0, modified: 0, digest: '' };

export function coveredOf(file: string, bytes: number): Covered {
  if (bytes === 0) return nothingRead;
  return { bytes, modified: statSync(file).mtimeMs, digest: digestOf(file, bytes) };
}

/** Whether a file begins with what was read of it: untouched since, or longer with the same samples. */
export function stillHolds(file: string, { bytes, modified, digest }: Covered): boolean {
  if (bytes === 0) return true;
  if (!existsSync(file)) return false;
  const { size, mtimeMs } = statSync(file);
  if (size === bytes) return mtimeMs === modified;
  return size > bytes && digestOf(file, bytes) === digest;
}

/** Pieces that a digest is taken of, and how long each is, in bytes: together as fast to read as one page of a disk. */
const samples = 64;
const sampleBytes = 4096;

/** Of a file's first bytes: whole where they are few, else of samples spread over them, the first and last among them. */
function digestOf(file: string, bytes: number): string {
  const hash = createHash('sha256');
  const descriptor = openSync(file, 'r');
  try {
    const whole = bytes <= samples * sampleBytes;
    const step = whole ? sampleBytes : (bytes - sampleBytes) / (samples - 1);
    for (let at = 0; at < bytes && (whole || at <= bytes - sampleBytes); at += step) {
      const from = Math.floor(at);
      const piece = Buffer.alloc(Math.min(sampleBytes, bytes - from));
      hash.update(piece.subarray(0, readSync(descriptor, piece, 0, piece.length, from)));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}
