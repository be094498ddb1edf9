import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

/** A lock's owner says so often that it is alive. */
const BEAT_MS = 5_000;
/** An owner on another machine that was silent for so long has died. One on this machine is looked up. */
const STALE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Does something that may take long while nobody else does it, in this process or another, waiting until the lock is
 * free. The lock is a file with its owner's machine and process; a dead owner's is taken over.
 */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(file), { recursive: true });
  while (!taken(file)) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // Removed by hand: then somebody else may work too, which costs time and harms nothing.
    }
  }, BEAT_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}

function taken(file: string): boolean {
  try {
    writeFileSync(file, `${hostname()} ${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (ownerIsDead(file)) rmSync(file, { force: true });
  return false;
}

function ownerIsDead(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (Date.now() - found.mtimeMs > STALE_MS) return true;
  let owner: string;
  try {
    owner = readFileSync(file, 'utf8');
  } catch {
    return false;
  }
  const [host, pid] = owner.split(' ');
  return host === hostname() && Number(pid) > 0 && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
