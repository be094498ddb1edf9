import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './project';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-project-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('known: makes a folder with those above it, leaves nothing in it, and takes one that is there', () => {
    const folder = join(home, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('contract: where nothing can be made it says so at once, in one line with the path', () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    for (const [folder, reason] of [
      [file, 'a part of this path is a file, not a folder'],
      [join(file, 'in', 'it'), 'a part of this path is a file, not a folder'],
      [join(home, 'a\0b'), 'its name holds a NUL character'],
      [join(home, 'x'.repeat(300)), 'its name is too long'],
      ...(existsSync('/proc/self')
        ? ([
            ['/proc/agora/runs', 'nothing can be made there'],
            ['/proc/self', 'nothing can be made there'],
          ] as const)
        : []),
    ] as const)
      expect(() => makeFolder(folder), folder).toThrow(
        expect.objectContaining({
          code: 'folder',
          message: `${JSON.stringify(folder)} cannot be written: ${reason}`,
        }),
      );
  });
});
