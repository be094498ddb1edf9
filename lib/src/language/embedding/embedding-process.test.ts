import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findEmbeddingModel, type EmbeddingModel } from './embedding-model';
import { startEmbeddingProcess } from './embedding-process';
import { loadRuntime } from './onnx-runtime';
import reference from './testing/embedding-reference.json';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-process-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const compiled = resolve(__dirname, '../../../dist/language/embedding/embedding-program.js');
const missing = existsSync(compiled) ? '' : ' [skipped: the library is not compiled; npm run build]';
const settings = (model: EmbeddingModel) => ({ model, batchTokens: 512, threads: 1 });
const nowhere: EmbeddingModel = {
  ...{ name: 'none', folder: '/nowhere', id: 'none', remote: false, oneByOne: false },
  ...{ dimensions: 3, maxTokens: 4, fingerprint: '' },
};

describe('startEmbeddingProcess', () => {
  it('contract: a process that ends instead of answering fails the call, at once and ever after', async () => {
    const program = join(folder, 'program.cjs');
    writeFileSync(
      program,
      "process.on('message', (m) => (m.settings ? process.send('ready') : process.exit(3)));",
    );
    const started = await startEmbeddingProcess(program, settings(nowhere));
    for (let call = 0; call < 2; call++)
      await expect(started.embed(['a'])).rejects.toThrow(
        expect.objectContaining({ code: 'embedding-failed' }),
      );
    started.end();
  });

  it.skipIf(missing !== '')(`contract: a model that is not there is named${missing}`, async () => {
    const started = startEmbeddingProcess(compiled, settings(nowhere));
    await expect(started).rejects.toThrow(expect.objectContaining({ code: 'embedding-model-missing' }));
    await expect(started).rejects.toThrow(/"none" could not be loaded/);
  });

  const model = (() => {
    try {
      return findEmbeddingModel(reference.model);
    } catch {
      return undefined;
    }
  })();
  const why = model === undefined ? ' [skipped: no weights here; npm run setup]' : missing;
  it.skipIf(why !== '')(`law: the same numbers as in this process${why}`, async () => {
    if (model === undefined) return;
    const texts = reference.texts.map(({ text }) => text);
    const started = await startEmbeddingProcess(compiled, settings(model));
    const here = await loadRuntime(settings(model));
    expect(await started.embed(texts)).toEqual(await here(texts));
    started.end();
  });
});
