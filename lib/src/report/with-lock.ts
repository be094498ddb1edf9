import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** After this long a lock's owner has surely died: what is done under a lock takes milliseconds. */
const STALE_MS = 10_000;
const PAUSE_MS = 10;

/**
 * Does something while no other process does it, waiting until the lock is free. The lock is a file; one that
 * a killed process left behind is removed after ten seconds.
 */
export function withLock<Result>(file: string, work: () => Result): Result {
  mkdirSync(dirname(file), { recursive: true });
  while (!taken(file)) pause(PAUSE_MS);
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

function taken(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const age = ageOf(file);
  if (age !== undefined && age > STALE_MS) rmSync(file, { force: true });
  return false;
}

function ageOf(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && Date.now() - found.mtimeMs;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
