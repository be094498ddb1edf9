import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** SHA-256 of some texts, each with its length, so that moving a border between two changes the hash. */
export function hashTexts(...texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text);
  return hash.digest('hex');
}

/** All files beneath a folder whose path `keep` accepts, in one order on every machine; [] when there is none. */
export function listFiles(folder, keep = () => true) {
  if (!existsSync(folder)) return [];
  const files = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...listFiles(path, keep));
    else if (keep(path)) files.push(path);
  }
  return files.sort();
}

/** SHA-256 over the names (relative to `base`) and bytes of files. */
export function hashFiles(base, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(`${relative(base, file).split(sep).join('/')}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** The stamp of a finished step, or undefined: what the step was made from, written after its success. */
export function readStamp(stamps, name) {
  const path = join(stamps, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Removed before a step starts, so that a step cut short is never taken for a finished one. */
export function clearStamp(stamps, name) {
  rmSync(join(stamps, name), { force: true });
}

export function writeStamp(stamps, name, text) {
  writeAtomically(join(stamps, name), text);
}

/** Writes a file whole or not at all: readers see the old one or the new one. */
export function writeAtomically(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
