import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgoraError } from '../error';
import { Random } from '../random';
import { simulated, simulatedBallot } from './simulated';
import { countMessages, countTokens } from './tokens';

const request = (seed: number, simulate?: (random: Random) => unknown) => ({
  messages: [{ role: 'user' as const, content: 'Choose.' }],
  sampling: {},
  seed,
  ...(simulate && { simulate }),
});

describe('models.simulated', () => {
  it('law: a request with the same seed gets the same reply', async () => {
    const model = simulated({ malformedRate: 0.5 });
    const draw = (seed: number) => model.chat(request(seed, (random) => ({ n: random.uniform() })));
    for (let seed = 0; seed < 20; seed++) expect(await draw(seed)).toEqual(await draw(seed));
    expect(await draw(1)).not.toEqual(await draw(2));
  });

  it('known: a prose answer is plain text, and any other answer is JSON', async () => {
    expect((await simulated().chat(request(1, () => 'Yes.'))).text).toBe('Yes.');
    expect((await simulated().chat(request(1, () => ({ a: null })))).text).toBe('{"a":null}');
  });

  it('known: malformedRate is the share of unusable replies', async () => {
    const replies = [];
    for (let seed = 0; seed < 1000; seed++)
      replies.push(await simulated({ malformedRate: 0.2 }).chat(request(seed, () => ({ vote: 'A' }))));
    const spoiled = replies.filter(({ text }) => text !== '{"vote":"A"}').length;
    // Five standard deviations of a binomial share around 200.
    expect(Math.abs(spoiled - 200)).toBeLessThan(64);
    expect(new Set(replies.map(({ finish }) => finish))).toEqual(new Set(['stop', 'length', 'refused']));
  });

  it('behaviour: a question without a simulated answer and an unknown option are errors', async () => {
    await expect(simulated().chat(request(1))).rejects.toThrow(AgoraError);
    expect(() => simulated({ rate: 1 } as object)).toThrow(AgoraError);
  });

  it('behaviour: an aborted signal ends a delayed reply', async () => {
    const slow = simulated({ delay: 60_000 });
    await expect(
      slow.chat(
        request(1, () => 'x'),
        AbortSignal.abort(new Error('over')),
      ),
    ).rejects.toThrow();
  });
});

describe('simulatedBallot', () => {
  const utilities: Record<string, number> = { a: 10, b: 0, c: 5 };
  const cast = (kind: Parameters<typeof simulatedBallot>[0], settings = {}) =>
    simulatedBallot(kind, ['a', 'b', 'c'], (option) => utilities[option]!, Random.from(1), settings);

  it('known: clear preferences give the expected ballots', () => {
    expect(cast('choice')).toBe('a');
    expect(cast('ranking')).toEqual(['a', 'c', 'b']);
    expect(cast('rating')).toEqual({ a: 5, b: 1, c: 3 });
    expect(cast('points', { points: 10 })).toEqual({ a: 10, b: 0, c: 0 });
    expect(cast('approval')).toContain('a');
    expect(cast('approval')).not.toContain('b');
  });

  it('law: points are whole numbers with the right sum, and ratings are on the scale', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 6 }),
        fc.nat(20),
        (given, points) => {
          const options = given.map((_, place) => String(place));
          const ballot = (kind: 'points' | 'rating') =>
            Object.values(
              simulatedBallot(kind, options, (option) => given[Number(option)]!, Random.from(points), {
                points,
              }) as object,
            ) as number[];
          expect(ballot('points').reduce((sum, one) => sum + one, 0)).toBe(points);
          expect(ballot('points').every((one) => Number.isInteger(one) && one >= 0)).toBe(true);
          expect(ballot('rating').every((one) => Number.isInteger(one) && one >= 1 && one <= 5)).toBe(true);
        },
      ),
      { seed: 7 },
    );
  });

  it('known: options with equal utilities are chosen about equally often', () => {
    const chosen = Array.from({ length: 900 }, (_, seed) =>
      simulatedBallot('choice', ['a', 'b', 'c'], () => 1, Random.from(seed)),
    );
    // Five standard deviations of a binomial share around 300.
    for (const option of ['a', 'b', 'c'])
      expect(Math.abs(chosen.filter((one) => one === option).length - 300)).toBeLessThan(71);
  });
});

describe('tokens', () => {
  it('reference: o200k counts', () => {
    expect(countTokens('hello world')).toBe(2);
    expect(countTokens('')).toBe(0);
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(countMessages([{ role: 'user', content: 'hello world' }])).toBe(6);
  });

  it('behaviour: a long word is counted', () => {
    expect(countTokens('a'.repeat(1_000_000))).toBeGreaterThan(10_000);
  });
});
