import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AgoraError } from '../agora-error';

/**
 * Where figures and the ledger are kept: AGORA_FIGURES if set, else the `figures` folder that stands beside a
 * `notebooks` folder in the working folder or the nearest folder above it.
 * @throws AgoraError 'figures-folder' when there is neither
 */
export function figuresFolder(from: string = process.cwd()): string {
  const stated = process.env['AGORA_FIGURES'];
  if (stated) return resolve(stated);
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'figures')) && existsSync(join(folder, 'notebooks')))
      return join(folder, 'figures');
    if (dirname(folder) === folder) break;
  }
  throw new AgoraError(
    'figures-folder',
    `figuresFolder found no "figures" folder beside a "notebooks" folder in or above ${resolve(from)}; set AGORA_FIGURES to a folder`,
  );
}
