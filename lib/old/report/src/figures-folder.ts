import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { homeFolder, makeFolder } from 'agora-core/internal';

/**
 * The folder of a notebook's figures and ledger rows: AGORA_FIGURES if set, else `figures` in AGORA_HOME (.agora in the
 * project). It is never the committed `figures/`: only `npm run reproduce` writes there, from the shipped notebooks.
 */
export function figuresFolder(): string {
  return resolve(process.env['AGORA_FIGURES'] || join(homeFolder(), 'figures'));
}

/**
 * Writes a file atomically, and only if its bytes changed: a reader never sees an incomplete file, and an unchanged
 * file keeps its time stamp.
 * @returns whether the file was written
 */
export function writeIfChanged(file: string, content: string | Uint8Array): boolean {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (existing(file)?.equals(bytes)) return false;
  makeFolder(dirname(file));
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, bytes);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return true;
}

function existing(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
