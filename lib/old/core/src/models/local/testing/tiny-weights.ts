import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file that begins like weights, for a child that does not read it. */
export function tinyWeights(file: string, rest = 'nothing'): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `GGUF${rest}`);
  return file;
}
