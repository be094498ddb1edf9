import { afterEach, describe, expect, it } from 'vitest';
import { openai } from './openai';
import { type ChatServer, type ChatServerOptions, startChatServer } from './testing/chat-server';

let server: ChatServer | undefined;
afterEach(() => server?.close());

const factsOf = async (options: ChatServerOptions, model = 'tiny') => {
  server = await startChatServer(options);
  return openai({ model, baseURL: server.baseURL }, {}).facts?.();
};

describe('what an endpoint tells of itself', () => {
  it('known: the context of one slot by llama.cpp, of the model by vLLM', async () => {
    expect(await factsOf({ context: { tokens: 2048, as: 'llama.cpp' } })).toEqual({
      contextTokens: 2048,
      details: { server: 'llama.cpp', slots: 4, build: 'b1' },
    });
    expect([...(server?.looks ?? [])].sort()).toEqual(['/props', '/v1/models']);
    expect(await factsOf({ context: { tokens: 4096, as: 'vLLM' } })).toEqual({ contextTokens: 4096 });
  });

  it('known: OpenAI has a table, and asks nothing; what is set goes before all', async () => {
    const hosted = (model: string, contextTokens?: number) =>
      openai(
        { model, apiKey: 'sk-x', ...(contextTokens === undefined ? {} : { contextTokens }) },
        {},
      ).facts?.();
    expect(await hosted('gpt-4o-mini-2024-07-18')).toEqual({ contextTokens: 128_000 });
    expect(await hosted('gpt-4-0613')).toEqual({ contextTokens: 8192 });
    expect(await hosted('gpt-3.5-turbo-0125')).toEqual({ contextTokens: 16_385 });
    expect(await hosted('nobody-knows')).toEqual({});
    expect(await hosted('gpt-4o', 1000)).toEqual({ contextTokens: 1000 });
  });

  it('contract: an endpoint that does not tell, or is gone, gives nothing and throws nothing', async () => {
    expect(await factsOf({})).toEqual({});
    const { baseURL } = server!;
    await server?.close();
    server = undefined;
    expect(await openai({ model: 'tiny', baseURL }, {}).facts?.()).toEqual({});
  });

  it('contract: a context that is none is turned away', () => {
    const settings = { model: 'x', baseURL: 'http://127.0.0.1:1/v1', contextTokens: 0 };
    expect(() => openai(settings, {})).toThrow(
      'openai needs a whole number of at least 1 as contextTokens, got 0',
    );
  });
});
