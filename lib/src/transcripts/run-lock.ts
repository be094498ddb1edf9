import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AgoraError } from '../agora-error';
import { folderError } from '../project';

const lockFileName = 'lock';

/** The locks that this process holds. Another with its number was left by a process that is gone. */
const held = new Set<string>();

/**
 * Takes a run folder for this process. A lock whose process is gone (it was killed) is taken over.
 * @returns a function that gives the folder back
 * @throws AgoraError 'run-locked' when a living process holds it, 'folder' when nothing can be written there
 */
export function lockRun(folder: string): () => void {
  const file = join(folder, lockFileName);
  const mine = `${process.pid} ${hostname()}`;
  // One that comes and goes is tried a few times; one that can neither be read nor made (a link to nowhere) is given up.
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      const descriptor = openSync(file, 'wx');
      writeSync(descriptor, mine);
      closeSync(descriptor);
      held.add(file);
      return () => {
        held.delete(file);
        rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw folderError(folder, error);
    }
    const holder = readHolder(file);
    if (holder !== null && holder.host === hostname() && !isAlive(holder.pid, file))
      rmSync(file, { force: true });
    else if (holder !== null) {
      throw new AgoraError(
        'run-locked',
        `${folder} is being written by process ${holder.pid} on ${holder.host}. ` +
          `Wait for it, or remove ${file} if that process is gone.`,
      );
    }
  }
  throw new AgoraError(
    'run-locked',
    `${file} can neither be read nor made: remove it if no process writes the run.`,
  );
}

function readHolder(file: string): { pid: number; host: string } | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const [pid = '', host = ''] = text.split(' ');
  // A lock that was cut off while being written names nobody who could still be alive.
  return host === '' ? { pid: 0, host: hostname() } : { pid: Number(pid), host };
}

function isAlive(pid: number, file: string): boolean {
  if (pid === 0) return false;
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
