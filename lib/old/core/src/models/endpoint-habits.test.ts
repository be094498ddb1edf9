import { afterEach, describe, expect, it } from 'vitest';
import { callSeed } from './call-seed';
import type { Incident } from './chat-model';
import { openai, type OpenaiSettings } from './openai';
import { type ChatServer, type ChatServerOptions, startChatServer } from './testing/chat-server';
import { sampleRequest } from './testing/sample-request';

let server: ChatServer;
afterEach(() => server?.close());

/** A server, a model before it, and the incidents that it tells of. */
async function setUp(options: ChatServerOptions = {}, settings: Partial<OpenaiSettings> = {}) {
  server = await startChatServer(options);
  const incidents: Incident[] = [];
  const model = openai({ model: 'tiny', baseURL: server.baseURL, retries: false, ...settings }, {});
  const ask = (request = sampleRequest()) =>
    model.chat(request, { watch: (incident) => void incidents.push(incident) });
  return { model, ask, incidents };
}
const bodies = () => server.requests.map(({ body }) => body as Record<string, unknown>);
const asking = (name: string, repeat = 0) =>
  sampleRequest({ answer: { name, schema: { type: 'object' } }, call: { repeat } });
/** Every wait of a test is over at once. */
const sleep = () => Promise.resolve();

describe('what an endpoint refuses', () => {
  it('known: a seed that it does not take is left out from then on, and that is told once', async () => {
    const { ask, incidents } = await setUp({ refuses: ['seed'] });
    for (let repeat = 0; repeat < 3; repeat++) await ask(sampleRequest({ call: { repeat } }));
    expect(bodies().map((body) => 'seed' in body)).toEqual([true, false, false, false]);
    expect(incidents).toEqual([
      { kind: 'fallback', text: `${server.baseURL} takes no seed: none is sent from now on` },
    ]);
  });

  it('known: of a schema that it can make no grammar of, in a 500, it gets a plain JSON object; other schemas stay', async () => {
    const { ask, incidents } = await setUp({ refuses: ['grammar'], text: '{}' });
    for (const name of ['broken', 'sound', 'broken']) await ask(asking(name));
    const formats = bodies().map((body) => (body['response_format'] as { type: string }).type);
    expect(formats).toEqual(['json_schema', 'json_object', 'json_schema', 'json_object']);
    expect(incidents.map(({ text }) => text)).toEqual([
      `${server.baseURL} refuses the schema of "broken": a JSON object is asked for instead`,
    ]);
  });

  it('law: many calls at once settle on what it takes, and tell of it once', async () => {
    const { ask, incidents } = await setUp({ supports: 'object', text: '{}', delayMs: 5, refuses: ['seed'] });
    await Promise.all(Array.from({ length: 10 }, (_, repeat) => ask(asking('vote', repeat))));
    expect(incidents.map(({ text }) => text.replace(server.baseURL, 'It')).sort()).toEqual([
      'It refuses a JSON schema: a JSON object is asked for instead',
      'It takes no seed: none is sent from now on',
    ]);
    expect(bodies().at(-1)).toMatchObject({ response_format: { type: 'json_object' } });
    expect(bodies().at(-1)).not.toHaveProperty('seed');
  });

  it('known: only the official endpoint is spared uniqueItems', async () => {
    const { ask } = await setUp({ text: '[]' });
    const schema = { type: 'array', uniqueItems: true, items: { enum: ['A', 'B'] } } as const;
    await ask(sampleRequest({ answer: { name: 'ranking', schema } }));
    expect(bodies()[0]).toMatchObject({ response_format: { json_schema: { schema } } });
  });
});

describe('what an endpoint ignores', () => {
  it.each([
    [
      'a schema',
      asking('vote'),
      [{ kind: 'answer', text: 'I vote for A.' }],
      'does not hold answers to a JSON schema: one came without any JSON',
    ],
    [
      'maxTokens',
      sampleRequest({ sampling: { maxTokens: 20 } }),
      [{ kind: 'reports', text: 'Well …', inputTokens: 10, outputTokens: 200 }],
      'does not heed maxTokens: 200 tokens came where 20 were allowed',
    ],
    [
      'that no stream is wanted',
      sampleRequest(),
      [{ kind: 'stream', text: 'ok' }],
      'sends its answer as a stream, which was not asked for; it is read all the same',
    ],
    [
      'usage',
      sampleRequest(),
      [{ kind: 'answer', usage: false }],
      'does not say how many tokens a call took: they are counted here',
    ],
  ] as const)('known: %s, told once in a line', async (_, request, script, text) => {
    const { ask, incidents } = await setUp({ script: [...script, ...script] });
    await ask(request);
    await ask(request);
    expect(incidents.map((incident) => incident.text)).toEqual([`${server.baseURL} ${text}`]);
  });

  it('known: seeds, where one prompt gets the same long answer under two of them', async () => {
    const long = { kind: 'reports', text: 'The very same.', inputTokens: 10, outputTokens: 40 } as const;
    const { ask, incidents } = await setUp({ script: Array.from({ length: 6 }, () => long) });
    const warm = (agent: string, temperature = 0.7) =>
      sampleRequest({ sampling: { temperature }, call: { agent } });
    await ask(warm('Ann'));
    await ask(warm('Ann')); // The same call: the same seed.
    expect(incidents).toEqual([]);
    await ask(warm('Ann', 0));
    await ask(warm('Bob', 0)); // Nothing is drawn at temperature 0.
    expect(incidents).toEqual([]);
    await ask(warm('Bob'));
    expect(incidents).toEqual([
      {
        kind: 'ignored',
        text: `${server.baseURL} gave the same long answer twice to one prompt under two seeds: it draws nothing at random`,
      },
    ]);
  });
});

