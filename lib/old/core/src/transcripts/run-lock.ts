import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { takeLock } from '../file-lock';
import { folderError } from '../project';

/**
 * Locks a run folder for this process. The lock of a process that no longer runs is taken over.
 * @returns a function that releases the lock
 * @throws AgoraError 'run-locked' when a running process has the lock, 'folder' when the folder cannot be written
 */
export function lockRun(folder: string): () => void {
  const file = join(folder, 'lock');
  let taken: ReturnType<typeof takeLock>;
  try {
    taken = takeLock(file);
  } catch (error) {
    throw folderError(folder, error);
  }
  if (typeof taken === 'function') return taken;
  const { pid, host } = taken;
  const holder = host === '' ? 'an unknown process' : `process ${pid} on ${host}`;
  throw new AgoraError(
    'run-locked',
    `${folder} is being written by ${holder}. Wait for it, or remove ${file} if that process is gone.`,
  );
}
