import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { folderError, makeFolder } from '../project';
import { AgoraError } from 'agora-voting';

/**
 * Creates a folder atomically. `make` works in a scratch folder next to the target and returns the folder in it that
 * becomes the target. That folder then replaces the target in one step. The scratch folder is always removed; one that
 * a killed process left is removed the next time.
 * @throws AgoraError when the disk is full or the folder cannot be written
 */
export async function placeWhole(
  target: string,
  make: (scratch: string) => string | Promise<string>,
  hint = 'AGORA_DATA_HOME names another place',
): Promise<void> {
  const place = resolve(target);
  const scratch = `${place}.partial-${process.pid}`;
  try {
    makeFolder(dirname(place));
    removeAbandoned(place);
    mkdirSync(scratch, { recursive: true });
    const whole = await make(scratch);
    if (existsSync(place)) renameSync(place, join(scratch, 'older'));
    renameSync(whole, place);
  } catch (error) {
    throw named(error, place, hint);
  } finally {
    await removeScratch(scratch);
  }
}

/** What was being written when a connection broke off may still come: then the folder is not empty yet, and tried again. */
async function removeScratch(scratch: string): Promise<void> {
  for (let tries = 0; existsSync(scratch); tries++)
    try {
      await rm(scratch, { recursive: true, force: true });
    } catch (error) {
      // It is removed the next time; why the folder could not be made is worth more than this.
      if (tries >= 20) return;
      if (!['ENOTEMPTY', 'EBUSY', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
      await wait(25);
    }
}

function removeAbandoned(place: string): void {
  const start = `${basename(place)}.partial-`;
  for (const name of readdirSync(dirname(place))) {
    if (!name.startsWith(start)) continue;
    const maker = Number(name.slice(start.length));
    if (maker === process.pid || !isRunning(maker))
      rmSync(join(dirname(place), name), { recursive: true, force: true });
  }
}

function isRunning(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function named(error: unknown, place: string, hint: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof AgoraError && code !== 'folder') return error;
  const { message, cause } = error instanceof AgoraError ? error : folderError(place, error);
  return new AgoraError('folder', `${message}. ${hint}`, { cause });
}
