import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareMyNotebooks } from './my-notebooks.mjs';
import { joinText } from './notebook-format.mjs';
import { places, root } from './project.mjs';

let at;
beforeEach(() => {
  at = { ...places(mkdtempSync(join(tmpdir(), 'agora-mine-'))), shipped: ['a', 'b'] };
  mkdirSync(at.notebooks);
  for (const name of at.shipped) ship(name, 'one');
});
afterEach(() => rmSync(at.project, { recursive: true, force: true }));
const ship = (name, text) => writeFileSync(join(at.notebooks, `${name}.ipynb`), text);
const copy = (name) => join(at.myNotebooks, 'shipped', `${name}.ipynb`);

describe('prepareMyNotebooks', () => {
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
});
