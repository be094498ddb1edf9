import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareOutputs, libraryStep } from './build.mjs';
import { packageAt, places } from './project.mjs';

let at;
const write = (path, text = '') => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
beforeEach(() => {
  at = places(mkdtempSync(join(tmpdir(), 'agora-build-')));
});
afterEach(() => rmSync(at.project, { recursive: true, force: true }));

describe('libraryStep', () => {
  it('known: outputs without a source are orphans; tests have no outputs; a missing output is noticed', () => {
    const { source, dist } = packageAt(at.project, 'voting');
    for (const name of ['index.ts', 'index.test.ts', 'voting/borda.ts', 'data.json'])
      write(join(source, name));
    for (const name of [
      'index.js',
      'index.js.map',
      'index.d.ts',
      'voting/borda.js',
      'voting/gone.js',
      'gone.json',
      'data.json',
      'old.d.ts',
      '.tsbuildinfo',
    ]) {
      write(join(dist, name));
    }
    expect(compareOutputs(source, dist)).toEqual({
      orphans: ['gone.json', 'old.d.ts', join('voting', 'gone.js')],
      incomplete: false,
    });
    rmSync(join(dist, 'voting', 'borda.js'));
    expect(compareOutputs(source, dist).incomplete).toBe(true);
  });

  /** A project whose packages are compiled, and a compiler that has nothing to do. */
  const compiled = () => {
    for (const path of [
      at.packageLock,
      join(at.project, 'tsconfig.json'),
      join(at.project, 'lib', 'tsconfig.build.json'),
      ...at.packages.map((one) => join(one.folder, 'tsconfig.build.json')),
    ]) {
      write(path, '{}');
    }
    for (const { source, dist } of at.packages) {
      write(join(source, 'index.ts'));
      for (const end of ['js', 'js.map', 'd.ts']) write(join(dist, `index.${end}`));
    }
    write(join(packageAt(at.project, 'report').folder, 'explorer', 'main.tsx'), 'export {};');
    write(join(packageAt(at.project, 'report').folder, 'explorer', 'formula.ts'), 'export {};');
    write(join(at.modules, 'typescript', 'bin', 'tsc'));
  };

  it('law: without a stamp, an existing dist is not trusted (the set-up was cut short)', () => {
    compiled();
    expect(libraryStep(at).isFresh()).toBe(false);
  });

  it('law: the source of each package makes it stale, and so does the page of the explorer', async () => {
    compiled();
    const step = libraryStep(at);
    await step.make();
    expect(step.isFresh()).toBe(true);
    const page = join(packageAt(at.project, 'report').folder, 'explorer', 'main.tsx');
    for (const path of [...at.packages.map(({ source }) => join(source, 'index.ts')), page]) {
      const before = readFileSync(path, 'utf8');
      writeFileSync(path, 'export const changed = true;');
      expect(step.isFresh(), path).toBe(false);
      writeFileSync(path, before);
      expect(step.isFresh(), path).toBe(true);
    }
  });

  it('contract: without the compiler it says what to do', async () => {
    compiled();
    rmSync(join(at.modules, 'typescript'), { recursive: true });
    await expect(libraryStep(at).make()).rejects.toThrow('npm run setup');
  });
});
