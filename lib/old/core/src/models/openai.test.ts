import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { callSeed } from './call-seed';
import { countMessages, countTokens } from './count-tokens';
import { openai, type OpenaiSettings } from './openai';
import { type ChatServer, type ChatServerOptions, startChatServer } from './testing/chat-server';
import { sampleRequest } from './testing/sample-request';

const key = 'sk-test-very-secret-0123456789';
let server: ChatServer;
afterEach(() => server?.close());

/** A server, and a model before it that leaves retries to the test. */
async function setUp(options: ChatServerOptions = {}, settings: Partial<OpenaiSettings> = {}) {
  server = await startChatServer(options);
  return openai({ ...asSetUp(), ...settings }, {});
}
const asSetUp = () => ({ model: 'tiny', baseURL: server.baseURL, apiKey: key, retries: false }) as const;
const body = (index = 0) => server.requests[index]!.body as Record<string, unknown>;
const schema = { type: 'object', properties: { vote: { type: 'string' } } };
const asking = sampleRequest({ answer: { name: 'my vote!', schema } });
const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.unreachable('it answered'),
    (error: Error) => error,
  );

describe('openai, what it asks', () => {
  it('known: model, messages, a seed, the schema, the key and the idempotency key', async () => {
    const model = await setUp({ text: '{"vote":"A"}' });
    const reply = await model.chat(asking);
    expect(reply).toMatchObject({
      text: '{"vote":"A"}',
      finish: 'stop',
      usage: { inputTokens: 11, outputTokens: 7, counted: 'reported' },
      cached: false,
    });
    expect(reply.latencyMs).toBeGreaterThan(0);
    expect(body()).toEqual({
      model: 'tiny',
      messages: [{ role: 'user', content: 'How much?' }],
      seed: callSeed(asking.call),
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'my_vote_', schema, strict: false },
      },
    });
    const { headers, path } = server.requests[0]!;
    expect(path).toBe('/v1/chat/completions');
    expect(headers['authorization']).toBe(`Bearer ${key}`);
    expect(headers['idempotency-key']).toMatch(/^agora-schema-[0-9a-f]{64}$/);
  });

  it('law: the idempotency key is the same for the same call and differs for another', async () => {
    const model = await setUp();
    const other = sampleRequest({ call: { repeat: 1 } });
    for (const request of [sampleRequest(), sampleRequest(), other]) await model.chat(request);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });

  it('known: sampling of the request stands over that of the model', async () => {
    const model = await setUp({}, { sampling: { temperature: 0.7, seed: 3 } });
    const sampling = { temperature: 1, topP: 0.9, maxTokens: 50, stop: ['END'] };
    await model.chat(sampleRequest({ sampling }));
    expect(body()).toMatchObject({ temperature: 1, top_p: 0.9, max_tokens: 50, seed: 3, stop: ['END'] });
    const bare = openai({ model: 'tiny', baseURL: server.baseURL, structured: 'text', retries: false }, {});
    await bare.chat(asking);
    expect(Object.keys(body(1)).sort()).toEqual(['messages', 'model', 'seed']);
  });

  it('known: falls back from schema to object to text, and remembers', async () => {
    const model = await setUp({ supports: 'text' });
    await model.chat(asking);
    const formats = () =>
      server.requests.map(
        ({ body }) => (body as { response_format?: { type: string } }).response_format?.type,
      );
    expect(formats()).toEqual(['json_schema', 'json_object', undefined]);
    await model.chat(asking);
    expect(formats()).toHaveLength(4);
    expect(formats()[3]).toBeUndefined();
  });

  it('known: many calls at once settle on what the endpoint takes', async () => {
    const model = await setUp({ supports: 'object', delayMs: 5 });
    const calls = Array.from({ length: 10 }, (_, repeat) => sampleRequest({ ...asking, call: { repeat } }));
    expect(await Promise.all(calls.map((request) => model.chat(request)))).toHaveLength(10);
    await model.chat(asking);
    const last = server.requests.at(-1)!.body as { response_format: unknown };
    expect(last.response_format).toEqual({ type: 'json_object' });
  });

  it('contract: what was asked for by name is not given up', async () => {
    const model = await setUp({ supports: 'text' }, { structured: 'schema' });
    expect(await failure(model.chat(asking))).toMatchObject({ code: 'request-failed' });
    expect(server.requests).toHaveLength(1);
  });

  it('known: credentials and query of the address travel, and are not shown', async () => {
    server = await startChatServer();
    const baseURL = `${server.baseURL.replace('//', '//user:hunter22@')}/?api-version=2024-secret`;
    const model = openai({ model: 'tiny', baseURL, retries: false }, {});
    await model.chat(sampleRequest());
    const { headers, path } = server.requests[0]!;
    expect(headers['authorization']).toBe(`Basic ${Buffer.from('user:hunter22').toString('base64')}`);
    expect(path).toBe('/v1/chat/completions?api-version=2024-secret');
    expect(inspect(model, { depth: null })).not.toMatch(/hunter22|2024-secret|user/);
    expect(model.settings['baseURL']).toBe(server.baseURL);
  });
});

