import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file whole or not at all, and only when its bytes are new: a reader never sees half a file, and
 * what did not change keeps its time stamp.
 * @returns whether the file was written
 */
export function writeIfChanged(file: string, content: string | Uint8Array): boolean {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (existing(file)?.equals(bytes)) return false;
  mkdirSync(dirname(file), { recursive: true });
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
