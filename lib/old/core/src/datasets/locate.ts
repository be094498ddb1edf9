import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { homeFolder, projectFolder, shippedFolder } from '../project';
import type { Dataset } from './dataset';
import { dataset } from './registry';

/** The folder of fetched data sets: AGORA_DATA_HOME, or data/ in AGORA_HOME (.agora in the project). */
export function dataHome(): string {
  return process.env['AGORA_DATA_HOME'] ?? join(homeFolder(), 'data');
}

/** The folder of data shared by several projects: AGORA_SHARED_DATA, or ../shared/data next to the project. */
export function sharedDataFolder(): string {
  return process.env['AGORA_SHARED_DATA'] ?? join(projectFolder(), '..', 'shared', 'data');
}

/**
 * Finds the folder of a data set: in the repository (data/recorded), else among those that `npx agora data` fetched,
 * else in the shared data. Null if none is complete. It compares names and sizes of files; hashes were checked when
 * they were fetched.
 * @throws AgoraError when there is no data set of this name
 * @example
 * const folder = datasets.locateDataset('gsm8k'); // null until "npx agora data gsm8k" was run
 */
export function locateDataset(wanted: string | Dataset): string | null {
  const described = typeof wanted === 'string' ? dataset(wanted) : wanted;
  const places = [join(dataHome(), described.name), join(sharedDataFolder(), described.sharedFolder)];
  return inRepository(described) ?? places.find((place) => missingFrom(place, described) === null) ?? null;
}

/** The folder of a data set in the repository; null for other data sets. */
export function inRepository({ name }: Dataset): string | null {
  return shippedFolder(join('recorded', name));
}

/** What a folder lacks of this data set, in words; null if it is complete. */
export function missingFrom(folder: string, { files, holds }: Dataset): string | null {
  for (const { name, bytes } of files) {
    const found = sizeOf(join(folder, name));
    if (found === null) return `${join(folder, name)} is missing`;
    if (found !== bytes) return `${join(folder, name)} has ${found} bytes, ${bytes} are needed`;
  }
  if (holds === null) return null;
  const count = namesIn(folder).filter((name) => name.endsWith(holds.ending)).length;
  if (count >= holds.atLeast) return null;
  return `${folder} has ${count} files that end in "${holds.ending}", at least ${holds.atLeast} are needed`;
}

function sizeOf(path: string): number | null {
  return existsSync(path) ? statSync(path).size : null;
}

function namesIn(folder: string): string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];
}
