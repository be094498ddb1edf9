import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chooseNotebooks,
  inParallel,
  isSimulated,
  listNotebooks,
  ownNotebooks,
  parametersOf,
} from './notebooks.mjs';
import { joinText } from './notebook-format.mjs';
import { places, root } from './project.mjs';
import { destination } from './reproduce.mjs';

const clone = existsSync(join(root, '.git')) ? '' : ' [skipped: no git here]';

describe('the shipped notebooks', () => {
  it.skipIf(clone !== '')(`law: the list is what git tracks in notebooks/${clone}`, () => {
    const tracked = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', 'notebooks'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([...places().shipped].sort()).toEqual(
      tracked.split('\n').flatMap((path) => (path.endsWith('.ipynb') ? [basename(path, '.ipynb')] : [])),
    );
  });
});

/** A cell is read at a glance: ten lines, or fourteen of parameters with what each means. */
const mostLines = (code) => (/^const parameters = /.test(code) ? 14 : 10);

describe('the cells of shipped notebooks', () => {
  it.each(places().shipped)('contract: short lines, short cells, nothing of type any: %s', (name) => {
    const { cells } = JSON.parse(readFileSync(join(places().notebooks, `${name}.ipynb`), 'utf8'));
    const codes = cells.filter((cell) => cell.cell_type === 'code').map(({ source }) => joinText(source));
    expect(codes.filter((code) => code.split('\n').length > mostLines(code))).toEqual([]);
    expect(codes.flatMap((code) => code.split('\n')).filter((line) => line.length >= 120)).toEqual([]);
    expect(codes.filter((code) => /(?::|\bas|<) ?any\b/.test(code))).toEqual([]);
  });
});

describe('the heads of shipped notebooks', () => {
  it.each(places().shipped)('contract: links to what is beneath, and how long it runs: %s', (name) => {
    const { cells } = JSON.parse(readFileSync(join(places().notebooks, `${name}.ipynb`), 'utf8'));
    const head = joinText(cells[0].source);
    expect(head).toMatch(/\]\(<?#/);
    expect(head).toMatch(/\*\*Run time\.\*\*|[Rr]uns in/);
  });
});

describe('chooseNotebooks', () => {
  let at;
  beforeAll(() => {
    const project = mkdtempSync(join(tmpdir(), 'agora-notebooks-'));
    at = { ...places(project), shipped: ['b', 'a'] };
    mkdirSync(at.notebooks);
    for (const name of ['b.ipynb', 'a.ipynb', 'mine.ipynb', 'notes.md'])
      writeFileSync(join(at.notebooks, name), '');
  });
  afterAll(() => rmSync(at.project, { recursive: true, force: true }));
  const names = (...wanted) => chooseNotebooks(at, wanted).map((path) => basename(path));

  it('known: all that are shipped, or those named in any of three ways', () => {
    expect(names()).toEqual(['b.ipynb', 'a.ipynb']);
    for (const name of ['b', 'b.ipynb', 'notebooks/b.ipynb']) expect(names(name)).toEqual(['b.ipynb']);
  });

  it('contract: a user’s own notebook is not run, and whoever names it reads where it can be', () => {
    expect(listNotebooks(at).some((path) => path.includes('mine'))).toBe(false);
    expect(ownNotebooks(at)).toEqual(['mine.ipynb']);
    expect(() => names('a', 'mine.ipynb')).toThrow(
      /"mine.ipynb" is none of[\s\S]*a\n\s+b\n[\s\S]*npm run lab/,
    );
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

  it('known: parameters are what changes results; places and secrets are none', () => {
    const places = { AGORA_HOME: 'h', AGORA_SHARED_DATA: 'd', AGORA_PYTHON: 'p', PATH: 'p', AGORA_MODEL: '' };
    expect(
      parametersOf({ ...places, OPENAI_BASE_URL: 'u', OPENAI_API_KEY: 's', AGORA_API_KEY: 's' }),
    ).toEqual([]);
    expect(parametersOf({ ...places, AGORA_DATA: 'ml-100k' })).toEqual(['AGORA_DATA=ml-100k']);
    const live = { AGORA_MODEL: 'openai:m', OPENAI_BASE_URL: 'u', OPENAI_API_KEY: 's' };
    expect(parametersOf(live)).toEqual(['AGORA_MODEL=openai:m', 'OPENAI_BASE_URL=u']);
  });

  it('contract: with parameters, nothing that is committed is written', () => {
    const at = places();
    expect(destination(at, [])).toBe(at);
    const { notebooks, figures, stamps } = destination(at, [
      'AGORA_MODEL=openai:a/b-1.5',
      'OPENAI_BASE_URL=u',
    ]);
    for (const folder of [notebooks, figures, stamps])
      expect(dirname(folder)).toBe(join(at.agora, 'reproduced', 'MODEL-openai-a-b-1.5'));
  });
});
