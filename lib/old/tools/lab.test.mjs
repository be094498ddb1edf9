import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bringWeights, prepareMyNotebooks, takeModel, weightsNamed } from './lab.mjs';
import { joinText } from './notebook-format.mjs';
import { places, root } from './project.mjs';

describe("the lab's model", () => {
  it("known: --model is the lab's, everything else is JupyterLab's", () => {
    expect(takeModel(['--no-browser', '--model', 'local', '--port=9'])).toEqual({
      model: 'local',
      others: ['--no-browser', '--port=9'],
    });
    expect(takeModel(['--model=local:x'])).toEqual({ model: 'local:x', others: [] });
    expect(takeModel([])).toEqual({ model: null, others: [] });
    expect(() => takeModel(['--model', '--port=9'])).toThrow('--model needs the name of a model');
    expect(() => takeModel(['--model'])).toThrow('--model needs the name of a model');
  });

  it('known: only local models have weights', () => {
    expect(['local', 'local:x', 'openai:x', 'simulated'].map(weightsNamed)).toEqual(['', 'x', null, null]);
  });

  const weights = { name: 'small', file: '/x/small.gguf', known: { bytes: 5e8, licence: 'MIT' }, hub: {} };
  const library = (isReady) => () => ({
    namedWeights: () => weights,
    isReady: () => isReady,
    reference: () => 'small',
    inMegabytes: (bytes) => `${bytes / 1e6} MB`,
  });

  it('known: what is missing is brought after a yes', async () => {
    const asked = [];
    const brought = [];
    const ask = (question) => Promise.resolve((asked.push(question), 'y'));
    const bring = (_, name) => (brought.push(name), 0);
    await bringWeights({}, 'local', { ask, bring, library: library(false) });
    expect(asked).toEqual(['The weights of small (500 MB, MIT) are not here. Bring them now? [y/N] ']);
    expect(brought).toEqual(['small']);
    await bringWeights({}, 'local', { ask, bring, library: library(true) });
    await bringWeights({}, 'openai:x', { ask, bring, library: library(false) });
    expect(asked).toHaveLength(1);
  });

  it('contract: without a yes nothing is brought, and the command is told', async () => {
    const bring = () => 1;
    const later = /npx agora models get small/;
    const no = () => Promise.resolve('');
    const yes = () => Promise.resolve('yes');
    const given = { bring, library: library(false) };
    await expect(bringWeights({}, 'local', { ...given, ask: no })).rejects.toThrow(later);
    await expect(bringWeights({}, 'local', { ...given, ask: null })).rejects.toThrow(later);
    await expect(bringWeights({}, 'local', { ...given, ask: yes })).rejects.toThrow('did not succeed');
  });
});

describe('prepareMyNotebooks', () => {
  let at;
  beforeEach(() => {
    at = { ...places(mkdtempSync(join(tmpdir(), 'agora-mine-'))), shipped: ['a', 'b'] };
    mkdirSync(at.notebooks);
    for (const name of at.shipped) ship(name, 'one');
  });
  afterEach(() => rmSync(at.project, { recursive: true, force: true }));
  const ship = (name, text) => writeFileSync(join(at.notebooks, `${name}.ipynb`), text);
  const copy = (name) => join(at.myNotebooks, 'shipped', `${name}.ipynb`);

  it('known: a new folder holds a copy of each shipped notebook', () => {
    expect(prepareMyNotebooks(at)).toMatchObject({
      isNew: true,
      behind: [],
      made: [copy('a'), copy('b')],
    });
    expect(['a', 'b'].map((name) => readFileSync(copy(name), 'utf8'))).toEqual(['one', 'one']);
    expect(prepareMyNotebooks(at)).toEqual({ isNew: false, behind: [], made: [] });
  });

  it('law: a copy follows the shipped notebook until the user changes it, and is never overwritten then', () => {
    prepareMyNotebooks(at);
    writeFileSync(copy('b'), 'mine');
    expect(prepareMyNotebooks(at).behind).toEqual([]);
    for (const name of at.shipped) ship(name, 'two');
    expect(prepareMyNotebooks(at).behind).toEqual(['b.ipynb']);
    expect(['a', 'b'].map((name) => readFileSync(copy(name), 'utf8'))).toEqual(['two', 'mine']);
    rmSync(copy('b'));
    expect(prepareMyNotebooks(at).behind).toEqual([]);
    expect(readFileSync(copy('b'), 'utf8')).toBe('two');
  });
});

describe('start-here', () => {
  it('law: each block of the README stands in its cells', () => {
    const { cells } = JSON.parse(readFileSync(join(places().notebooks, 'start-here.ipynb'), 'utf8'));
    const codes = cells.filter(({ cell_type }) => cell_type === 'code').map(({ source }) => joinText(source));
    const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```ts\n([^]*?)\n```$/gm)];
    expect(blocks.length).toBeGreaterThan(0);
    for (const [, block] of blocks) expect(codes.join('\n\n')).toContain(block);
  });

  it('law: it links to every notebook, and to the heading of every table and figure, as the ledger does', () => {
    const { cells } = JSON.parse(readFileSync(join(places().notebooks, 'start-here.ipynb'), 'utf8'));
    const text = cells.map(({ source }) => joinText(source)).join('\n\n');
    const linked = new Set([...text.matchAll(/\]\(<?([\w-]+)\.ipynb/g)].map(([, name]) => name));
    const names = readdirSync(places().notebooks).filter((file) => file.endsWith('.ipynb'));
    const others = names.map((file) => file.replace('.ipynb', '')).filter((name) => name !== 'start-here');
    expect(others.filter((name) => !linked.has(name))).toEqual([]);
    const ledger = readFileSync(join(root, 'figures', 'LEDGER.md'), 'utf8');
    const lines = ledger
      .match(/^- \*\*.*\.\.\/notebooks\/.*$/gm)
      .map((line) => line.replaceAll('../notebooks/', ''));
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(text).toContain(line);
  });
});
