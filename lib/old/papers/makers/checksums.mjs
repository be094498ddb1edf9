/** Writes data/SHA256SUMS anew, the hash of every file of data/: `sha256sum -c SHA256SUMS` in that folder checks them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isProgram, places } from '../../tools/project.mjs';

export const checksumsName = 'SHA256SUMS';

/** The lines of the file: hash, two blanks, path from the folder. README.md and the file itself are left out. */
export function checksums(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .filter((path) => path !== 'README.md' && path !== checksumsName)
    .sort()
    .map(
      (path) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex')}  ${path}`,
    );
}

export function writeChecksums(folder = join(places().project, 'data')) {
  writeFileSync(join(folder, checksumsName), `${checksums(folder).join('\n')}\n`);
}

if (isProgram(import.meta.url)) writeChecksums();
