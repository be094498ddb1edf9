import { describe, expect, it } from 'vitest';
import { cosineDistance } from '../information-distance';
import { findEmbeddingModel } from './embedding-model';
import { sentenceEmbedder } from './sentence-embedder';
import reference from './testing/embedding-reference.json';

const present = (() => {
  try {
    return findEmbeddingModel(reference.model).name === reference.model;
  } catch {
    return false;
  }
})();
const why = present
  ? ''
  : ' [skipped: no weights here; "npm run setup" brings them where the network allows]';
const texts = reference.texts.map(({ text }) => text);

/**
 * Two versions of the ONNX runtime, single and double precision in the mean: numbers of about 0.3 agree to 1e-6 or
 * so. What the reference is there to catch (a wrong token, padding that counts, another cut) moves them by 1e-2.
 */
const TOLERANCE = 1e-4;

describe(`paraphrase-MiniLM-L3-v2${why}`, () => {
  const embedder = present ? sentenceEmbedder({ model: reference.model, cache: false }) : undefined;
  const embed = (some: readonly string[]) => embedder?.embed(some) as Promise<Float32Array[]>;

  it.skipIf(!present)('reference: vectors, norms and cosines of Python on the same weights', async () => {
    const vectors = await embed(texts);
    reference.texts.forEach(({ first, norm }, place) => {
      const vector = vectors[place] as Float32Array;
      first.forEach((value, i) => expect(Math.abs((vector[i] as number) - value)).toBeLessThan(TOLERANCE));
      expect(Math.abs(Math.hypot(...vector) - norm)).toBeLessThan(TOLERANCE * 20);
    });
    reference.cosines.forEach((row, i) =>
      row.forEach((cosine, j) => {
        const ours = 1 - cosineDistance(vectors[i] as Float32Array, vectors[j] as Float32Array);
        // Our distance is never below 0, so our cosine never above 1.
        expect(Math.abs(ours - cosine)).toBeLessThan(TOLERANCE);
      }),
    );
  });

  it.skipIf(!present)('reference: texts longer than 128 tokens are counted', async () => {
    await embed(texts);
    const long = reference.texts.filter(({ tokens }) => tokens > 128).length;
    expect(long).toBe(1);
    expect(embedder?.report()).toMatchObject({ truncated: long, distinct: texts.length, maxTokens: 128 });
  });

  it.skipIf(!present)('law: a text has the same vector alone and in any batch', async () => {
    const together = await embed(texts);
    const apart = sentenceEmbedder({ model: reference.model, cache: false });
    for (const [place, text] of texts.entries()) {
      const [alone] = (await apart.embed([text])) as [Float32Array];
      // Float noise: sums in another order.
      together[place]?.forEach((value, i) => expect(Math.abs(value - alone[i]!)).toBeLessThan(1e-5));
    }
  });

  it.skipIf(!present)(
    'known: nothing and white space are one text; meaning is nearer than topic',
    async () => {
      const [empty, spaces] = await embed(['', '   \n\t ']);
      expect(spaces).toEqual(empty);
      const [a, b, c] = (await embed(texts.slice(0, 3))) as [Float32Array, Float32Array, Float32Array];
      expect(cosineDistance(a, b)).toBeLessThan(cosineDistance(a, c) / 2);
    },
  );
});