describe('a stream that was not asked for', () => {
  it('known: is put together, with its usage or without', async () => {
    const { ask } = await setUp({
      script: [
        { kind: 'stream', text: 'Bread, «wine»\nand more.' },
        { kind: 'stream', text: 'ok', usage: false },
      ],
    });
    expect(await ask()).toMatchObject({
      text: 'Bread, «wine»\nand more.',
      finish: 'stop',
      usage: { inputTokens: 11, outputTokens: 7, counted: 'reported' },
    });
    expect(await ask()).toMatchObject({ text: 'ok', usage: { counted: 'tokenizer' } });
  });

  it('known: tool calls that come in pieces are put together', async () => {
    const piece = (call: object) =>
      `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}\n\n`;
    const body =
      piece({ index: 0, id: 'c1', function: { name: 'adder', arguments: '{"add":' } }) +
      piece({ index: 0, function: { arguments: '[1,2]}' } }) +
      'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\n';
    const { ask } = await setUp({ script: [{ kind: 'body', body }] });
    expect((await ask()).toolCalls).toEqual([{ id: 'c1', name: 'adder', arguments: '{"add":[1,2]}' }]);
  });

  it('contract: one that breaks off, or holds what is no JSON, is a malformed answer', async () => {
    const { ask } = await setUp({
      script: [
        { kind: 'stream', text: 'Bread and', cut: true },
        { kind: 'body', body: 'data: {"choices":[{"delta":{"content":"Bre\n\n' },
        { kind: 'body', body: 'data: {"choices":[{"delta":{"content":42}}]}\n\ndata: [DONE]\n\n' },
      ],
    });
    await expect(ask()).rejects.toMatchObject({
      code: 'malformed-answer',
      message: expect.stringContaining('a stream that breaks off') as string,
    });
    for (let call = 0; call < 2; call++)
      await expect(ask()).rejects.toMatchObject({ code: 'malformed-answer' });
  });
});

describe('a prompt that is too long', () => {
  const long = sampleRequest({ messages: [{ role: 'user', content: 'word '.repeat(299) + 'word' }] });

  it.each(['llama.cpp', 'vLLM', 'OpenAI'] as const)(
    'known: the words of %s become both sizes and what to do',
    async (as) => {
      const { ask } = await setUp({ context: { tokens: 128, as } });
      await expect(ask(long)).rejects.toMatchObject({
        code: 'request-failed',
        details: { promptTokens: 300, contextTokens: 128 },
        message: expect.stringMatching(
          /the prompt has 300 tokens, and the model's context holds 128 tokens.*llama\.cpp: -c.*, or play fewer rounds or agents\.$/,
        ) as string,
      });
    },
  );

  it('contract: it is no reason to ask for a simpler shape', async () => {
    const { ask } = await setUp({ context: { tokens: 128, as: 'llama.cpp' } });
    await expect(ask({ ...asking('vote'), messages: long.messages })).rejects.toThrow('context holds 128');
    expect(server.requests).toHaveLength(1);
  });
});

describe('attempts', () => {
  it('known: every attempt that is made again is told, and a time-out is tried again once', async () => {
    const { ask, incidents } = await setUp(
      {
        script: [
          { kind: 'status', status: 503 },
          { kind: 'cut-mid-body' },
          { kind: 'half-json' },
          { kind: 'answer' },
          { kind: 'hang' },
          { kind: 'hang-mid-body' },
        ],
      },
      { timeout: 0.3, retries: { sleep } },
    );
    await ask();
    expect(incidents.map(({ kind }) => kind)).toEqual(['retry', 'retry', 'retry']);
    await expect(ask()).rejects.toMatchObject({ code: 'model-unavailable' });
    expect(incidents.slice(3).map(({ kind }) => kind)).toEqual(['time-out', 'time-out']);
    expect(server.requests).toHaveLength(6);
  });
});

describe('callSeed', () => {
  it('law: differs with every part of the call but the run, and is a whole number of 31 bits', () => {
    const { call } = sampleRequest();
    const others = [
      call,
      ...(['phase', 'agent'] as const).map((part) => ({ ...call, [part]: 'other' })),
      ...(['seed', 'collaboration', 'round', 'repeat', 'attempt'] as const).map((part) => ({
        ...call,
        [part]: 99,
      })),
    ];
    const seeds = others.map(callSeed);
    expect(new Set(seeds).size).toBe(seeds.length);
    for (const seed of seeds) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
    expect(callSeed({ ...call, run: 'other' })).toBe(seeds[0]);
  });
});
