import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { makeFolder } from '../../../project';
import { modelsFolder, type Weights } from './weights';

/** The first four bytes of every file in this format. */
const magic = 'GGUF';

/**
 * The SHA-256 of weights that are ready to load. It is computed once (two seconds per gigabyte) and remembered as
 * long as the file's size and modification time stay the same.
 * @throws AgoraError 'weights' when the file is missing, cut off, of another format, or differs from the catalogue
 */
export function checkWeights(weights: Weights): string {
  const { file, known, name, hub } = weights;
  const again = hub === null ? '' : `: npx agora models get ${reference(weights)} brings them`;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined)
    throw new AgoraError('weights', `The weights of ${name} are not at ${file}${again}`);
  if (!found.isFile()) throw new AgoraError('weights', `${file} is not a file`);
  if (known !== null && found.size !== known.bytes)
    throw new AgoraError(
      'weights',
      `${file} has ${found.size} bytes, and ${name} has ${known.bytes}: it was cut off or is another file${again}`,
    );
  const start = firstBytes(file);
  if (start !== magic)
    throw new AgoraError(
      'weights',
      `${file} is not in the format GGUF (it begins with ${JSON.stringify(start)}): models.local reads no other`,
    );
  const sha256 = rememberedHash(file, found);
  if (known !== null && sha256 !== known.sha256)
    throw new AgoraError(
      'weights',
      `${file} has SHA-256 ${sha256}, and ${name} has ${known.sha256}: it is damaged or another file${again}`,
    );
  return sha256;
}

/** The name of these weights for `agora models get`. */
export function reference({ name, known, hub }: Weights): string {
  return known !== null || hub === null ? name : `hf:${hub.repository}/${hub.file}`;
}

/** The hash of a file that may be larger than memory. */
export function sha256Of(file: string): string {
  const digest = createHash('sha256');
  const part = Buffer.allocUnsafe(8 << 20);
  const open = openSync(file, 'r');
  try {
    for (;;) {
      const read = readSync(open, part, 0, part.length, null);
      if (read === 0) return digest.digest('hex');
      digest.update(part.subarray(0, read));
    }
  } finally {
    closeSync(open);
  }
}

function firstBytes(file: string): string {
  const start = Buffer.alloc(magic.length);
  const open = openSync(file, 'r');
  try {
    return start.toString('latin1', 0, readSync(open, start, 0, start.length, 0));
  } finally {
    closeSync(open);
  }
}

function rememberedHash(
  file: string,
  { size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number },
): string {
  const at = join(modelsFolder(), 'hashes.json');
  const key = JSON.stringify([file, size, mtimeMs, ino]);
  const known = readHashes(at);
  const remembered = known[key];
  if (remembered !== undefined) return remembered;
  const sha256 = sha256Of(file);
  try {
    makeFolder(modelsFolder());
    const partial = `${at}.${process.pid}`;
    writeFileSync(partial, JSON.stringify({ ...readHashes(at), [key]: sha256 }, null, 1));
    renameSync(partial, at);
  } catch {
    // If the folder cannot be written, nothing is remembered and the hash is computed again.
  }
  return sha256;
}

function readHashes(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
