import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, shippedFolder } from './project';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-project-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('shippedFolder', () => {
  it('known: the nearest data folder upwards, and that of agora-papers where both are installed', () => {
    const core = join(home, 'node_modules', 'agora-core');
    const papers = join(home, 'node_modules', 'agora-papers');
    for (const folder of [
      join(core, 'data', 'own'),
      join(papers, 'data', 'sets'),
      join(papers, 'data', 'own'),
    ])
      mkdirSync(folder, { recursive: true });
    const from = join(core, 'dist', 'room');
    expect(shippedFolder('own', from)).toBe(join(core, 'data', 'own'));
    expect(shippedFolder('sets', from)).toBe(join(papers, 'data', 'sets'));
    expect(shippedFolder('neither', from)).toBeNull();
  });
});

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
