import { describe, expect, it } from 'vitest';
import { embeddingSimilarity, textCosines } from './text-similarity';

/** Directions in the plane by text: an angle in degrees. */
function plane() {
  const calls: number[] = [];
  const embedder = {
    name: 'plane',
    dimensions: 2,
    embed: (texts: readonly string[]) => {
      calls.push(texts.length);
      const radians = texts.map((text) => (Number(text) / 180) * Math.PI);
      return Promise.resolve(radians.map((angle) => Float32Array.of(Math.cos(angle), Math.sin(angle))));
    },
  };
  return { embedder, calls };
}
const say = (text: string) => ({ text });

describe('embeddingSimilarity', () => {
  it('known: alike from the threshold on; cos 60 degrees is a half', async () => {
    const judge = embeddingSimilarity(plane().embedder, { threshold: 0.4999 }).begin();
    await judge.learn(['0', '60', '61', '180'].map(say));
    expect(judge.covers([say('0')], say('60'))).toBe(true);
    expect(judge.covers([say('0')], say('61'))).toBe(false);
    expect(judge.covers([say('180'), say('61')], say('60'))).toBe(true);
    expect(judge.covers([], say('0'))).toBe(false);
  });

  it('law: nothing is alike above 1, at 0 all that does not point away; one is like itself at 1', async () => {
    for (const [threshold, same, other] of [
      [1.01, false, false],
      [1, true, false],
      [1 - 1e-6, true, false],
      [0, true, true],
    ] as const) {
      const judge = embeddingSimilarity(plane().embedder, { threshold }).begin();
      await judge.learn(['10', '20'].map(say));
      expect(judge.covers([say('10')], say('10'))).toBe(same);
      expect(judge.covers([say('10')], say('20'))).toBe(other);
    }
  });

  it('law: 100 agents over 10 rounds are embedded once each, in one call a round', async () => {
    const { embedder, calls } = plane();
    const judge = embeddingSimilarity(embedder, { threshold: 0.9 }).begin();
    for (let round = 0; round < 10; round++) {
      const said = Array.from({ length: 100 }, (_, agent) => say(String(round * 100 + agent)));
      await judge.learn(said);
      for (const one of said) judge.covers(said, one);
      await judge.learn(said);
    }
    expect(calls).toEqual(Array.from({ length: 10 }, () => 100));
  });

  it('contract: the settings say what they are; a bad threshold and an unknown text are named', () => {
    const measure = embeddingSimilarity(plane().embedder, { threshold: 0.4 });
    expect(measure).toMatchObject({ name: 'embedding', settings: { embedder: 'plane', threshold: 0.4 } });
    expect(() => measure.begin().covers([], say('1'))).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => embeddingSimilarity(plane().embedder, { threshold: NaN })).toThrow(/threshold, got NaN/);
  });
});

describe('textCosines', () => {
  it('known: right angles are 0, opposites -1; repeats are embedded once', async () => {
    const { embedder, calls } = plane();
    const rows = await textCosines(embedder)(['0', '90', '180', '0']);
    expect(rows.map((row) => row.map((cosine) => Math.round(cosine * 1e6) / 1e6 + 0))).toEqual([
      [1, 0, -1, 1],
      [0, 1, 0, 0],
      [-1, 0, 1, -1],
      [1, 0, -1, 1],
    ]);
    expect(calls).toEqual([3]);
    expect(await textCosines(embedder)([])).toEqual([]);
  });
});