describe('openai, what comes back', () => {
  it('known: finish reasons and refusals', async () => {
    const model = await setUp();
    for (const [given, expected] of [
      ['stop', 'stop'],
      ['length', 'length'],
      ['content_filter', 'refusal'],
      ['tool_calls', 'other'],
    ] as const) {
      server.next({ kind: 'answer', finish: given });
      expect((await model.chat(sampleRequest())).finish).toBe(expected);
    }
    server.next({ kind: 'refusal' });
    expect(await model.chat(sampleRequest())).toMatchObject({
      finish: 'refusal',
      text: 'I will not do that.',
      usage: { outputTokens: 5 },
    });
  });

  it('known: counts tokens itself where the endpoint reports none, or nonsense', async () => {
    const model = await setUp({ text: 'Bread and wine.', usage: false });
    const counted = {
      inputTokens: countMessages(sampleRequest().messages),
      outputTokens: countTokens('Bread and wine.'),
      counted: 'tokenizer',
    };
    expect((await model.chat(sampleRequest())).usage).toEqual(counted);
    const choices = [{ message: { content: 'Bread and wine.' }, finish_reason: 'stop' }];
    server.next({ kind: 'body', body: JSON.stringify({ choices, usage: { prompt_tokens: -1 } }) });
    expect((await model.chat(sampleRequest())).usage).toEqual(counted);
  });

  it('known: text in parts is joined, and an answer cut before its first word is empty', async () => {
    const model = await setUp();
    const parts = [
      { type: 'text', text: 'Bread ' },
      { type: 'text', text: 'and wine.' },
    ];
    server.next({ kind: 'body', body: JSON.stringify({ choices: [{ message: { content: parts } }] }) });
    expect(await model.chat(sampleRequest())).toMatchObject({ text: 'Bread and wine.', finish: 'other' });
    const cut = { choices: [{ message: { content: null }, finish_reason: 'length' }] };
    server.next({ kind: 'body', body: JSON.stringify(cut) });
    expect(await model.chat(sampleRequest())).toMatchObject({ text: '', finish: 'length' });
  });

  it('contract: nonsense under status 200 is a malformed answer, and the package does not ask again', async () => {
    const kinds = ['half-json', 'not-json', 'wrong-types', 'empty-choices'] as const;
    const model = await setUp({ script: kinds.map((kind) => ({ kind })) });
    for (const kind of kinds) {
      const error = await failure(model.chat(sampleRequest()));
      expect(error, kind).toMatchObject({ name: 'AgoraError', code: 'malformed-answer' });
    }
    for (const text of ['null', '{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}', '']) {
      server.next({ kind: 'body', body: text });
      expect(await failure(model.chat(sampleRequest())), text).toMatchObject({ code: 'malformed-answer' });
    }
    expect(server.requests).toHaveLength(kinds.length + 3);
  });

  it('contract: busy, broken and silent endpoints are passing troubles', async () => {
    const model = await setUp();
    for (const status of [408, 409, 429, 500, 502, 503]) {
      server.next({ kind: 'status', status, headers: { 'retry-after': '3' } });
      expect(await failure(model.chat(sampleRequest())), `${status}`).toMatchObject({
        code: 'no-answer',
        details: { retryAfterMs: 3000 },
      });
    }
    // Only silence is waited for: an answer may take as long as the machine wants.
    const hasty = openai({ ...asSetUp(), timeout: 0.6 }, {});
    for (const kind of ['hang', 'hang-mid-body', 'dribble'] as const) {
      server.next({ kind });
      const error = await failure(hasty.chat(sampleRequest()));
      expect(error, kind).toMatchObject({ code: 'no-answer' });
      expect(error.message).toMatch(/no whole answer within 0.6 s/);
    }
    for (const kind of ['cut', 'cut-mid-body'] as const) {
      server.next({ kind });
      const error = await failure(model.chat(sampleRequest()));
      expect(error, kind).toMatchObject({ code: 'no-answer' });
      expect(error.message, kind).toMatch(/connection failed/);
    }
    expect(server.requests).toHaveLength(11);
  });

  it('contract: a body over the bound is not read to its end, and the call is a failed one, not asked again', async () => {
    const model = await setUp({}, { maxBytes: 100_000, retries: {} });
    for (const status of [200, 500]) {
      server.next({ kind: 'flood', status });
      expect(await failure(model.chat(sampleRequest())), `${status}`).toMatchObject({
        code: 'request-failed',
        message: `${server.baseURL} sent an answer of more than 100000 bytes; the setting is maxBytes`,
      });
    }
    expect(server.requests).toHaveLength(2);
    // The answer around this text is some 250 bytes long.
    server.next({ kind: 'answer', text: 'x'.repeat(99_000) });
    expect((await model.chat(sampleRequest())).text).toHaveLength(99_000);
  });

  it('known: a server that dribbles for ever is asked once more, and given up after so many seconds', async () => {
    const script = Array.from({ length: 2 }, () => ({ kind: 'dribble' }) as const);
    const model = await setUp({ script }, { timeout: 0.1, retries: { baseMs: 1 } });
    const error = await failure(model.chat(sampleRequest()));
    expect(error).toMatchObject({ code: 'model-unavailable' });
    expect(error.message).toMatch(/no whole answer within 0\.1 s \(gave up after 2 attempts\)/);
  });

  it('contract: what cannot get better fails at once, in words that say what to do', async () => {
    const model = await setUp({}, { retries: {} });
    for (const [status, code, kind, words] of [
      [401, null, 'model-unavailable', /OPENAI_API_KEY/],
      [403, null, 'model-unavailable', /OPENAI_API_KEY/],
      [307, null, 'model-unavailable', /OPENAI_BASE_URL/],
      [404, null, 'model-unavailable', /"tiny".*\/v1.*OPENAI_BASE_URL/],
      [429, 'insufficient_quota', 'model-unavailable', /no credit/],
      [400, 'model_not_found', 'model-unavailable', /"tiny"/],
      [400, 'context_length_exceeded', 'request-failed', /the prompt has about 10 tokens.*larger context/],
      [422, null, 'request-failed', /did not accept the request/],
    ] as const) {
      server.next({ kind: 'status', status, ...(code === null ? {} : { code }) });
      const error = await failure(model.chat(sampleRequest()));
      expect(error, `${status}`).toMatchObject({ code: kind });
      expect(error.message).toMatch(words);
      expect(error.message).toContain(server.baseURL);
    }
    expect(server.requests).toHaveLength(8);
  });

  it('contract: nobody listening, and a host that is not there, are told apart, after retries', async () => {
    const gone = await startChatServer();
    await gone.close();
    let waits = 0;
    const sleep = () => Promise.resolve(void waits++);
    const at = (baseURL: string) => openai({ model: 'tiny', baseURL, retries: { sleep } }, {});
    const refused = await failure(at(gone.baseURL).chat(sampleRequest()));
    expect(refused).toMatchObject({ code: 'model-unavailable' });
    expect(refused.message).toMatch(/Nothing listens there.*OPENAI_BASE_URL.*ECONNREFUSED.*6 attempts/);
    expect(refused.message).toContain(gone.baseURL);
    expect(waits).toBe(5);
    const lost = await failure(at('http://no-such-host.invalid/v1').chat(sampleRequest()));
    expect(lost).toMatchObject({ code: 'model-unavailable' });
    expect(lost.message).toMatch(/no such host, or no network/);
  });

  it('contract: an abort ends the call with its reason, before and during the answer', async () => {
    const model = await setUp({ script: [{ kind: 'hang' }, { kind: 'hang-mid-body' }] }, { retries: {} });
    for (let call = 0; call < 2; call++) {
      const stop = new AbortController();
      setTimeout(() => stop.abort(new Error('enough')), 30);
      expect((await failure(model.chat(sampleRequest(), { signal: stop.signal }))).message).toBe('enough');
    }
    const done = AbortSignal.abort(new Error('over'));
    expect((await failure(model.chat(sampleRequest(), { signal: done }))).message).toBe('over');
    expect(server.requests).toHaveLength(2);
  });
});

