import { describe, expect, it } from 'vitest';
import type { ChatRequest } from './chat-model';
import { countMessages, countTokens } from './count-tokens';
import { simulated } from './simulated';
import { sampleRequest } from './testing/sample-request';

const drawing: NonNullable<ChatRequest['simulate']> = (random) => ({
  answer: { draw: random.uniform() },
  intent: 'draw',
});
const ask = (call: Partial<ChatRequest['call']> = {}, model = simulated()) =>
  model.chat(sampleRequest({ simulate: drawing, call }));

describe('simulated', () => {
  it('known: writes the answer out, counts tokens, passes the intent on', async () => {
    const request = sampleRequest({ simulate: () => ({ answer: { vote: 'A' }, intent: { why: 1 } }) });
    expect(await simulated().chat(request)).toEqual({
      text: '{"vote":"A"}',
      finish: 'stop',
      usage: {
        inputTokens: countMessages(request.messages),
        outputTokens: countTokens('{"vote":"A"}'),
        counted: 'tokenizer',
      },
      latencyMs: 0,
      cached: false,
      intent: { why: 1 },
    });
    const plain = await simulated().chat(sampleRequest({ simulate: () => ({ answer: 'Hello.' }) }));
    expect(plain.text).toBe('Hello.');
    expect(plain).not.toHaveProperty('intent');
  });

  it('law: the same call answers the same under any run name; any other part of it changes the draw', async () => {
    const base = (await ask()).text;
    expect((await ask({ run: 'another' })).text).toBe(base);
    for (const change of [
      { seed: 2 },
      { collaboration: 1 },
      { round: 2 },
      { phase: 'vote' },
      { agent: 'Bob' },
      { repeat: 1 },
      { attempt: 1 },
    ])
      expect((await ask(change)).text, JSON.stringify(change)).not.toBe(base);
    expect((await ask({}, simulated({ seed: 1 }))).text).not.toBe(base);
  });

  it('law: the malformed share comes close to its rate, and does not change what agents mean', async () => {
    const spoiled = simulated({ malformedRate: 0.3 });
    let malformed = 0;
    const calls = 4000;
    for (let repeat = 0; repeat < calls; repeat++) {
      const clean = await ask({ repeat });
      const damaged = await ask({ repeat }, spoiled);
      if (clean.text !== damaged.text) malformed++;
      expect(damaged.intent).toBe('draw');
    }
    // Binomial standard error sqrt(4,000 x 0.3 x 0.7) = 29; five of them.
    expect(Math.abs(malformed - 0.3 * calls)).toBeLessThan(145);
  });

  it('known: profile and parameters reach the agent and the settings', async () => {
    let seen: unknown;
    const model = simulated({ profile: 'stubborn', parameters: { greed: 0.5 } });
    const simulate: NonNullable<ChatRequest['simulate']> = (_random, profile) => {
      seen = profile;
      return { answer: null };
    };
    await model.chat(sampleRequest({ simulate }));
    expect(seen).toEqual({ profile: 'stubborn', parameters: { greed: 0.5 } });
    expect(model.name).toBe('simulated:stubborn');
    expect(model.settings).toEqual({
      profile: 'stubborn',
      parameters: { greed: 0.5 },
      malformedRate: 0,
      seed: 0,
    });
  });

  it('contract: no behaviour, a rate that is no share, and a broken seed are named', async () => {
    await expect(simulated().chat(sampleRequest())).rejects.toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    await expect(simulated().chat(sampleRequest())).rejects.toThrow(/Ann in phase propose/);
    for (const malformedRate of [-0.1, 1.1, Number.NaN])
      expect(() => simulated({ malformedRate })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => simulated({ seed: 0.5 })).toThrow(expect.objectContaining({ code: 'setting' }));
  });
});
