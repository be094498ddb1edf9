import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseNotebooks, inParallel, isSimulated, longestFirst, trimStack } from './notebooks.mjs';
import { places } from './project.mjs';
import { testEnvironment } from './test.mjs';

describe('chooseNotebooks', () => {
  let at;
  beforeAll(() => {
    at = places(mkdtempSync(join(tmpdir(), 'agora-notebooks-')));
    mkdirSync(at.notebooks);
    for (const name of ['b.ipynb', 'a.ipynb', 'notes.md']) writeFileSync(join(at.notebooks, name), '');
  });
  afterAll(() => rmSync(at.project, { recursive: true, force: true }));
  const names = (...wanted) => chooseNotebooks(at, wanted).map((path) => basename(path));

  it('known: all of them, or those named in any of three ways', () => {
    expect(names()).toEqual(['a.ipynb', 'b.ipynb']);
    for (const name of ['b', 'b.ipynb', 'notebooks/b.ipynb']) expect(names(name)).toEqual(['b.ipynb']);
  });

  it('contract: a name that does not exist is quoted, with those that do', () => {
    expect(() => names('a', 'c')).toThrow(/no notebook "c"[\s\S]*a\n\s+b/);
  });
});

describe('longestFirst', () => {
  it('known: by the length of the code, text and outputs apart; a broken file comes last', () => {
    const folder = mkdtempSync(join(tmpdir(), 'agora-order-'));
    const write = (name, ...cells) => {
      writeFileSync(join(folder, name), JSON.stringify({ cells }));
      return join(folder, name);
    };
    const code = (source) => ({ cell_type: 'code', source });
    const short = write('short', code('a;'), { cell_type: 'markdown', source: 'a long introduction' });
    const long = write('long', code(['a;', 'b;']), code('c;'));
    const broken = join(folder, 'broken');
    writeFileSync(broken, '{"cells": [');
    expect(longestFirst([broken, short, long])).toEqual([long, short, broken]);
    rmSync(folder, { recursive: true });
  });
});

describe('inParallel', () => {
  it('law: results keep their order, and no more run at once than allowed', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([30, 5, 20, 1, 10], 2, async (milliseconds) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      running--;
      return milliseconds;
    });
    expect(results).toEqual([30, 5, 20, 1, 10]);
    expect(most).toBe(2);
    expect(await inParallel([], 2, () => 1)).toEqual([]);
  });
});

describe('environments', () => {
  it('known: simulated unless a model is named', () => {
    expect([{}, { AGORA_MODEL: '' }, { AGORA_MODEL: 'simulated' }].every(isSimulated)).toBe(true);
    expect(isSimulated({ AGORA_MODEL: 'openai:gpt' })).toBe(false);
  });

  it('contract: tests see neither the user’s model nor keys, but the shared data', () => {
    const env = {
      AGORA_MODEL: 'openai:m',
      OPENAI_API_KEY: 'k',
      AGORA_SHARED_DATA: 'd',
      AGORA_FIGURES: 'f',
      PATH: 'p',
    };
    const { NO_COLOR: _, ...rest } = testEnvironment(env, 'home');
    expect(rest).toEqual({ AGORA_SHARED_DATA: 'd', PATH: 'p', AGORA_HOME: 'home' });
  });
});

describe('trimStack', () => {
  it('known: the kernel’s own lines go', () => {
    const stack =
      'TypeError: no\n    at f (evalmachine.<anonymous>:3:22)\n    at node:vm:280:12\n    at x (/p/tslab/dist/executor.js:1:1)';
    expect(trimStack(stack)).toBe('TypeError: no\n    at f (evalmachine.<anonymous>:3:22)');
  });
});
