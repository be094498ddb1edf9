import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { alive } from './processes.mjs';

const beat = 2_000;
const silence = 60_000;

const look = (path) => {
  try {
    return { owner: readFileSync(path, 'utf8'), touched: statSync(path).mtimeMs };
  } catch {
    return undefined;
  }
};

/** Whether a lock's owner is gone: its process has ended (same machine), or it has not been touched for a minute. */
export function abandoned(owner, sinceTouched) {
  const [host, pid] = owner.split(' ');
  if (sinceTouched >= silence) return true;
  return host === hostname() && Number(pid) > 0 && !alive(Number(pid));
}

/** Takes the lock if nobody has it. @returns whether we have it now */
function take(path) {
  try {
    writeFileSync(path, `${hostname()} ${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Moves an abandoned lock away; puts it back if it turns out that another one had just taken it over. */
function remove(path, owner) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') === owner) rmSync(aside);
    else renameSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/**
 * Runs `action` while holding a lock file, so that two set-ups in one folder take turns. It is plain JavaScript of its own,
 * since it runs before there are packages or a compiled library (lib/core/src/file-lock.ts).
 * The owner touches the file every two seconds; a lock left by a killed process is taken over.
 * @param onWait - called once with the owner ("host pid") when somebody else has the lock
 */
export async function withLock(path, action, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true });
  let seen;
  let told = false;
  while (!take(path)) {
    const now = look(path);
    if (now === undefined) continue;
    if (seen?.touched !== now.touched || seen.owner !== now.owner) seen = { ...now, at: performance.now() };
    if (abandoned(now.owner, performance.now() - seen.at)) remove(path, now.owner);
    else {
      if (!told) onWait(now.owner);
      told = true;
      await sleep(200);
    }
  }
  const timer = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // Somebody removed the lock by hand; the work itself goes on.
    }
  }, beat);
  try {
    return await action();
  } finally {
    clearInterval(timer);
    rmSync(path, { force: true });
  }
}
