import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgoraError } from '../error';

/** The nearest folder at or above `start` for which `isFound` holds. */
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

/** The folder of the project one works in: the nearest one above the working folder with a package.json, or that folder. */
export const projectFolder = (): string =>
  above(process.cwd(), (folder) => existsSync(join(folder, 'package.json'))) ?? process.cwd();
