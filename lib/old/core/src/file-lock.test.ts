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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeLock, withLock } from './file-lock';

/** The time stands still in this process. What is written in a test is dated by the machine, later than this: young. */
const now = Date.parse('2026-01-01T00:00:00Z');
const ago = (seconds: number) => new Date(now - 1000 * seconds);

let folder: string;
let file: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  folder = mkdtempSync(join(tmpdir(), 'agora-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

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
    writeFileSync(file, `${process.pid} ${hostname()}`);
    const beforeAnyProcess = new Date(0);
    utimesSync(file, beforeAnyProcess, beforeAnyProcess);
    await expect(withLock(file, async () => 'done')).resolves.toBe('done');
    writeFileSync(file, '1 elsewhere');
    utimesSync(file, ago(61), ago(61));
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
    utimesSync(file, ago(1), ago(1));
    expect(takeLock(file)).toEqual({ pid: 0, host: '' });
    utimesSync(file, ago(2), ago(2));
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
