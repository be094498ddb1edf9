import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitStamps, commonInputs, isAsCommitted, isFresh, stampNotebook } from './freshness.mjs';
import { packageAt, places, root } from './project.mjs';

let at;
let path;
/** The compiled files of one package. */
let dist;

beforeEach(() => {
  at = places(mkdtempSync(join(tmpdir(), 'agora-freshness-')));
  dist = at.packages[0].dist;
  for (const folder of [at.data, at.notebooks, at.figures, ...at.packages.map((one) => one.dist)])
    mkdirSync(folder, { recursive: true });
  for (const one of at.packages) writeFileSync(join(one.dist, 'index.js'), 'one');
  writeFileSync(join(dist, 'index.d.ts'), 'types');
  writeFileSync(at.packageLock, '{}');
  writeFileSync(join(at.figures, 'a.svg'), '<svg/>');
  path = join(at.notebooks, 'n.ipynb');
  writeFileSync(path, '{}');
  stampNotebook(at, path, commonInputs(at, {}), ['a.svg']);
});
afterEach(() => rmSync(at.project, { recursive: true, force: true }));

const fresh = (env = {}) => isFresh(at, path, commonInputs(at, env));

describe('isFresh', () => {
  it('law: each input and each result makes it stale, and undoing the change makes it fresh again', () => {
    expect(fresh()).toBe(true);
    const changes = [
      [() => writeFileSync(path, '{ }'), () => writeFileSync(path, '{}')],
      [() => writeFileSync(join(at.data, 'd.json'), '[]'), () => rmSync(join(at.data, 'd.json'))],
      [() => writeFileSync(at.packageLock, '{"a":1}'), () => writeFileSync(at.packageLock, '{}')],
      [() => rmSync(join(at.figures, 'a.svg')), () => writeFileSync(join(at.figures, 'a.svg'), '<svg/>')],
      [
        () => writeFileSync(join(at.figures, 'a.svg'), '<svg>'),
        () => writeFileSync(join(at.figures, 'a.svg'), '<svg/>'),
      ],
    ];
    for (const [change, undo] of changes) {
      change();
      expect(fresh(), String(change)).toBe(false);
      undo();
      expect(fresh(), String(undo)).toBe(true);
    }
  });

  it('contract: the packages are the workspaces of package.json', () => {
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(at.packages.map(({ name }) => `lib/${name}`)).toEqual(workspaces);
  });

  it.each(places().packages.map(({ name }) => name))(
    'law: what is compiled of lib/%s makes it stale: code, the data compiled with it, the page of the explorer',
    (name) => {
      const folder = packageAt(at.project, name).dist;
      writeFileSync(join(folder, 'index.js'), 'two');
      expect(fresh()).toBe(false);
      writeFileSync(join(folder, 'index.js'), 'one');
      expect(fresh()).toBe(true);
      for (const added of ['room/new.js', 'room/fitted.json', 'room/page.bundle', 'room/page.css']) {
        mkdirSync(join(folder, 'room'), { recursive: true });
        writeFileSync(join(folder, added), '{}');
        expect(fresh(), added).toBe(false);
        rmSync(join(folder, added));
        expect(fresh(), added).toBe(true);
      }
    },
  );

  it('law: what is committed of it is known for such in another clone, until an input or a result changes', () => {
    const inClone = () =>
      isAsCommitted({ ...at, stamps: join(at.project, 'none') }, path, commonInputs(at, {}));
    expect(inClone()).toBe(false);
    commitStamps({ ...at, shipped: ['n', 'not yet made'] });
    expect(inClone()).toBe(true);
    writeFileSync(join(at.figures, 'a.svg'), '<svg>');
    expect(inClone()).toBe(false);
    writeFileSync(join(at.figures, 'a.svg'), '<svg/>');
    writeFileSync(join(dist, 'index.js'), 'two');
    expect(inClone()).toBe(false);
  });

  it('law: a clone that ran one notebook keeps what is committed of the others, but for those that are gone', () => {
    commitStamps({ ...at, shipped: ['n'] });
    writeFileSync(join(at.notebooks, 'm.ipynb'), '{}');
    const clone = { ...at, stamps: join(at.project, 'clone'), shipped: ['m', 'n'] };
    stampNotebook(clone, join(at.notebooks, 'm.ipynb'), commonInputs(at, {}), []);
    commitStamps(clone);
    const known = ['m', 'n'].map((name) =>
      isAsCommitted(clone, join(at.notebooks, `${name}.ipynb`), commonInputs(at, {})),
    );
    expect(known).toEqual([true, true]);
    commitStamps({ ...clone, shipped: ['m'] });
    expect(isAsCommitted(clone, path, commonInputs(at, {}))).toBe(false);
  });

  it('law: the compiled types, notes of the compiler and what only tests use do not matter', () => {
    writeFileSync(join(dist, 'index.d.ts'), 'other types');
    writeFileSync(join(dist, 'index.js.map'), '{}');
    writeFileSync(join(dist, '.tsbuildinfo'), '{}');
    mkdirSync(join(dist, 'room', 'testing'), { recursive: true });
    writeFileSync(join(dist, 'room', 'testing', 'made.js'), 'a helper of tests');
    expect(fresh()).toBe(true);
  });

  it('law: a parameter matters; a key, and where data lie, do not', () => {
    expect(fresh({ AGORA_MODEL: 'openai:m' })).toBe(false);
    expect(fresh({ OPENAI_API_KEY: 'k', AGORA_SHARED_DATA: 'd' })).toBe(true);
  });

  it('law: results that lie elsewhere are judged there', () => {
    const to = {
      ...at,
      notebooks: join(at.agora, 'n'),
      figures: join(at.agora, 'f'),
      stamps: join(at.agora, 's'),
    };
    const there = () => isFresh(to, path, commonInputs(at, {}));
    expect(there()).toBe(false);
    for (const folder of [to.notebooks, to.figures]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(to.notebooks, 'n.ipynb'), '{"result":1}');
    stampNotebook(to, path, commonInputs(at, {}), []);
    expect(there()).toBe(true);
    rmSync(join(to.notebooks, 'n.ipynb'));
    expect([there(), fresh()]).toEqual([false, true]);
  });

  it('contract: a missing file, or a stamp cut short, is not fresh', () => {
    writeFileSync(join(at.stamps, 'notebook-n'), '{"inputs":');
    expect(fresh()).toBe(false);
    rmSync(path);
    expect(fresh()).toBe(false);
  });
});
