import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AgoraError } from 'agora-voting';

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
 * The folder `data/NAME` that the project ships, or null. The search goes upwards from this file, so the source and
 * the compiled library find the same folder, wherever a program runs. A package installed from a registry has its own
 * data, and those of agora-papers if that is installed too.
 */
export function shippedFolder(name: string, from: string = __dirname): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const own = join(folder, 'data', name);
    if (existsSync(own)) return own;
    const ofPapers = join(folder, 'node_modules', 'agora-papers', 'data', name);
    if (existsSync(ofPapers)) return ofPapers;
    if (dirname(folder) === folder) return null;
  }
}

/** Where runs and cached replies live: AGORA_HOME, or .agora in the project. */
export function homeFolder(): string {
  return process.env['AGORA_HOME'] ?? join(projectFolder(), '.agora');
}

/**
 * Makes a folder and its parents, and checks that files can be written in it. It makes one folder at a time, because
 * Node's `recursive` never returns where nothing can be made (below /proc).
 * @throws AgoraError 'folder' with the reason in one line
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  try {
    for (const each of missing) makeOne(each);
    rmdirSync(mkdtempSync(join(folder, '.probe-')));
  } catch (error) {
    throw folderError(folder, error);
  }
}

/** Makes one folder; another process may make it at the same time. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'its disk may only be read',
  ENOENT: 'nothing can be made there',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EEXIST: 'a part of this path is a file, not a folder',
  ENAMETOOLONG: 'its name is too long',
  ERR_INVALID_ARG_VALUE: 'its name holds a NUL character',
};

/** Why a folder, or a file in it, could not be written, in one line. */
export function folderError(folder: string, error: unknown): AgoraError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new AgoraError(
    'folder',
    `${JSON.stringify(folder)} cannot be written: ${reasons[code] ?? message}`,
    {
      cause: error,
    },
  );
}
