import { describe, expect, it } from 'vitest';
import { AgoraError } from '../error';
import type { Random } from '../random';
import { simulated } from './simulated';
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
