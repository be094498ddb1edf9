import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFileLock } from './file-lock';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('withFileLock', () => {
  it('law: two take turns, and the lock is gone after a failure', async () => {
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      log.push(`${name} out`);
    };
    await Promise.all([withFileLock(file, work('a')), withFileLock(file, work('b'))]);
    expect(log.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out']);
    await expect(withFileLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(existsSync(file)).toBe(false);
  });

  it('law: a dead owner’s lock is taken over: a process that ended here, or silence from elsewhere', async () => {
    writeFileSync(file, `${hostname()} 999999999`);
    await expect(withFileLock(file, async () => 'done')).resolves.toBe('done');
    writeFileSync(file, 'elsewhere 1');
    const old = new Date(Date.now() - 61_000);
    utimesSync(file, old, old);
    await expect(withFileLock(file, async () => 'done')).resolves.toBe('done');
  });
});
