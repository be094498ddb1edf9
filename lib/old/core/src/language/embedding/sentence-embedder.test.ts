import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentenceEmbedder } from './sentence-embedder';
import { TinyBackend } from './testing/tiny-backend';

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'agora-embedder-'));
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

const texts = ['a', 'bb', '', 'abc', 'bb', 'ccccc'];
const vectors = [
  [1, 0, 0],
  [0, 2, 0],
  [0, 0, 0],
  [1, 1, 1],
  [0, 2, 0],
  [0, 0, 5],
].map((numbers) => Float32Array.from(numbers));

describe('sentenceEmbedder', () => {
  it('known: one vector per text in the order of asking, each distinct text computed once', async () => {
    for (const place of [cache, false] as const) {
      const backend = new TinyBackend();
      const embedder = sentenceEmbedder({ backend, cache: place });
      expect(await embedder.embed(texts)).toEqual(vectors);
      expect(await embedder.embed(['bb', 'c'])).toEqual([Float32Array.of(0, 2, 0), Float32Array.of(0, 0, 1)]);
      expect(backend.asked).toEqual(['a', 'bb', '', 'abc', 'ccccc', 'c']);
      // "ccccc" has 5 tokens, one more than the model reads.
      expect(embedder.report()).toEqual({
        model: 'tiny',
        texts: 8,
        distinct: 6,
        computed: 6,
        truncated: 1,
        maxTokens: 4,
      });
    }
  });

  it('law: what one embedder computed, another reads, its length in tokens too', async () => {
    await sentenceEmbedder({ backend: new TinyBackend(), cache }).embed(texts);
    const backend = new TinyBackend();
    const embedder = sentenceEmbedder({ backend, cache });
    expect(await embedder.embed(texts)).toEqual(vectors);
    expect(backend.asked).toEqual([]);
    expect(embedder.report()).toMatchObject({ computed: 0, distinct: 5, truncated: 1 });
  });

  it('law: of two that want the same at once, one computes and the other reads', async () => {
    const backends = [new TinyBackend(), new TinyBackend()] as const;
    const embedders = backends.map((backend) => {
      backend.pauseMs = 20;
      return sentenceEmbedder({ backend, cache });
    });
    const found = await Promise.all([...embedders, ...embedders].map((embedder) => embedder.embed(texts)));
    for (const some of found) expect(some).toEqual(vectors);
    expect(backends[0].asked.length + backends[1].asked.length).toBe(5);
  });

  it('law: a failure loses only what was not delivered, and the next call goes on', async () => {
    const backend = new TinyBackend();
    backend.deliveries = 2;
    const embedder = sentenceEmbedder({ backend, cache });
    await expect(embedder.embed(texts)).rejects.toThrow('the lights went out');
    const next = new TinyBackend();
    expect(await sentenceEmbedder({ backend: next, cache }).embed(texts)).toEqual(vectors);
    expect(next.asked).toEqual(['a']);
    backend.deliveries = Infinity;
    expect(await embedder.embed(texts)).toEqual(vectors);
  });

  it('contract: models of another name or other weights share no cache', async () => {
    await sentenceEmbedder({ backend: new TinyBackend('x', '1'), cache }).embed(['a']);
    for (const backend of [new TinyBackend('x', '2'), new TinyBackend('y/z', '1')]) {
      await sentenceEmbedder({ backend, cache }).embed(['a']);
      expect(backend.asked).toEqual(['a']);
    }
  });

  it('contract: a caller may change what it gets; progress counts what is computed', async () => {
    const steps: string[] = [];
    const onProgress = (done: number, of: number) => steps.push(`${done}/${of}`);
    const embedder = sentenceEmbedder({ backend: new TinyBackend(), cache, onProgress });
    for (const vector of await embedder.embed(Object.freeze([...texts]))) vector.fill(9);
    expect(await embedder.embed(texts)).toEqual(vectors);
    expect(steps).toEqual(['2/5', '4/5', '5/5']);
  });

  it('contract: a vector of the wrong size, or with a NaN, or none at all, is an error and not kept', async () => {
    const broken = (vector: Float32Array, fails: RegExp) => {
      const backend = new TinyBackend();
      backend.vector = () => vector;
      return expect(sentenceEmbedder({ backend, cache }).embed(['a'])).rejects.toThrow(fails);
    };
    await broken(Float32Array.of(1, 2), /gave 2 numbers, not 3, for "a"/);
    await broken(Float32Array.of(1, NaN, 2), /not finite for "a"/);
    const silent = new TinyBackend();
    silent.embed = async () => {};
    await expect(sentenceEmbedder({ backend: silent, cache }).embed(['a'])).rejects.toThrow(
      /no vector for "a"/,
    );
    expect(await sentenceEmbedder({ backend: new TinyBackend(), cache }).embed(['a'])).toEqual([vectors[0]]);
  });

  it('contract: bad settings, bad texts and models that are not there are named', async () => {
    const embedder = sentenceEmbedder({ backend: new TinyBackend(), cache });
    await expect(embedder.embed([3 as unknown as string])).rejects.toThrow('An embedder needs texts, got 3');
    expect(await embedder.embed([])).toEqual([]);
    expect(() => sentenceEmbedder({ threads: 0 })).toThrow(
      'sentenceEmbedder needs a whole number from 1 to 256 as threads, got 0',
    );
    expect(() => sentenceEmbedder({ model: 'word2vec' })).toThrow(/no embedding model "word2vec"/);
    expect(() => sentenceEmbedder({ model: './word2vec' })).toThrow(/npm run setup/);
  });

  it('contract: nothing but an embedder loads the ONNX runtime', () => {
    const source = (file: string) => readFileSync(join(__dirname, file), 'utf8');
    expect(source('pipeline-backend.ts')).toContain("await import('@huggingface/transformers')");
    for (const file of ['pipeline-backend.ts', 'sentence-embedder.ts'])
      expect(source(file)).not.toMatch(/^import (?!type).* from '(@huggingface|onnx)/m);
  });
});
