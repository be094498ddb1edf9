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
 * The folder of the kit's data: AGORA_DATA, or the nearest folder `data` above this file that has `published` in it.
 *
 * @throws AgoraError if there is none
 */
export function dataFolder(): string {
  const given = process.env.AGORA_DATA;
  if (given !== undefined && given !== '') return given;
  const found = above(__dirname, (folder) => existsSync(join(folder, 'data', 'published')));
  if (found === undefined)
    throw new AgoraError('The data of the kit were not found. Set AGORA_DATA to its folder `data`.', 'data');
  return join(found, 'data');
}

/** Returns the nearest folder with a package.json at or above the working directory, or the working directory itself. */
export const projectFolder = (): string =>
  above(process.cwd(), (folder) => existsSync(join(folder, 'package.json'))) ?? process.cwd();
