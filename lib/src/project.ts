import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The project that a program or notebook runs in: the nearest folder upward from `from` that holds a
 * package.json beside a notebooks/ folder; else `from` itself.
 */
export function projectFolder(from: string = process.cwd()): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'notebooks'))) return folder;
    if (dirname(folder) === folder) return resolve(from);
  }
}

/** Where runs and cached replies live: AGORA_HOME, or .agora in the project. */
export function homeFolder(): string {
  return process.env['AGORA_HOME'] ?? join(projectFolder(), '.agora');
}
