import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { takeLock } from '../file-lock';
import { folderError } from '../project';

/**
 * Takes a run folder for this process. A lock whose process is gone (it was killed) is taken over.
 * @returns a function that gives the folder back
 * @throws AgoraError 'run-locked' when a living process holds it, 'folder' when nothing can be written there
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
  const holder = host === '' ? 'a process that does not say its name' : `process ${pid} on ${host}`;
  throw new AgoraError(
    'run-locked',
    `${folder} is being written by ${holder}. Wait for it, or remove ${file} if that process is gone.`,
  );
}