describe('openai, its key', () => {
  it('contract: never shows, whatever the endpoint says', async () => {
    const model = await setUp();
    for (const status of [400, 401, 404, 429, 500]) {
      server.next({ kind: 'status', status, message: `Bad key ${key} (sk-test-*****6789), sorry` });
      const error = await failure(model.chat(sampleRequest()));
      expect(error.message).toContain('[hidden]');
      expect(inspect(error, { depth: null }) + String(error.stack)).not.toMatch(/secret|6789/);
    }
    server.next({ kind: 'body', body: `{"error":"${key}"}` });
    expect((await failure(model.chat(sampleRequest()))).message).not.toContain(key);
    expect(JSON.stringify(model)).not.toContain(key);
    expect(inspect(model, { depth: null, showHidden: true })).not.toContain(key);
    expect(model.settings).toEqual({
      model: 'tiny',
      baseURL: server.baseURL,
      sampling: {},
      structured: 'auto',
    });
  });

  it('contract: only the official endpoint cannot do without; the message names the variable', () => {
    const official = () => openai({ model: 'gpt-4o-mini' }, {});
    expect(official).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(official).toThrow(/OPENAI_API_KEY/);
    expect(() => openai({ model: 'gpt-4o-mini' }, { OPENAI_API_KEY: ' ' })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    expect(openai({ model: 'gpt-4o-mini' }, { OPENAI_API_KEY: key }).settings['baseURL']).toBe(
      'https://api.openai.com/v1',
    );
    expect(openai({ model: 'x' }, { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1/' }).settings['baseURL']).toBe(
      'http://127.0.0.1:1/v1',
    );
  });

  it('contract: an address that is none is quoted without its credentials, whatever they hold', () => {
    const messageOf = (baseURL: string): string => {
      try {
        openai({ model: 'x', baseURL }, {});
      } catch (error) {
        return inspect(error, { depth: null });
      }
      return 'nothing was thrown';
    };
    const given = {
      'ann:secret@host:8000/v1': 'got "…host:8000/v1"',
      'ftp://ann:sec/ret@host/v1': 'got "…host/v1"',
      'htp://ann:s@cret@host/v1': 'got "…host/v1"',
      'htp://ann:sec?ret@host/v1?key=secret': 'as in http://127.0.0.1:8000/v1',
      'host/v1?key=sec@ret': 'as in http://127.0.0.1:8000/v1',
      'host/v1?key=secret': 'got "host/v1"',
    };
    for (const [baseURL, said] of Object.entries(given)) {
      expect(messageOf(baseURL)).toContain(said);
      expect(messageOf(baseURL)).not.toMatch(/ann|s@?ec|cret|ret\b/);
    }
  });

  it('contract: settings that make no sense are refused without showing secrets', () => {
    const bad = (settings: Partial<OpenaiSettings>) => () => openai({ model: 'x', ...settings }, {});
    expect(bad({ baseURL: 'localhost:8000/v1' })).toThrow(/http:\/\/ or https:\/\/.*"localhost:8000\/v1"/);
    expect(bad({ baseURL: 'ftp://me:hunter22@host/?a=hunter22' })).toThrow(/"…host\/"/);
    expect(bad({ apiKey: 'sk-1234\n5678' })).toThrow(/^(?!.*1234).*OPENAI_API_KEY/);
    expect(bad({ model: ' ', baseURL: 'http://127.0.0.1/v1' })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    expect(bad({ timeout: 0, baseURL: 'http://127.0.0.1/v1' })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
  });
});
