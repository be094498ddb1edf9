import { mean } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import type { SentenceEmbedder } from './embedding/sentence-embedder';
import { cosineDistance, distanceToCentre, roundDistance } from './information-distance';

/** Two numbers written as the text: "3 4". */
const plane: SentenceEmbedder = {
  name: 'plane',
  dimensions: 2,
  embed: async (texts) => texts.map((text) => Float32Array.from(text.split(' ').map(Number))),
};

describe('roundDistance', () => {
  it('known: the mean cosine distance to the mean vector of the round before', async () => {
    // Centre of (1,0) and (0,1): (.5,.5). (1,1) lies on it: 0. (1,0) is 45 degrees off: 1 - sqrt(1/2).
    const second = 0.1464; // (1 - sqrt(1/2)) / 2 = 0.14645, with four decimals
    // Centre of (1,1) and (1,0): (1,.5). Cosine with (0,2): .5 / sqrt(1.25) = 0.44721.
    const third = 0.5528;
    expect(await roundDistance(['1 0', '0 1'], ['1 1', '1 0'], plane)).toBe(second);
    expect(await roundDistance(['1 1', '1 0'], ['0 2'], plane)).toBe(third);
  });

  it('known: a silent round has no distance, nor has the one after it', async () => {
    expect(await roundDistance([], ['1 0'], plane)).toBeNull();
    expect(await roundDistance(['1 0'], [], plane)).toBeNull();
  });

  it('law: a message repeated is at distance 0; the order of messages does not matter', async () => {
    expect(await roundDistance(['3 4', '3 4'], ['3 4'], plane)).toBeCloseTo(0, 12);
    const [previous, current] = [
      ['1 0', '2 5', '0 1'],
      ['4 1', '1 3'],
    ];
    const turned = await roundDistance([...previous].reverse(), [...current].reverse(), plane);
    expect(turned).toBeCloseTo((await roundDistance(previous, current, plane)) as number, 12);
  });

  it('law: scaling a message changes nothing; scaling all of the round before changes nothing', () => {
    const [x, y, z] = [Float32Array.of(1, 2), Float32Array.of(3, 1), Float32Array.of(0, 1)];
    const times = (vector: Float32Array, by: number) => vector.map((value) => value * by);
    const plain = distanceToCentre([x, y], [z]) as number;
    expect(distanceToCentre([x, y], [times(z, 8)])).toBeCloseTo(plain, 12);
    expect(distanceToCentre([times(x, 8), times(y, 8)], [z])).toBeCloseTo(plain, 12);
    // A single one of them does weigh more, unless vectors are normalised.
    expect(distanceToCentre([times(x, 8), y], [z])).not.toBeCloseTo(plain, 3);
    const normal = distanceToCentre([x, y], [z], { normalise: true }) as number;
    expect(distanceToCentre([times(x, 8), y], [z], { normalise: true })).toBeCloseTo(normal, 12);
  });

  it('contract: zero vectors, opposite ones, unequal lengths', () => {
    const [zero, x] = [Float32Array.of(0, 0), Float32Array.of(1, 0)];
    expect([cosineDistance(zero, zero), cosineDistance(zero, x), cosineDistance(x, zero)]).toEqual([0, 1, 1]);
    expect(cosineDistance(x, Float32Array.of(-3, 0))).toBe(2);
    // Opposite messages have no centre to be near to.
    expect(distanceToCentre([x, Float32Array.of(-1, 0)], [x])).toBe(1);
    expect(distanceToCentre([zero], [x], { normalise: true })).toBe(1);
    expect(() => cosineDistance(x, Float32Array.of(1))).toThrow('got 2 and 1');
  });

  it('law: vectors of another processor, a millionth off, leave nearly all distances as they were, and all means', async () => {
    const random = Random.from(7, 'texts');
    const talks = Array.from({ length: 40 }, () =>
      Array.from({ length: 9 }, () => ['a', 'b', 'c'].map((agent) => `${agent} ${random.uniform()}`)),
    );
    const on = (noise: number): SentenceEmbedder => ({
      name: 'made',
      dimensions: 384,
      embed: (texts) =>
        Promise.resolve(
          texts.map((text) => {
            const [values, errors] = [Random.from(1, text), Random.from(2, text)];
            return Float32Array.from(
              { length: 384 },
              () => (1 + values.normal()) * (1 + noise * errors.normal()),
            );
          }),
        ),
    });
    const distances = async (embedder: SentenceEmbedder) => {
      const all: number[] = [];
      for (const rounds of talks)
        for (let round = 1; round < rounds.length; round++)
          all.push((await roundDistance(rounds[round - 1] ?? [], rounds[round] ?? [], embedder)) ?? NaN);
      return all;
    };
    const [here, there] = [await distances(on(0)), await distances(on(1e-6))];
    expect(here.length).toBe(320);
    expect(here.filter((distance, place) => distance !== there[place]).length).toBeLessThanOrEqual(3);
    expect(mean(there).toFixed(3)).toBe(mean(here).toFixed(3));
  });

  it('contract: an embedder that loses texts is named', async () => {
    const lossy: SentenceEmbedder = { ...plane, embed: async () => [] };
    await expect(roundDistance(['1 0'], ['0 1'], lossy)).rejects.toThrow(
      '"plane" gave 0 vectors for 2 texts',
    );
  });
});
