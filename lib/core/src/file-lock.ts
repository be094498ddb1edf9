import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

/** A holder says so often that it is alive. */
const BEAT_MS = 5_000;
/** One on another machine that was silent for so long has died. One on this machine is looked up. */
const STALE_MS = 60_000;
/** A lock whose holder's name is not written yet is that old at most. */
const NAMELESS_MS = 1_000;

/**
 * Takes a lock for this process, if it is free. The lock is a file with its holder's process and machine; a dead holder's
 * is taken over.
 * @returns a function that gives it back; or who holds it
 * @throws what the file system says when a file cannot be written there
 */
export function takeLock(file: string): (() => void) | LockHolder {
  // One that comes and goes is tried a few times; one that can neither be read nor made is a link to nowhere.
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

/** The same, waiting until it is free, for work that may take long. */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const taken = takeLock(file);
    if (typeof taken === 'function') return work().finally(taken);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The same for work of milliseconds, which everything else waits for. */
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
      // Removed by hand: then somebody else may work too, which whoever removed it has answered for.
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
  // A process of our number that was silent since before we began was another one.
  if (pid === process.pid) return silentMs > process.uptime() * 1000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}
