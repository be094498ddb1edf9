import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AnswerFile } from './answer-file';
import { sentenceEmbedder, wordCounts, type Embedder } from './embedders';
import { cosine, informationDistance, textSimilarity } from './information-distance';
import reference from './reference/embedding-reference.json';

const folder = mkdtempSync(join(tmpdir(), 'agora-language-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An embedder that reads a text as its own vector: "3 4". */
const plane: Embedder = (texts) => Promise.resolve(texts.map((text) => text.split(' ').map(Number)));
const distance = (previous: string[], current: string[], embedder = plane) =>
  informationDistance(previous, current, embedder);

describe('informationDistance', () => {
  it.each([
    // Centre (.5, .5): (1, 1) has the same direction, and (1, 0) is 45 degrees off. The mean is half of 1 - sqrt(1/2).
    [['1 0', '0 1'], ['1 1', '1 0'], 0.1464],
    // Centre (1, .5). Its cosine with (0, 2) is .5 / sqrt(1.25).
    [['1 1', '1 0'], ['0 2'], 0.5528],
    [['3 4', '3 4'], ['3 4'], 0],
    // Opposite messages have no centre.
    [['1 0', '-1 0'], ['1 0'], 1],
    [[], ['1 0'], null],
    [['1 0'], [], null],
  ])('known: the distance from %j to %j is %d', async (previous, current, expected) => {
    expect(await distance(previous, current)).toBe(expected);
  });

  it('known: with word counts, equal words have distance 0 and different words distance 1', async () => {
    expect(await distance(['We trade apples'], ['Trade apples, we!'], wordCounts)).toBe(0);
    expect(await distance(['We trade apples'], ['No deal'], wordCounts)).toBe(1);
  });

  it('law: order and length of vectors do not matter', async () => {
    const [previous, current] = [['1 0', '2 5', '0 1'], ['4 1', '1 3']]; // prettier-ignore
    const found = await distance(previous, current);
    expect(await distance(previous.toReversed(), current.toReversed())).toBe(found);
    expect(await distance(previous, ['8 2', '1 3'])).toBe(found);
    expect(await distance(['1e-170 0', '2e-170 5e-170', '0 1e-170'], current)).toBe(found);
    expect(await distance(['1e200 0', '2e200 5e200', '0 1e200'], current)).toBe(found);
  });

  it('known: zero vectors have no direction', () => {
    expect([cosine([0, 0], [0, 0]), cosine([0, 0], [1, 0]), cosine([1, 0], [-3, 0])]).toEqual([1, 0, -1]);
  });

  it.each([
    ['no vectors', () => [], 'one'],
    ['too few vectors', () => [[1, 2]], 'two'],
    ['NaN', () => [[1, 2], [NaN, 1]], 'two'], // prettier-ignore
    ['vectors of different lengths', () => [[1, 2], [1]], 'two'], // prettier-ignore
  ])(
    'behaviour: an embedder that returns %s causes an error that names the text',
    async (_, vectors, text) => {
      const embedder: Embedder = () => Promise.resolve(vectors());
      await expect(distance(['one'], ['two'], embedder)).rejects.toThrow(`"${text}"`);
      await expect(textSimilarity('one', 'two', embedder)).rejects.toThrow(`"${text}"`);
    },
  );
});

describe('textSimilarity', () => {
  it('known: the cosine of 60 degrees is one half, and equal texts have cosine 1', async () => {
    expect(await textSimilarity('1 0', '0.5 0.8660254', plane)).toBe(0.5);
    expect(await textSimilarity('1 2', '1 2', plane)).toBe(1);
    expect(await textSimilarity('yes yes no', 'no', wordCounts)).toBe(0.4472); // 1 / sqrt(5)
  });
});

describe('AnswerFile', () => {
  it('behaviour: answers outlive their process, and loading skips an incomplete line', () => {
    const file = join(folder, 'deep', 'answers.jsonl');
    new AnswerFile(file).set('a', 'one');
    appendFileSync(file, '["b","tw');
    const later = new AnswerFile(file);
    expect([later.get('a'), later.get('b')]).toEqual(['one', undefined]);
    later.set('b', 'two');
    const last = new AnswerFile(file);
    expect([last.get('a'), last.get('b')]).toEqual(['one', 'two']);
  });
});

const weights = process.env['AGORA_EMBEDDER'] ?? join('.venv', 'agora-models', reference.model);
const present = existsSync(join(weights, 'onnx', 'model.onnx')) && weights.endsWith(reference.model);
const note = present ? '' : ' (skipped: no weights; "npm run setup" installs them)';

describe(`${reference.model}${note}`, () => {
  /** Two runtime versions agree to 1e-6. A wrong token or a different cut moves vectors by 1e-2. */
  const tolerance = 1e-4;
  const texts = reference.texts.map(({ text }) => text);

  it.skipIf(!present)(
    'reference: vectors, norms and cosines equal those of onnxruntime in Python',
    async () => {
      const cache = join(folder, 'vectors.jsonl');
      const vectors = await sentenceEmbedder({ model: weights, cache })(texts);
      reference.texts.forEach(({ first, norm }, place) => {
        const vector = vectors[place] as number[];
        first.forEach((value, i) => expect(Math.abs((vector[i] as number) - value)).toBeLessThan(tolerance));
        expect(Math.abs(Math.hypot(...vector) - norm)).toBeLessThan(20 * tolerance);
      });
      reference.cosines.forEach((row, i) =>
        row.forEach((expected, j) => {
          const found = cosine(vectors[i] as number[], vectors[j] as number[]);
          expect(Math.abs(found - expected)).toBeLessThan(tolerance);
        }),
      );
      const lines = readFileSync(cache, 'utf8').trim().split('\n').length;
      expect(lines).toBe(new Set(texts).size);
      expect(await sentenceEmbedder({ model: weights, cache })(texts)).toEqual(vectors);
      expect(readFileSync(cache, 'utf8').trim().split('\n').length).toBe(lines);
    },
  );

  it('behaviour: a missing model is an error before anything is embedded', () => {
    expect(() => sentenceEmbedder({ model: join(folder, 'nothing') })).toThrow(
      expect.objectContaining({ name: 'AgoraError', code: 'data' }),
    );
  });
});
