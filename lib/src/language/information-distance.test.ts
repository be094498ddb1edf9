import { describe, expect, it } from 'vitest';
import type { Collaboration } from '../transcripts/collaboration';
import type { Event } from '../transcripts/event';
import { Random } from '../random';
import type { SentenceEmbedder } from './embedding/sentence-embedder';
import { cosineDistance, distanceToCentre, informationDistance, roundDistance } from './information-distance';

/** Two numbers written as the text: "3 4". */
const plane: SentenceEmbedder = {
  name: 'plane',
  dimensions: 2,
  embed: async (texts) => texts.map((text) => Float32Array.from(text.split(' ').map(Number))),
};

const collaboration = (index: number, rounds: readonly (readonly string[])[]): Collaboration => ({
  index,
  instance: null,
  agents: ['A', 'B'],
  events: rounds.flatMap((texts, r) =>
    texts.map((text): Event => ({
      ...{ type: 'message', collaboration: index, round: r + 1, phase: 'talk' },
      ...{ from: 'A', to: ['B'], text },
    })),
  ),
  finished: {
    ...{ type: 'finished', collaboration: index, rounds: rounds.length },
    ...{ cause: 'rounds', outcome: null },
  } as unknown as Collaboration['finished'],
});

describe('informationDistance', () => {
  it('known: the mean cosine distance to the mean vector of the round before', async () => {
    // Centre of (1,0) and (0,1): (.5,.5). (1,1) lies on it: 0. (1,0) is 45 degrees off: 1 - sqrt(1/2).
    const found = await informationDistance(
      [collaboration(4, [['1 0', '0 1'], ['1 1', '1 0'], ['0 2']])],
      plane,
    );
    const second = 0.1464; // (1 - sqrt(1/2)) / 2 = 0.14645, with four decimals
    // Centre of (1,1) and (1,0): (1,.5). Cosine with (0,2): .5 / sqrt(1.25) = 0.44721.
    const third = 0.5528;
    expect(found.byCollaboration.map(({ collaboration, round }) => [collaboration, round])).toEqual([
      [4, 2],
      [4, 3],
    ]);
    expect(found.byCollaboration[0]?.distance).toBe(second);
    expect(found.byCollaboration[1]?.distance).toBe(third);
    expect(await roundDistance(['1 0', '0 1'], ['1 1', '1 0'], plane)).toBe(second);
  });

  it('known: by round, the mean and its standard error over the collaborations that have one', async () => {
    const found = await informationDistance(
      [
        collaboration(0, [['1 0'], ['1 0'], ['0 1']]),
        collaboration(1, [['1 0'], ['0 1'], []]),
        collaboration(2, [['1 0'], ['0 3']]),
      ],
      plane,
    );
    // Round 2: 0, 1, 1. Mean 2/3, variance 1/3, standard error sqrt(1/9). Round 3: 1 and a silence.
    expect(found.byRound[0]).toEqual({
      ...{ round: 2, n: 3 },
      mean: expect.closeTo(2 / 3, 7) as number,
      standardError: expect.closeTo(1 / 3, 7) as number,
    });
    expect(found.byRound[1]).toEqual({ round: 3, mean: 1, standardError: null, n: 1 });
    expect(found.byRound.length).toBe(2);
  });

  it('known: a silent round has no distance, nor has the one after it', async () => {
    const found = await informationDistance([collaboration(0, [['1 0'], [], ['1 0'], ['1 0']])], plane);
    expect(found.byCollaboration.map(({ distance }) => distance)).toEqual([null, null, 0]);
    expect(found.byRound[0]).toEqual({ round: 2, mean: null, standardError: null, n: 0 });
    expect(await informationDistance([collaboration(0, []), collaboration(1, [['1 0']])], plane)).toEqual({
      byCollaboration: [],
      byRound: [],
    });
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
    const talks = Array.from({ length: 40 }, (_, index) =>
      collaboration(
        index,
        Array.from({ length: 9 }, () => ['a', 'b', 'c'].map((agent) => `${agent} ${random.uniform()}`)),
      ),
    );
    const on = (noise: number): SentenceEmbedder => ({
      ...{ name: 'made', dimensions: 384 },
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
    const [here, there] = [
      await informationDistance(talks, on(0)),
      await informationDistance(talks, on(1e-6)),
    ];
    const moved = here.byCollaboration.filter(
      ({ distance }, place) => distance !== there.byCollaboration[place]?.distance,
    );
    expect(here.byCollaboration.length).toBe(320);
    expect(moved.length).toBeLessThanOrEqual(3);
    const means = ({ byRound }: typeof here) => byRound.map(({ mean }) => mean?.toFixed(3));
    expect(means(there)).toEqual(means(here));
  });

  it('contract: an embedder that loses texts is named; a stream of collaborations will do', async () => {
    const lossy: SentenceEmbedder = { ...plane, embed: async () => [] };
    await expect(roundDistance(['1 0'], ['0 1'], lossy)).rejects.toThrow(
      '"plane" gave 0 vectors for 2 texts',
    );
    async function* stream() {
      yield collaboration(0, [['1 0'], ['0 1']]);
    }
    expect((await informationDistance(stream(), plane)).byRound[0]?.mean).toBe(1);
  });
});
