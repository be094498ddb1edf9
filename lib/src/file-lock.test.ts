import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock, withLock } from './file-lock';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('withLock', () => {
  it('law: two take turns, and the lock is gone after a failure', async () => {
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      log.push(`${name} out`);
    };
    await Promise.all([withLock(file, work('a')), withLock(file, work('b'))]);
    expect(log.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out']);
    await expect(withLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(existsSync(file)).toBe(false);
  });

  it('law: a dead owner’s lock is taken over: a process that ended here, or silence from elsewhere', async () => {
    writeFileSync(file, `999999999 ${hostname()}`);
    await expect(withLock(file, async () => 'done')).resolves.toBe('done');
    const early = new Date(Date.now() - 3_600_000);
    writeFileSync(file, `${process.pid} ${hostname()}`);
    utimesSync(file, early, early);
    await expect(withLock(file, async () => 'done')).resolves.toBe('done');
    writeFileSync(file, '1 elsewhere');
    const old = new Date(Date.now() - 61_000);
    utimesSync(file, old, old);
    await expect(withLock(file, async () => 'done')).resolves.toBe('done');
  });

  it('law: one try says who holds it, until it is given back', () => {
    const giveBack = takeLock(file);
    expect(takeLock(file)).toEqual({ pid: process.pid, host: hostname() });
    (giveBack as () => void)();
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, '1 elsewhere');
    expect(takeLock(file)).toEqual({ pid: 1, host: 'elsewhere' });
  });

  it('law: a lock that was cut off before it named its holder is waited for a second, then taken over', () => {
    writeFileSync(file, '');
    // Written a minute from now, it is young however long the machine takes to look.
    const young = new Date(Date.now() + 60_000);
    utimesSync(file, young, young);
    expect(takeLock(file)).toEqual({ pid: 0, host: '' });
    const old = new Date(Date.now() - 2_000);
    utimesSync(file, old, old);
    expect(takeLock(file)).toBeInstanceOf(Function);
  });

  it('contract: a link to nowhere is held by nobody, and is given up', () => {
    symlinkSync(join(folder, 'nowhere'), file);
    expect(takeLock(file)).toEqual({ pid: 0, host: '' });
  });

  it('law: no turn is lost when processes take turns without waiting in between', async () => {
    const program = `
      const { withLockNow } = require(process.argv[1]);
      const { readFileSync, writeFileSync } = require('node:fs');
      for (let turn = 0; turn < 20; turn++) withLockNow('lock', () => {
        let count = 0;
        try { count = Number(readFileSync('count', 'utf8')); } catch {}
        writeFileSync('count', String(count + 1));
      });`;
    const compiled = join(folder, 'file-lock.cjs');
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    writeFileSync(compiled, ts.transpile(readFileSync(join(__dirname, 'file-lock.ts'), 'utf8'), options));
    const run = promisify(execFile);
    await Promise.all([1, 2, 3].map(() => run(process.execPath, ['-e', program, compiled], { cwd: folder })));
    expect(readFileSync(join(folder, 'count'), 'utf8')).toBe('60');
  });

  it('contract: where no file can be written, that is said', () => {
    expect(() => takeLock(join(folder, 'nowhere', 'lock'))).toThrow(/ENOENT/);
  });
});
