import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commonInputs, describeResult, isFresh, relevantSettings, stampNotebook } from './freshness.mjs';
import { places } from './project.mjs';

let at;
let path;
const notebook = (source, text) => ({
  cells: [
    {
      cell_type: 'code',
      id: 'a',
      metadata: {},
      source,
      outputs: [{ output_type: 'stream', name: 'stdout', text }],
    },
  ],
  metadata: {},
});
const write = (content) => writeFileSync(path, JSON.stringify(content));

beforeEach(() => {
  const project = mkdtempSync(join(tmpdir(), 'agora-freshness-'));
  at = { ...places(project), figures: join(project, 'figures') };
  for (const folder of [at.dist, at.data, at.notebooks, at.figures]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(at.dist, 'index.js'), 'one');
  writeFileSync(join(at.dist, 'index.d.ts'), 'types');
  writeFileSync(at.packageLock, '{}');
  writeFileSync(join(at.figures, 'a.svg'), '<svg/>');
  path = join(at.notebooks, 'n.ipynb');
  write(notebook('f()', '1'));
  stampNotebook(at, path, describeResult(commonInputs(at, {}), notebook('f()', '1'), ['a.svg']));
});
afterEach(() => rmSync(at.project, { recursive: true, force: true }));

const fresh = (env = {}) => isFresh(at, path, commonInputs(at, env));

describe('isFresh', () => {
  it('known: a notebook as its last run left it is fresh, and so is one with other numbers and times', () => {
    expect(fresh()).toBe(true);
    const touched = notebook(['f()'], ['1']);
    Object.assign(touched.cells[0], { execution_count: 7, metadata: { execution: { when: 'now' } } });
    write(touched);
    expect(fresh()).toBe(true);
  });

  it('law: each input makes it stale, and undoing the change makes it fresh again', () => {
    const changes = [
      [() => write(notebook('g()', '1')), () => write(notebook('f()', '1'))],
      [() => write(notebook('f()', '')), () => write(notebook('f()', '1'))],
      [
        () => writeFileSync(join(at.dist, 'index.js'), 'two'),
        () => writeFileSync(join(at.dist, 'index.js'), 'one'),
      ],
      [() => writeFileSync(join(at.data, 'd.json'), '[]'), () => rmSync(join(at.data, 'd.json'))],
      [() => writeFileSync(at.packageLock, '{"a":1}'), () => writeFileSync(at.packageLock, '{}')],
      [() => rmSync(join(at.figures, 'a.svg')), () => writeFileSync(join(at.figures, 'a.svg'), '')],
    ];
    for (const [change, undo] of changes) {
      change();
      expect(fresh(), String(change)).toBe(false);
      undo();
      expect(fresh(), String(undo)).toBe(true);
    }
  });

  it('law: the compiled types do not matter', () => {
    writeFileSync(join(at.dist, 'index.d.ts'), 'other types');
    expect(fresh()).toBe(true);
  });

  it('law: the model matters, a key does not', () => {
    expect(fresh({ AGORA_MODEL: 'openai:m' })).toBe(false);
    expect(fresh({ OPENAI_API_KEY: 'k' })).toBe(true);
  });

  it('contract: a file that is no notebook, or a stamp cut short, is not fresh', () => {
    writeFileSync(path, '{');
    expect(fresh()).toBe(false);
    write(notebook('f()', '1'));
    writeFileSync(join(at.stamps, 'notebook-n'), '{"inputs":');
    expect(fresh()).toBe(false);
  });
});

describe('relevantSettings', () => {
  it('contract: holds no secret', () => {
    const env = {
      AGORA_MODEL: 'm',
      AGORA_API_KEY: 's',
      OPENAI_API_KEY: 's',
      OPENAI_BASE_URL: 'u',
      AGORA_PYTHON: 'p',
      HOME: 'h',
    };
    expect(relevantSettings(env)).toEqual(['AGORA_MODEL=m', 'OPENAI_BASE_URL=u']);
  });
});
