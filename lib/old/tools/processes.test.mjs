import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { places } from './project.mjs';

let at;
beforeEach(() => {
  at = places(mkdtempSync(join(tmpdir(), 'agora-processes-')));
});
afterEach(() => rmSync(at.project, { recursive: true, force: true }));

/** A program that has a temporary folder of its own, and leaves a folder in it. */
const program = (rest) => `
  import { mkdtempSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  const { ownTemporaryFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'processes.mjs'))});
  ownTemporaryFolder({ temporary: ${JSON.stringify(at.temporary)} });
  console.log(mkdtempSync(join(tmpdir(), 'left-')));
  ${rest}`;
const args = (rest) => ['--input-type=module', '--eval', program(rest)];

describe('ownTemporaryFolder', () => {
  it('law: what a program and its children leave in the temporary folder goes when it ends', () => {
    const made = execFileSync(process.execPath, args(''), { encoding: 'utf8' }).trim();
    expect(made.startsWith(at.temporary)).toBe(true);
    expect(readdirSync(at.temporary)).toEqual([]);
  });

  it('law: what a killed program left goes at the next start, what a living one uses stays', async () => {
    const children = ['killed', 'living'].map(() =>
      spawn(process.execPath, args('setInterval(() => {}, 1000);')),
    );
    const folders = await Promise.all(
      children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
    );
    children[0].kill('SIGKILL');
    await once(children[0], 'exit');
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, true]);
    execFileSync(process.execPath, args(''));
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, true]);
    children[1].kill('SIGKILL');
    await once(children[1], 'exit');
  });
});
