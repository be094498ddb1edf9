import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { AgoraError } from 'agora-voting';

/**
 * Unpacks the folder `inside` of a zip ("" for everything) into a folder.
 * @throws AgoraError when the archive is damaged, has no such folder, or names a file outside of it
 */
export function unpack(archive: string, inside: string, folder: string): void {
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(readFileSync(archive), { filter: ({ name }) => name.startsWith(inside) });
  } catch (error) {
    throw new AgoraError(
      'damaged-zip',
      `${basename(archive)} is not a whole zip archive (${(error as Error).message})`,
      { cause: error },
    );
  }
  const files = Object.entries(entries).filter(([name]) => !name.endsWith('/'));
  if (files.length === 0)
    throw new AgoraError('damaged-zip', `${basename(archive)} holds nothing under "${inside}"`);
  for (const [name, bytes] of files) {
    const path = resolve(join(folder, name.slice(inside.length)));
    if (!path.startsWith(resolve(folder) + sep))
      throw new AgoraError('damaged-zip', `${basename(archive)} names a file outside itself: "${name}"`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
