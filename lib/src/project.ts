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

/**
 * A folder of the data that the project ships (`data/NAME`), or null: looked for from this file upwards, so that it is
 * the same for the source and the compiled library, wherever a program runs.
 */
export function shippedFolder(name: string): string | null {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'data', name);
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

/** Where runs and cached replies live: AGORA_HOME, or .agora in the project. */
export function homeFolder(): string {
  return process.env['AGORA_HOME'] ?? join(projectFolder(), '.agora');
}
