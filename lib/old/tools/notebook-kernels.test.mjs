import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeNotebook, kernelsFor } from './notebooks.mjs';
import { joinText } from './notebook-format.mjs';
import { places } from './project.mjs';

const isThorough = process.env.AGORA_THOROUGH === '1';
const seldom = isThorough ? '' : ' [skipped: npm test -- --all]';

// The set-up makes .venv; without it there is no kernel to test.
describe.skipIf(!existsSync(places().venvPython))('kernels of notebooks', { timeout: 600_000 }, () => {
  const at = places();
  let folder;
  let kernels;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'agora-kernels-'));
    kernels = kernelsFor(at);
  });
  afterAll(async () => {
    await kernels.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a notebook of these cells puts out, as text, or why it failed. */
  async function executed(...codes) {
    const path = join(folder, 'notebook.ipynb');
    const cell = (code) => ({
      cell_type: 'code',
      source: code,
      metadata: {},
      outputs: [],
      execution_count: null,
    });
    writeFileSync(
      path,
      JSON.stringify({ cells: codes.map(cell), metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    const textOf = ({ text, data }) => joinText(text ?? data['text/plain']);
    const use = ({ error, notebook }) =>
      error ?? notebook.cells.flatMap(({ outputs }) => outputs.map(textOf)).join('');
    return executeNotebook(at, path, { kernels, use });
  }

  it('law: the next notebook finds no name and no folder of the last', async () => {
    const process = 'process.pid + " " + process.env.AGORA_FIGURES';
    const [one, folderOfOne] = (await executed('const kept = 1;', process)).trim().split(' ');
    const [other, folderOfOther] = (await executed('const kept = "a";', process)).trim().split(' ');
    expect(other).toBe(one);
    expect(folderOfOther).not.toBe(folderOfOne);
    expect(await executed('1', 'kept')).toMatch(/cell 2: [^]*Cannot find name 'kept'/);
  });

  it('law: no output is lost, however many a cell shows at once', async () => {
    const code = `import * as tslab from 'tslab';
for (let count = 0; count < 2000; count++) tslab.display.text(count + ' ');`;
    expect(await executed(code)).toBe(Array.from({ length: 2000 }, (_, count) => `${count} `).join(''));
  });

  it.skipIf(!isThorough)(`law: a kernel that failed or died is replaced${seldom}`, async () => {
    const one = await executed('process.pid');
    expect(await executed('missing')).toMatch(/Cannot find name 'missing'/);
    expect(await executed('process.pid')).not.toBe(one);
    expect(await executed('process.exit()')).toMatch(/^cell 1: the kernel died/);
    expect(await executed('1 + 1')).toBe('2\n');
  });
});
