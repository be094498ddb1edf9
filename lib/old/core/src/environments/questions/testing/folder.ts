import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** Writes files into a new folder, which is gone after the tests of a file. */
export function folders(): (files: Readonly<Record<string, string>>) => string {
  const made: string[] = [];
  afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  return (files) => {
    const folder = mkdtempSync(join(tmpdir(), 'agora-questions-'));
    made.push(folder);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  };
}
