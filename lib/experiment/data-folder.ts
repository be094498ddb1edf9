import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgoraError } from '../error';

/** Returns the nearest folder at or above `start` for which `isFound` is true. */
function above(start: string, isFound: (folder: string) => boolean): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isFound(folder)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * Returns the kit's data folder. AGORA_DATA specifies this folder. If AGORA_DATA is not set, the function looks in the
 * folders above this file for the nearest one with a subfolder data/published, and returns its subfolder `data`.
 *
 * @throws AgoraError if no data folder is found
 */
export function dataFolder(): string {
  const given = process.env.AGORA_DATA;
  if (given !== undefined && given !== '') return given;
  const found = above(__dirname, (folder) => existsSync(join(folder, 'data', 'published')));
  if (found === undefined)
    throw new AgoraError(
      'No data folder was found. Set AGORA_DATA to the path of the folder `data` in the repository.',
      'data',
    );
  return join(found, 'data');
}

/** Returns the nearest folder with a package.json at or above the working directory, or else the working directory. */
export const projectFolder = (): string =>
  above(process.cwd(), (folder) => existsSync(join(folder, 'package.json'))) ?? process.cwd();
