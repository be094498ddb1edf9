import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstExperiment, firstNotebook, prepareMyNotebooks } from './my-notebooks.mjs';
import { places, root } from './project.mjs';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
let at;
beforeEach(() => {
  at = { ...places(mkdtempSync(join(tmpdir(), 'agora-mine-'))), shipped: ['a', 'b'] };
  mkdirSync(at.notebooks);
  writeFileSync(join(at.project, 'README.md'), readme);
  for (const name of at.shipped) ship(name, 'one');
});
afterEach(() => rmSync(at.project, { recursive: true, force: true }));
const ship = (name, text) => writeFileSync(join(at.notebooks, `${name}.ipynb`), text);
const copy = (name) => join(at.myNotebooks, 'shipped', `${name}.ipynb`);

describe('prepareMyNotebooks', () => {
  it('known: a new folder holds a first notebook and a copy of each shipped one', () => {
    expect(prepareMyNotebooks(at)).toEqual({ isNew: true, behind: [] });
    expect(existsSync(join(at.myNotebooks, firstNotebook))).toBe(true);
    expect(['a', 'b'].map((name) => readFileSync(copy(name), 'utf8'))).toEqual(['one', 'one']);
    expect(prepareMyNotebooks(at)).toEqual({ isNew: false, behind: [] });
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

describe('firstExperiment', () => {
  it('known: prose and code in turn, and nothing after the section', () => {
    const text =
      '# T\n## A first experiment\n\nDo:\n\n```ts\na();\n```\n\nThen:\n\n```ts\nb();\n```\n\n## Next\n```ts\nc();\n```\n';
    const { cells } = JSON.parse(firstExperiment(text));
    expect(cells.map(({ cell_type, source }) => [cell_type, source.join('')])).toEqual([
      ['markdown', '## A first experiment\n\nDo:'],
      ['code', 'a();'],
      ['markdown', 'Then:'],
      ['code', 'b();'],
    ]);
  });

  it('contract: README has the section, and it begins by importing the library', () => {
    const code = JSON.parse(firstExperiment(readme)).cells.filter(({ cell_type }) => cell_type === 'code');
    expect(code[0].source[0]).toMatch(/^import .* from 'agora-lab';/);
  });
});
