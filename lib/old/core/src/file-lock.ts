import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

/** How often a holder reports that it is alive. */
const BEAT_MS = 5_000;
/**
 * A holder on another machine counts as dead after this long without a sign. On this machine its process is looked
 * up.
 */
const STALE_MS = 60_000;
/** The longest that a holder takes to write its name into a new lock file. */
const NAMELESS_MS = 1_000;

/**
 * Takes a lock for this process, if it is free. The lock is a file that names its holder's process and machine. The
 * lock of a dead holder is taken over.
 * @returns a function that releases the lock; or, if another process has it, that holder
 * @throws the file system's error if the lock file cannot be written
 */
export function takeLock(file: string): (() => void) | LockHolder {
  // A lock file that appears and disappears is tried a few times. One that can be neither read nor made is a broken
  // link.
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      writeFileSync(file, `${process.pid} ${hostname()}`, { flag: 'wx' });
      return giveBack(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const holder = holderOf(file);
    if (!isDead(holder, Date.now() - found.mtimeMs)) return holder;
    rmSync(file, { force: true });
  }
  return { pid: 0, host: '' };
}

/** Waits until the lock is free, then does the work. For work that may take long. */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const taken = takeLock(file);
    if (typeof taken === 'function') return work().finally(taken);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits until the lock is free, blocking this process. For work of milliseconds. */
export function withLockNow<Result>(file: string, work: () => Result): Result {
  for (;;) {
    const taken = takeLock(file);
    if (typeof taken !== 'function') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    else
      try {
        return work();
      } finally {
        taken();
      }
  }
}

function giveBack(file: string): () => void {
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // The lock was removed by hand, so another process may be working too. That is the decision of whoever removed
      // it.
    }
  }, BEAT_MS).unref();
  return () => {
    clearInterval(beat);
    rmSync(file, { force: true });
  };
}

function holderOf(file: string): LockHolder {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const [pid = '', host = ''] = text.split(' ');
  return { pid: Number(pid), host };
}

function isDead({ pid, host }: LockHolder, silentMs: number): boolean {
  if (host === '') return silentMs > NAMELESS_MS;
  if (host !== hostname()) return silentMs > STALE_MS;
  // A process with our number that has been silent since before we started is an earlier process, not this one.
  if (pid === process.pid) return silentMs > process.uptime() * 1000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}
