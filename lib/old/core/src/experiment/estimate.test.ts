import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeEconomy, generateQuestions, questions } from '../environments';
import { openai, simulated, type ChatModel } from '../models';
import { startChatServer, type ChatServer } from '../models/testing/chat-server';
import { sampleModel } from '../models/testing/sample-request';
import { election, roundTable } from '../protocols';
import { borda, majority } from 'agora-voting';
import { checkFit, estimate, isLarge, shorterPromptsOf } from './estimate';
import { experiment } from './experiment';
import { arithmetic } from './testing/arithmetic';
import { tinyDebate } from './testing/tiny-debate';

let home: string;
let server: ChatServer | undefined;
const before = process.env['AGORA_HOME'];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-estimate-'));
  process.env['AGORA_HOME'] = home;
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  if (before === undefined) delete process.env['AGORA_HOME'];
  else process.env['AGORA_HOME'] = before;
  rmSync(home, { recursive: true, force: true });
});

const economy = (model: ChatModel = simulated()) => ({
  environment: exchangeEconomy(),
  protocol: roundTable({ rule: majority, rounds: 3 }),
  model,
  collaborations: 10,
});

describe('estimate', () => {
  it('law: of simulated agents it is what the run then comes to, where few collaborations are rehearsed', async () => {
    for (const options of [
      { ...economy(), collaborations: 3 },
      {
        environment: questions({ set: generateQuestions({ count: 3, seed: 3 }), agents: 4 }),
        protocol: election({ rules: [borda] }),
        model: simulated(),
        collaborations: 3,
      },
    ]) {
      const expected = await estimate(options as never);
      const { totals } = await experiment({ ...options, progress: 'none' } as never);
      const { calls, inputTokens, outputTokens } = totals;
      expect(expected).toMatchObject({ calls, inputTokens, outputTokens, seconds: null, cost: 0 });
    }
  });

  it('known: counts what is left of a run that was begun', async () => {
    await experiment({ ...economy(), collaborations: 4, progress: 'none' });
    const { collaborations, calls, text } = await estimate(economy());
    expect([collaborations, calls]).toEqual([6, 6 * 27]);
    expect(text).toContain('about 162 calls in 6 collaborations');
    const none = await estimate({ ...economy(), collaborations: 4 });
    expect([none.calls, none.text]).toEqual([0, 'exchange-economy round-table: nothing is left to ask.']);
  });

  it('known: cost by prices, and the bound of the answers where each has one', async () => {
    const model = sampleModel(undefined, {
      pricesOf: () => ({ inputPerMillion: 1, outputPerMillion: 10 }),
    });
    const found = await estimate({ ...economy(model), sampling: { maxTokens: 100 } });
    expect(found.cost).toBeCloseTo((found.inputTokens + 10 * found.outputTokens) / 1e6, 12);
    expect(found.mostOutputTokens).toBe(270 * 100);
    expect(model.asked).toEqual([]);
  });

  it('known: an answer is timed where prices are not known; the run takes it from the cache', async () => {
    server = await startChatServer({ text: 'It is (42)', delayMs: 20 });
    const model = openai({ model: 'tiny', baseURL: server.baseURL }, {});
    const options = { environment: arithmetic(), protocol: tinyDebate(), model, collaborations: 2 };
    const { seconds, speed, calls } = await estimate(options);
    expect(calls).toBe(12);
    expect(seconds).toBeGreaterThan(0);
    // One token of answer first, then the whole.
    const bodies = server.requests.map(({ body }) => body as { max_tokens?: number });
    expect(bodies.map(({ max_tokens: most }) => most)).toEqual([1, undefined]);
    const again = await estimate(options, { timed: speed! });
    expect([again.seconds, server.requests.length]).toEqual([seconds, 2]);
    const run = await experiment({ ...options, progress: 'none' });
    expect([run.totals.calls, server.requests.length]).toEqual([12, 2 + 11]);
  });

  it('known: the longest prompt, and whether it fits', async () => {
    const fitting = async (contextTokens: number) => {
      const model = sampleModel(undefined, {
        facts: () => Promise.resolve({ contextTokens }),
        pricesOf: () => ({ inputPerMillion: 1, outputPerMillion: 1 }),
      });
      return estimate(economy(model));
    };
    const { longestPrompt, longestFirstPrompt } = await fitting(1_000_000);
    expect(longestPrompt).toMatchObject({ round: 3, phase: 'vote' });
    expect(longestFirstPrompt).toBeLessThan(longestPrompt.tokens);
    // An answer needs room, too.
    const shorter = shorterPromptsOf(economy().protocol);
    const said = async (tokens: number) => checkFit(await fitting(tokens), 'Give it more', shorter);
    expect(await said(longestPrompt.tokens + 64)).toBeNull();
    expect(await said(longestPrompt.tokens + 63)).toMatch(
      /will probably outgrow its model.*\. Give it more, or let agents remember less \(.*"memory"\), play fewer rounds/,
    );
    await expect(said(100)).rejects.toMatchObject({ code: 'context' });
    const least = Math.ceil(0.85 * longestFirstPrompt) + 64;
    await expect(said(least - 2)).rejects.toThrow(/first prompts have .*\. Give it more, or choose/);
    expect(await said(least)).not.toBeNull();
    // An election, and a table of summaries, have nothing to forget.
    const held = [election({ rules: [borda] }), roundTable({ rule: majority, memory: 'summaries' })];
    for (const protocol of held) expect(shorterPromptsOf(protocol)).toBe('play fewer rounds or agents');
  });

  it('known: says where temperature 0 may give copies', async () => {
    const text = async (options: object) => (await estimate({ ...economy(), ...options })).mayCopy;
    expect(await text({})).toBe(true);
    expect(await text({ sampling: { temperature: 0.7 } })).toBe(false);
    // Every sum is another one.
    const sums = { environment: arithmetic(), protocol: tinyDebate(), sampling: { temperature: 0 } };
    expect(await text(sums)).toBe(false);
  });

  it('known: large is over 500 calls, a million tokens, a dollar or half an hour', () => {
    const small = { calls: 500, inputTokens: 900_000, outputTokens: 100_000, cost: 1, seconds: 1800 };
    expect(isLarge(small)).toBe(false);
    for (const [name, value] of Object.entries(small))
      expect(isLarge({ ...small, [name]: value + 1 }), name).toBe(true);
    expect(isLarge({ ...small, cost: null, seconds: null })).toBe(false);
  });

  it('contract: what simulated agents cannot play, and settings that are none, are errors', async () => {
    const { simulatedAgent: _, ...mute } = arithmetic();
    const options = { environment: mute, protocol: tinyDebate(), model: simulated() };
    await expect(estimate(options)).rejects.toThrow('no simulated agent');
    await expect(estimate(economy(), { timed: 3 } as never)).rejects.toThrow(
      'estimate needs true or false, or a speed as timed, got 3',
    );
    const stop = new AbortController();
    const hanging = sampleModel(
      (_, given) =>
        new Promise((_resolve, reject) => {
          given?.signal?.addEventListener('abort', () => reject(given.signal?.reason as Error));
          stop.abort();
        }),
    );
    await expect(estimate({ ...economy(hanging), signal: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    await expect(estimate({ ...economy(), colaborations: 3 } as never)).rejects.toThrow(
      'estimate knows no colaborations',
    );
  });
});
