import { describe, expect, it } from 'vitest';
import type { EmbeddingModel } from './embedding-model';
import { batchesByLength, pipelineBackend } from './pipeline-backend';

describe('batchesByLength', () => {
  it('known: neighbours in length, the longest first', () => {
    expect(batchesByLength(['aaa', 'a', 'aaaa', '', 'aa'], 2)).toEqual([[2, 0], [4, 1], [3]]);
  });

  it('law: every text is in exactly one batch, and all batches but the last are full', () => {
    const texts = Array.from({ length: 203 }, (_, i) => 'x'.repeat((i * 37) % 128));
    for (const size of [1, 8, 64]) {
      const batches = batchesByLength(texts, size);
      expect(batches.flat().sort((a, b) => a - b)).toEqual(texts.map((_, i) => i));
      expect(batches.slice(0, -1).every(({ length }) => length === size)).toBe(true);
    }
  });

  it('contract: no text, no batch', () => expect(batchesByLength([], 8)).toEqual([]));
});

describe('pipelineBackend', () => {
  const nowhere: EmbeddingModel = {
    name: 'none',
    folder: '/nowhere',
    id: 'none',
    remote: false,
    oneByOne: false,
    dimensions: 3,
    maxTokens: 4,
    fingerprint: '',
  };

  it('contract: a model that is not there is named, at every call', async () => {
    const backend = pipelineBackend(nowhere, 1);
    for (let call = 0; call < 2; call++) {
      const embedding = backend.embed(['a'], () => {});
      await expect(embedding).rejects.toThrow(expect.objectContaining({ code: 'embedding-model-missing' }));
      await expect(embedding).rejects.toThrow(/"none" could not be loaded/);
    }
  });
});
