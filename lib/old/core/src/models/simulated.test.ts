import { describe, expect, it } from 'vitest';
import { answeringAs, wrap, type ChatRequest, type AnsweringAgent } from './chat-model';
import { countMessages, countTokens } from './count-tokens';
import { simulated } from './simulated';
import { byAgent } from './by-agent';
import { sampleReply, sampleRequest } from './testing/sample-request';
import { withBudget } from './with-budget';
import { withContext } from './with-context';
import { withLimit } from './with-limit';
import { withRetries } from './with-retries';
import { withToolsInPrompt } from './with-tools-in-prompt';

const drawing: AnsweringAgent = (_situation, random) => ({
  answer: { draw: random.uniform() },
  intent: 'draw',
});
const situation = { act: 'draw' };
const ask = (call: Partial<ChatRequest['call']> = {}, model = simulated()) =>
  answeringAs(model, drawing).chat(sampleRequest({ situation, call }));

describe('simulated', () => {
  it('known: writes the answer out, counts tokens, passes the intent on', async () => {
    const request = sampleRequest({ situation });
    const voter = answeringAs(simulated(), () => ({ answer: { vote: 'A' }, intent: { why: 1 } }));
    expect(await voter.chat(request)).toEqual({
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
    const plain = await answeringAs(simulated(), () => ({ answer: 'Hello.' })).chat(request);
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

  it('known: parameters reach the agent and the settings, with the usual ones for the rest', async () => {
    let seen: unknown;
    const model = simulated({ noise: 2, words: 10, loyalty: undefined as never });
    const agent: AnsweringAgent = (told, _random, behaviour) => {
      seen = { told, behaviour };
      return { answer: null };
    };
    await answeringAs(model, agent).chat(sampleRequest({ situation }));
    const behaviour = { noise: 2, conformity: 1, loyalty: 1, stops: 0.5, words: 10 };
    expect(seen).toEqual({ told: situation, behaviour });
    expect(model.name).toBe('simulated');
    expect(model.settings).toEqual({ ...behaviour, malformedRate: 0, seed: 0 });
  });

  it('contract: a model is given its agent through wrappers, and a copy with a chat of its own answers by that', async () => {
    let calls = 0;
    const counting = wrap(simulated(), (inner, request, options) => {
      calls++;
      return inner.chat(request, options);
    });
    const other = simulated({ seed: 1 });
    const stack = withToolsInPrompt(withRetries(withBudget(withLimit(withContext(counting), 1), {})));
    const group = byAgent({ default: stack, Ben: other });
    expect((await ask({}, group)).text).toBe((await ask()).text);
    expect((await ask({ agent: 'Ben' }, group)).text).toBe((await ask({ agent: 'Ben' }, other)).text);
    expect(calls).toBe(1);
    // What wrappers keep is kept for the model, and not once for each agent: here, a budget.
    const broke = withBudget(simulated(), { tokens: 40 }, { firstOutputGuess: 20 });
    await ask({}, broke);
    await expect(ask({ repeat: 1 }, broke)).rejects.toThrow(
      expect.objectContaining({ code: 'budget-exhausted' }),
    );
    const copy = { ...simulated(), chat: () => Promise.resolve(sampleReply({ text: 'mine' })) };
    expect((await ask({}, copy)).text).toBe('mine');
  });

  it('contract: no behaviour, a rate that is no share, and a broken seed are named', async () => {
    await expect(simulated().chat(sampleRequest())).rejects.toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    await expect(simulated().chat(sampleRequest())).rejects.toThrow(/Ann in phase propose/);
    const told = sampleRequest({ situation });
    await expect(simulated().chat(told)).rejects.toThrow(/Ann in phase propose/);
    await expect(answeringAs(simulated(), drawing).chat(sampleRequest())).rejects.toThrow(
      /no simulated agent/,
    );
    for (const malformedRate of [-0.1, 1.1, Number.NaN])
      expect(() => simulated({ malformedRate })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => simulated({ wisdom: 1 } as never)).toThrow(
      'simulated knows no wisdom: its settings are noise, conformity, loyalty, stops, words, malformedRate, seed',
    );
    expect(() => simulated({ profile: 'gpt-4o' } as never)).toThrow('simulated knows no profile');
    expect(() => simulated({ stops: 2 })).toThrow('simulated needs a number from 0 to 1 as stops, got 2');
    expect(() => simulated({ seed: 0.5 })).toThrow(expect.objectContaining({ code: 'setting' }));
  });
});
