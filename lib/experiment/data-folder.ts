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
 * Returns the kit's data folder: the path in AGORA_DATA or, if AGORA_DATA is not set, the `data` folder in the nearest
 * folder above this file that contains data/published.
 *
 * @throws AgoraError if no data folder is found
 */
export function dataFolder(): string {
  const given = process.env.AGORA_DATA;
  if (given !== undefined && given !== '') return given;
  const found = above(__dirname, (folder) => existsSync(join(folder, 'data', 'published')));
  if (found === undefined)
    throw new AgoraError(
      "No data folder was found. Set AGORA_DATA to the path of the repository's `data` folder.",
      'data',
    );
  return join(found, 'data');
}

/**
 * Returns the nearest folder at or above the working directory that contains a package.json. If there is none, returns
 * the working directory.
 */
export const projectFolder = (): string =>
  above(process.cwd(), (folder) => existsSync(join(folder, 'package.json'))) ?? process.cwd();
