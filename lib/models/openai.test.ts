import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createSilentServer, type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgoraError } from '../error';
import { fromEnvironment } from './from-environment';
import { httpFetch } from './http';
import type { Reply, Request } from './model';
import { openai, type OpenaiOptions } from './openai';

type Sent = Record<string, unknown> & { messages: { role: string; content: string }[] };
interface Call {
  readonly body: Sent;
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
}
/** The server's reaction to call number `n`, counted from 1. */
type Behaviour = (response: ServerResponse, call: Call, n: number) => void;

let server: Server;
let behaviour: Behaviour;
let calls: Call[] = [];
let waited = 0;
let remarks: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
      const call = { body, headers: request.headers, url: request.url ?? '' };
      calls.push(call);
      behaviour(response, call, calls.length);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = [];
  waited = 0;
  remarks = [];
});

const key = 'gsk_Abcdefgh12345678';
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
const client = (options: Partial<OpenaiOptions> = {}) =>
  openai(
    { model: 'm', baseURL: address(), apiKey: key, log: (text) => remarks.push(text), ...options },
    {
      env: {},
      sleep: async (milliseconds) => {
        waited += milliseconds;
      },
    },
  );
const request: Request = {
  messages: [
    { role: 'system', content: 'You are A.' },
    { role: 'user', content: 'Choose.' },
  ],
  sampling: { temperature: 0.7, topP: 0.9, maxTokens: 1024, reasoning: 'low' },
  seed: 5,
  schema: {
    type: 'object',
    properties: { vote: { type: 'string', maxLength: 9 }, format: { type: 'string' } },
  },
};

const usage = { prompt_tokens: 50, completion_tokens: 10, total_tokens: 60 };
const message = (content: unknown, more = {}) => ({ role: 'assistant', content, ...more });
const completion = (content: unknown = 'B', choice = {}, top = {}) => ({
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: message(content), ...choice }],
  usage,
  ...top,
});
const send =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
const good = send(200, completion());
const stream = (...events: unknown[]): Behaviour =>
  send(
    200,
    events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join(''),
    {
      'content-type': 'text/event-stream',
    },
  );
const piece = (content: string, finish: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});
const error = (text: string, more = {}) => ({ error: { message: text, ...more } });
/** A server that fails a few times before it answers. */
const after =
  (times: number, failure: Behaviour): Behaviour =>
  (response, call, n) =>
    (n <= times ? failure : good)(response, call, n);

describe('replies', () => {
  const call = { id: 'a', type: 'function', function: { name: 'json', arguments: '{}' } };
  it.each<[string, Behaviour, Partial<Reply>]>([
    ['plain', good, { text: 'B', finish: 'stop', usage: { input: 50, output: 10 }, model: 'm' }],
    [
      'without a finish reason',
      send(200, completion('B', { finish_reason: null })),
      { text: 'B', finish: 'stop' },
    ],
    ['cut off', send(200, completion('Be', { finish_reason: 'length' })), { finish: 'length' }],
    [
      'cut off, as max_tokens',
      send(200, completion('Be', { finish_reason: 'max_tokens' })),
      { finish: 'length' },
    ],
    [
      'cut off, in capitals',
      send(200, completion('Be', { finish_reason: 'MAX_TOKENS' })),
      { finish: 'length' },
    ],
    ...['maxTokens', 'max_new_tokens', 'length_limit', 'truncated', 'budget'].map(
      (reason): [string, Behaviour, Partial<Reply>] => [
        `cut off, as ${reason}`,
        send(200, completion('Be', { finish_reason: reason })),
        { finish: 'length' },
      ],
    ),
    [
      'cut off, in an object',
      send(200, completion('Be', { finish_reason: { type: 'length' } })),
      { finish: 'length' },
    ],
    [
      'cut off, under another field name',
      send(200, completion('Be', { finish_reason: undefined, stop_reason: 'max_tokens' })),
      { finish: 'length' },
    ],
    [
      'cut off, according to the provider only',
      send(200, completion('Be', { native_finish_reason: 'MAX_TOKENS' })),
      { finish: 'length' },
    ],
    ...[
      { stop_reason: 'max_tokens' },
      { finish_details: { type: 'max_tokens' } },
      { finish_reason: { reason: 'length' } },
      { finish_reason: 'FINISH_REASON_MAX_TOKENS' },
      { meta_info: { finish_reason: { type: 'length', length: 9 } } },
      { provider_specific_fields: { native_finish_reason: 'MAX_TOKENS' } },
      { message: message('Be', { response_metadata: { finish_reason: 'length' } }) },
    ].map((choice): [string, Behaviour, Partial<Reply>] => [
      `cut off, as ${JSON.stringify(choice)}`,
      send(200, completion('Be', choice)),
      { finish: 'length' },
    ]),
    ...[
      { done_reason: 'length' },
      { status: 'incomplete', incomplete_details: { reason: 'max_tokens' } },
    ].map((top): [string, Behaviour, Partial<Reply>] => [
      `cut off, as ${JSON.stringify(top)}`,
      send(200, completion('Be', {}, top)),
      { finish: 'length' },
    ]),
    ...[
      { native_finish_reason: 'a word of its own' },
      { stop_reason: 151645 },
      { matched_stop: 128009, status: 'success' },
    ].map((choice): [string, Behaviour, Partial<Reply>] => [
      `whole, with ${JSON.stringify(choice)}`,
      send(200, completion('B', choice)),
      { text: 'B', finish: 'stop' },
    ]),
    ...['EndOfSequence', 'stop_token', 'FINISH', 'FinishReason.STOP', ''].map(
      (reason): [string, Behaviour, Partial<Reply>] => [
        `whole, as "${reason}"`,
        send(200, completion('B', { finish_reason: reason })),
        { text: 'B', finish: 'stop' },
      ],
    ),
    ['blocked', send(200, completion('The', { finish_reason: 'ERROR_TOXIC' })), { finish: 'refused' }],
    [
      'refused in a part',
      send(200, completion([{ type: 'refusal', refusal: 'No.' }])),
      { text: 'No.', finish: 'refused' },
    ],
    ...[
      { choices: [], promptFeedback: { blockReason: 'OTHER' } },
      { promptFeedback: { blockReason: 'OTHER' }, usageMetadata: { promptTokenCount: 13 } },
      { choices: [], prompt_filter_results: [{ content_filter_results: { hate: { filtered: true } } }] },
      { choices: null, input_sensitive: true },
      completion('', { message: null, content_filter_results: { hate: { filtered: true } } }),
    ].map((body): [string, Behaviour, Partial<Reply>] => [
      `filtered, as ${JSON.stringify(body)}`,
      send(200, body),
      { finish: 'refused', usage: { input: 0, output: 0 } },
    ]),
    [
      'filtered in a stream',
      stream({
        choices: [],
        prompt_filter_results: [{ content_filter_results: { hate: { filtered: true } } }],
      }),
      { finish: 'refused' },
    ],
    [
      'checked by a filter',
      send(
        200,
        completion(
          'B',
          {},
          { prompt_filter_results: [{ content_filter_results: { hate: { filtered: false } } }] },
        ),
      ),
      { text: 'B', finish: 'stop' },
    ],
    ['an empty error', send(200, completion('B', {}, { error: { message: '', code: 0 } })), { text: 'B' }],
    ['filtered', send(200, completion('The', { finish_reason: 'content_filter' })), { finish: 'refused' }],
    [
      'refused',
      send(200, completion('', { message: message(null, { refusal: 'No.' }) })),
      { text: 'No.', finish: 'refused' },
    ],
    ['thinking in the text', send(200, completion('<think>A?</think>B')), { text: 'B', reasoning: 'A?' }],
    [
      'thinking that does not end',
      send(200, completion('<think>{"vote":"A"}')),
      { text: '', reasoning: '{"vote":"A"}' },
    ],
    [
      'thinking apart',
      send(200, completion('', { message: message('B', { reasoning_content: 'A?' }) })),
      { text: 'B', reasoning: 'A?' },
    ],
    [
      'thinking only',
      send(200, completion('', { message: message(null, { reasoning: 'A?' }) })),
      { text: '', reasoning: 'A?' },
    ],
    [
      'parts',
      send(
        200,
        completion([
          { type: 'thinking', thinking: [{ type: 'text', text: 'A?' }] },
          { type: 'text', text: 'B' },
        ]),
      ),
      { text: 'B', reasoning: 'A?' },
    ],
    [
      'thinking in details',
      send(
        200,
        completion('', {
          message: message('B', { reasoning_content: '', reasoning_details: [{ text: 'A?' }] }),
        }),
      ),
      { text: 'B', reasoning: 'A?' },
    ],
    [
      'parts that are thoughts',
      send(200, completion([{ text: 'A?', thought: true }, { text: { value: 'B' } }])),
      { text: 'B', reasoning: 'A?' },
    ],
    ...[
      { message: message({ role: 'model', parts: [{ text: 'A?', thought: true }, { text: 'B' }] }) },
      { message: message([{ parts: [{ text: 'A?', thought: true }, { text: 'B' }] }]) },
      { message: { parts: [{ text: 'A?', thought: true }, { text: 'B' }] } },
      { message: null, content: { parts: [{ text: 'A?', thought: true }, { text: 'B' }] } },
      { message: message('B', { reasoning: { parts: [{ text: 'A?' }] } }) },
      { message: message('B', { reasoning_details: [{ type: 'reasoning.summary', summary: 'A?' }] }) },
      { message: message('B', { thinking_blocks: [{ type: 'thinking', thinking: 'A?' }] }) },
      { message: message('<think>A?</think>B', { reasoning_text: 'A?' }) },
    ].map((choice): [string, Behaviour, Partial<Reply>] => [
      `thinking as ${JSON.stringify(choice)}`,
      send(200, completion('', choice)),
      { text: 'B', reasoning: 'A?' },
    ]),
    [
      'parts in a stream',
      stream(
        { choices: [{ index: 0, delta: { content: { parts: [{ text: 'A?', thought: true }] } } }] },
        { choices: [{ index: 0, delta: { content: { parts: [{ text: 'B' }] } }, finish_reason: 'stop' }] },
      ),
      { text: 'B', reasoning: 'A?' },
    ],
    [
      'results of a search',
      send(200, completion([{ type: 'web_search_tool_result', content: [{ text: 'A' }] }, { text: 'B' }])),
      { text: 'B' },
    ],
    ['a created resource', send(201, completion()), { text: 'B' }],
    [
      'JSON before the end of a stream',
      send(200, `${JSON.stringify(completion())}\n\ndata: [DONE]`),
      { text: 'B' },
    ],
    [
      'a number that JSON lacks',
      send(200, '{"choices":[{"score":NaN,"message":{"content":"B"}}]}'),
      { text: 'B' },
    ],
    ['an object as content', send(200, completion({ vote: 'B' })), { text: '{"vote":"B"}' }],
    [
      'unrequested tool calls',
      send(
        200,
        completion('', { finish_reason: 'tool_calls', message: message('B', { tool_calls: [call] }) }),
      ),
      { text: 'B', finish: 'stop' },
    ],
    ['text after the turn', send(200, completion('B<|im_end|>\nuser: A')), { text: 'B' }],
    ['an unpaired surrogate', send(200, completion('half \ud83d')), { text: 'half \ufffd' }],
    [
      'two choices in reverse',
      send(200, {
        choices: [
          { index: 1, message: message('A') },
          { index: 0, message: message('B') },
        ],
        usage,
      }),
      { text: 'B' },
    ],
    [
      'a compressed body',
      send(200, gzipSync(JSON.stringify(completion())), { 'content-encoding': 'gzip' }),
      { text: 'B' },
    ],
    ...[
      [brotliCompressSync(JSON.stringify(completion())), 'br'] as const,
      [deflateRawSync(JSON.stringify(completion())), 'deflate'] as const,
      [gzipSync(gzipSync(JSON.stringify(completion()))), 'gzip, gzip'] as const,
      [gzipSync(JSON.stringify(completion())), 'identity'] as const,
      [JSON.stringify(completion()), 'gzip'] as const,
    ].map(([body, coding]): [string, Behaviour, Partial<Reply>] => [
      `a body that is said to be ${coding}`,
      send(200, body, { 'content-encoding': coding }),
      { text: 'B' },
    ]),
    ['comments before JSON', send(200, `: PROCESSING\n\n${JSON.stringify(completion())}`), { text: 'B' }],
    ['a byte order mark', send(200, `\ufeff${JSON.stringify(completion())}`), { text: 'B' }],
    [
      'a stream',
      stream(piece('line\u2028'), piece('end', 'stop'), { choices: [], usage }, '[DONE]'),
      { text: 'line\u2028end', usage: { input: 50, output: 10 } },
    ],
    [
      'a stream of two choices',
      stream({ choices: [{ index: 1, delta: { content: 'A' } }] }, piece('B', 'stop'), '[DONE]'),
      { text: 'B' },
    ],
    [
      'a stream that repeats the message at its end',
      stream(piece('B'), piece('C'), { choices: [{ message: message('BC'), finish_reason: 'stop' }] }),
      { text: 'BC' },
    ],
    [
      'a stream without empty lines',
      send(
        200,
        `data: ${JSON.stringify(piece('B'))}\ndata: ${JSON.stringify(piece('', 'stop'))}\ndata: [DONE]\n`,
      ),
      { text: 'B', finish: 'stop' },
    ],
    [
      'a stream that is cut off',
      stream(piece('Be'), piece('', 'MAX_TOKENS'), '[DONE]'),
      { text: 'Be', finish: 'length' },
    ],
    [
      'a stream with other events, and usage in its choice',
      stream(
        { type: 'ping' },
        { choices: [{ index: 0, delta: { content: 'B' }, finish_reason: 'stop', usage }] },
      ),
      { text: 'B', usage: { input: 50, output: 10 } },
    ],
    [
      'another model',
      send(200, completion('B', {}, { model: 'other', provider: 'P', system_fingerprint: 'f' })),
      { model: 'other', provider: 'P', fingerprint: 'f' },
    ],
    [
      'as long as the limit, but called complete',
      send(200, completion('Be', {}, { usage: { prompt_tokens: 50, completion_tokens: 1024 } })),
      { finish: 'length' },
    ],
    ['a key in the answer', send(200, completion(`key ${key}`)), { text: 'key [hidden]' }],
    [
      'a failed generation',
      send(
        400,
        error('Failed to generate JSON', { code: 'json_validate_failed', failed_generation: '{"a":' }),
      ),
      { text: '{"a":', finish: 'stop' },
    ],
    [
      'a failed generation behind a router',
      send(
        400,
        error('Provider returned error', {
          code: 400,
          metadata: { raw: JSON.stringify(error('Failed', { failed_generation: '{"a":' })) },
        }),
      ),
      { text: '{"a":', finish: 'stop' },
    ],
    [
      'usage as texts',
      send(200, completion('B', {}, { usage: { prompt_tokens: '50', completion_tokens: '10' } })),
      { usage: { input: 50, output: 10 } },
    ],
    [
      'usage by other names',
      send(200, completion('B', {}, { usage: { input_tokens: 50, output_tokens: 10 } })),
      { usage: { input: 50, output: 10 } },
    ],
    [
      'usage of zero',
      send(200, completion('B', {}, { usage: { prompt_tokens: 0, completion_tokens: 0 } })),
      { usage: { input: 14, output: 1 } },
    ],
    [
      'usage with cached tokens apart',
      send(
        200,
        completion('B', {}, { usage: { input_tokens: 10, cache_read_input_tokens: 40, output_tokens: 10 } }),
      ),
      { usage: { input: 50, output: 10, cached: 40 } },
    ],
    ['no usage', send(200, completion('B', {}, { usage: null })), { usage: { input: 14, output: 1 } }],
    [
      'reasoning tokens apart',
      send(
        200,
        completion(
          'B',
          {},
          { usage: { ...usage, total_tokens: 560, completion_tokens_details: { reasoning_tokens: 500 } } },
        ),
      ),
      { usage: { input: 50, output: 510, reasoning: 500 } },
    ],
    [
      'cached tokens',
      send(200, completion('B', {}, { usage: { ...usage, prompt_tokens_details: { cached_tokens: 40 } } })),
      { usage: { input: 50, output: 10, cached: 40 } },
    ],
  ])('behaviour: %s', async (_, server, expected) => {
    behaviour = server;
    expect(await client().chat(request)).toMatchObject(expected);
    expect(calls).toHaveLength(1);
  });

  it('behaviour: tool calls and their results are converted', async () => {
    behaviour = send(
      200,
      completion(null, {
        finish_reason: 'tool_calls',
        message: message(null, {
          tool_calls: [{ id: null, function: { name: 'add', arguments: { a: 1 } } }],
        }),
      }),
    );
    const tools = [{ name: 'add', description: 'Adds.', parameters: { type: 'object' } }];
    const reply = await client().chat({ ...request, tools });
    expect(reply).toMatchObject({
      finish: 'tools',
      toolCalls: [{ id: 'call_0', name: 'add', arguments: '{"a":1}' }],
    });
    behaviour = good;
    const answered: Request['messages'] = [
      ...request.messages,
      { role: 'assistant', content: '', toolCalls: reply.toolCalls! },
      { role: 'tool', id: 'call_0', content: '1' },
    ];
    await client().chat({ ...request, tools, messages: answered });
    expect(calls[1]!.body.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
      },
      { role: 'tool', content: '1', tool_call_id: 'call_0' },
    ]);
    expect(calls[1]!.body['tools']).toEqual([{ type: 'function', function: tools[0] }]);
  });
});

describe('requests', () => {
  /** A server that refuses a part of a request, with different kinds of error. */
  const refusing = (
    part: string,
    status: number,
    body: unknown,
    test = (sent: Sent) => part in sent,
  ): Behaviour => {
    return (response, call, n) => (test(call.body) ? send(status, body) : good)(response, call, n);
  };
  const formatOf = (sent: Sent) => (sent['response_format'] as { type: string } | undefined)?.type;

  it.each<[string, Behaviour, (sent: Sent) => unknown, unknown]>([
    [
      'temperature',
      refusing('temperature', 400, error("'temperature' does not support 0.7", { param: 'temperature' })),
      (sent) => sent['temperature'],
      undefined,
    ],
    [
      'top_p',
      refusing('top_p', 400, error('temperature and top_p cannot both be given', { param: 'top_p' })),
      (sent) => [sent['top_p'], sent['temperature']],
      [undefined, 0.7],
    ],
    [
      'seed, flat',
      refusing('seed', 400, { object: 'error', message: 'seed is not supported' }),
      (sent) => sent['seed'],
      undefined,
    ],
    [
      'seed, as a list',
      refusing('seed', 400, [error('Unknown name "seed": Cannot find field.')]),
      (sent) => sent['seed'],
      undefined,
    ],
    [
      'seed, as detail',
      refusing('seed', 422, { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] }),
      (sent) => sent['seed'],
      undefined,
    ],
    [
      'seed, in a message',
      refusing('seed', 422, { message: { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs' }] } }),
      (sent) => sent['seed'],
      undefined,
    ],
    ...[
      { errors: { seed: ['is unknown'] } },
      { statusCode: 400, error: 'Bad Request', message: ['property seed should not exist'] },
      { error: { error: { message: 'seed is not supported' } } },
      error('{"error":{"message":"Unknown name \\"seed\\""}}'),
      error('Bad request', { details: [{ fieldViolations: [{ field: 'seed', description: 'unknown' }] }] }),
      error('Provider returned error', { metadata: { raw: JSON.stringify(error('seed is not supported')) } }),
      error('Unknown parameter', { param: 'body.seed' }),
      { error: 'invalid_request', error_description: 'seed is not supported' },
      '<html><body>Unknown parameter seed</body></html>',
    ].map((body): [string, Behaviour, (sent: Sent) => unknown, unknown] => [
      `seed, as ${JSON.stringify(body)}`,
      refusing('seed', 400, body),
      (sent) => sent['seed'],
      undefined,
    ]),
    [
      'temperature, with status 500',
      refusing('temperature', 500, error('Unsupported value: temperature')),
      (sent) => sent['temperature'],
      undefined,
    ],
    [
      'temperature, as if the model were refused',
      refusing('temperature', 400, error('temperature for this model is not supported')),
      (sent) => sent['temperature'],
      undefined,
    ],
    ...[
      'max_tokens must be less than or equal to `512`',
      'Range of max_tokens should be [1, 512]',
      'max_tokens: 1024 > 512, which is the maximum for gpt-4-0613',
      'maxOutputTokens is 1024, but the range is from 1 (inclusive) to 513 (exclusive)',
    ].map((text): [string, Behaviour, (sent: Sent) => unknown, unknown] => [
      `so many tokens: ${text}`,
      refusing('', 400, error(text), (sent) => Number(sent['max_tokens']) > 512),
      (sent) => sent['max_tokens'],
      512,
    ]),
    [
      'a keyword of a schema, in other words',
      refusing('', 400, error("For 'array' type, 'minItems' is not supported"), (sent) =>
        JSON.stringify(sent).includes('maxLength'),
      ),
      formatOf,
      'json_schema',
    ],
    [
      'system prompts, with status 500',
      refusing('', 500, error('System role not supported'), (sent) => sent.messages[0]!.role === 'system'),
      (sent) => sent.messages.length,
      1,
    ],
    [
      'system prompts, by their place',
      refusing(
        '',
        422,
        { detail: [{ loc: ['body', 'messages', 0, 'role'], msg: "permitted: 'user', 'assistant'" }] },
        (sent) => sent.messages[0]!.role === 'system',
      ),
      (sent) => sent.messages.length,
      1,
    ],
    [
      'reasoning_effort, in other words',
      refusing('reasoning_effort', 400, error('"m" does not support thinking')),
      (sent) => sent['reasoning_effort'],
      undefined,
    ],
    [
      'reasoning_effort',
      refusing('reasoning_effort', 400, error('Unrecognized request argument supplied: reasoning_effort')),
      (sent) => sent['reasoning_effort'],
      undefined,
    ],
    [
      'max_tokens',
      refusing(
        'max_tokens',
        400,
        error("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
      ),
      (sent) => [sent['max_tokens'], sent['max_completion_tokens']],
      [undefined, 1024],
    ],
    [
      'many tokens',
      refusing(
        'max_tokens',
        400,
        error('max_tokens is too large: 1024. This model supports at most 100 completion tokens.'),
        (sent) => Number(sent['max_tokens']) > 100,
      ),
      (sent) => sent['max_tokens'],
      100,
    ],
    [
      'JSON schemas',
      refusing(
        '',
        400,
        error('This response_format type is unavailable now'),
        (sent) => formatOf(sent) === 'json_schema',
      ),
      formatOf,
      'json_object',
    ],
    [
      'JSON schemas, as a text',
      refusing(
        '',
        422,
        'response_format: unknown variant `json_schema`',
        (sent) => formatOf(sent) === 'json_schema',
      ),
      formatOf,
      'json_object',
    ],
    [
      'any format',
      refusing('response_format', 400, { detail: 'response_format is not supported' }),
      formatOf,
      undefined,
    ],
    [
      'a keyword of a schema',
      refusing('', 400, error("Invalid schema: 'maxLength' is not permitted"), (sent) =>
        JSON.stringify(sent).includes('maxLength'),
      ),
      (sent) => sent['response_format'],
      {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          strict: false,
          schema: { type: 'object', properties: { vote: { type: 'string' }, format: { type: 'string' } } },
        },
      },
    ],
    [
      'a grammar, with status 500',
      refusing('', 500, error('failed to parse grammar'), (sent) => formatOf(sent) === 'json_schema'),
      formatOf,
      'json_object',
    ],
    [
      'system prompts',
      refusing(
        '',
        400,
        { object: 'error', message: 'System role not supported' },
        (sent) => sent.messages[0]!.role === 'system',
      ),
      (sent) => sent.messages,
      [{ role: 'user', content: 'You are A.\n\nChoose.' }],
    ],
    [
      'system prompts, in other words',
      refusing(
        '',
        400,
        error('Developer instruction is not enabled for this model'),
        (sent) => sent.messages[0]!.role === 'system',
      ),
      (sent) => sent.messages.length,
      1,
    ],
    [
      'max_tokens, by the name of its successor',
      refusing('max_tokens', 400, error('Please use max_completion_tokens.')),
      (sent) => sent['max_completion_tokens'],
      1024,
    ],
  ])(
    'behaviour: a refused part is reported once and left out of later requests: %s',
    async (_, server, look, expected) => {
      behaviour = server;
      const model = client();
      expect((await model.chat(request)).text).toBe('B');
      const tries = calls.length;
      await model.chat(request);
      expect(calls).toHaveLength(tries + 1);
      expect(look(calls.at(-1)!.body)).toEqual(expected);
      expect(remarks.length).toBeLessThan(tries);
      expect(new Set(remarks).size).toBe(remarks.length);
    },
  );

  it('behaviour: an endpoint that refuses everything gets a limited number of requests', async () => {
    behaviour = (response, call, n) => {
      const part = Object.keys(call.body).find((name) => !['model', 'messages'].includes(name)) ?? 'messages';
      send(400, error(`${part} is not supported`))(response, call, n);
    };
    expect((await client().chat(request)).finish).toBe('refused');
    expect(calls.length).toBeLessThan(15);
  });

  it('known: the body of a request', async () => {
    behaviour = good;
    await client({ headers: { 'X-Title': 'study' } }).chat({
      ...request,
      seed: 2 ** 31 + 3,
      messages: [
        ...request.messages,
        { role: 'user', content: 'Now.' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'Again.' },
      ],
    });
    const { body, headers, url } = calls[0]!;
    expect(url).toBe('/v1/chat/completions');
    expect(body).toMatchObject({
      model: 'm',
      temperature: 0.7,
      top_p: 0.9,
      max_tokens: 1024,
      seed: 3,
      reasoning_effort: 'low',
    });
    expect(body.messages).toEqual([
      { role: 'system', content: 'You are A.' },
      { role: 'user', content: 'Choose.\n\nNow.' },
      { role: 'assistant', content: '(no answer)' },
      { role: 'user', content: 'Again.' },
    ]);
    expect(headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'accept-encoding': 'identity',
      'x-title': 'study',
    });
  });

  it('behaviour: only OpenAI itself receives the settings of an OpenAI account', async () => {
    behaviour = good;
    vi.stubEnv('OPENAI_ORG_ID', 'org-1');
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-1');
    await client().chat(request);
    expect(Object.keys(calls[0]!.headers).filter((name) => name.startsWith('openai-'))).toEqual([]);
  });

  it('behaviour: credentials in an address become a header, and a query is kept', async () => {
    behaviour = good;
    const baseURL = `${address().replace('//', '//me:secret-word@')}/chat/completions?version=2`;
    await openai({ model: 'm', baseURL }, { env: {} }).chat(request);
    expect(calls[0]!.url).toBe('/v1/chat/completions?version=2');
    expect(calls[0]!.headers.authorization).toBe(`Basic ${Buffer.from('me:secret-word').toString('base64')}`);
  });
});

describe('faults', () => {
  const rateLimit = error('Rate limit reached', { code: 'rate_limit_exceeded' });
  it.each<[string, Behaviour, number, number]>([
    ['a rate limit', after(2, send(429, rateLimit)), 3, 0.4],
    ['a rate limit with seconds', after(2, send(429, rateLimit, { 'retry-after': '7' })), 3, 14],
    ['a rate limit with milliseconds', after(2, send(429, rateLimit, { 'retry-after-ms': '300' })), 3, 0.6],
    ['a rate limit with a text', after(1, send(429, error('Please try again in 1m20s.'))), 2, 80],
    [
      'a rate limit with details',
      after(1, send(429, [error('x', { status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '34s' }] })])),
      2,
      34,
    ],
    [
      'a rate limit with status 200',
      after(1, send(200, error('Rate limit exceeded', { code: 429 }))),
      2,
      0.2,
    ],
    ['an overload with status 200', after(2, send(200, { error: 'Model is overloaded' })), 3, 0.4],
    ['a server that loads its model', after(9, send(503, error('Loading model'))), 10, 60],
    [
      'an overloaded server',
      after(2, send(529, { type: 'error', error: { type: 'overloaded_error' } })),
      3,
      0.4,
    ],
    [
      'a rate limit of so many input tokens',
      after(1, send(429, error('This exceeds the rate limit of 40,000 input tokens per minute'))),
      2,
      0.2,
    ],
    ['a rate limit with a body field', after(1, send(429, { message: 'slow', retry_after: 33 })), 2, 33],
    ['a rate limit with other words', after(1, send(429, error('Please wait 40 seconds'))), 2, 40],
    [
      'a model that loads, with a guess',
      after(1, send(503, { error: 'Model m is currently loading', estimated_time: 45.5 })),
      2,
      45.5,
    ],
    ['a model that loads, with status 404', after(3, send(404, error('Model is still loading'))), 4, 1],
    ['a model that loads, with status 200', after(3, send(200, { status: 'loading model' })), 4, 1],
    ['an error page', after(2, send(502, '<html><title>502 Bad Gateway</title></html>')), 3, 0.4],
    [
      'an error that ends an answer',
      after(2, send(200, completion('So (A)', { finish_reason: 'error', error: { code: 502 } }))),
      3,
      0,
    ],
    ['an unknown end', after(1, send(200, completion('So (A)', { finish_reason: 'network_error' }))), 2, 0],
    ...[
      { native_finish_reason: 'error' },
      { native_finish_reason: 'MALFORMED_FUNCTION_CALL' },
      { native_finish_reason: { type: 'abort' } },
      { status: 'failed' },
      { provider_metadata: { router: { finish_reason: 'OTHER' } } },
    ].map((choice): [string, Behaviour, number, number] => [
      `a failure that is called a stop: ${JSON.stringify(choice)}`,
      after(1, send(200, completion('So (A)', choice))),
      2,
      0,
    ]),
    [
      'a failure that is called a stop, in a stream',
      after(
        1,
        stream(
          { choices: [{ delta: { content: 'So (A)' }, native_finish_reason: 'error' }] },
          piece('', 'stop'),
        ),
      ),
      2,
      0,
    ],
    ['a queued job', after(2, send(202, { id: 'x', status: 'queued' })), 3, 0.4],
    [
      'throttling with status 400',
      after(1, send(400, { __type: 'ThrottlingException', message: 'Wait.' })),
      2,
      0.2,
    ],
    [
      'a limit per minute',
      after(
        1,
        send(429, error('Quota', { details: [{ quotaId: 'RequestsPerMinute' }, { retryDelay: '34s' }] })),
      ),
      2,
      34,
    ],
    [
      'a daily limit that moves',
      after(1, send(429, error('Limit per day. Please try again in 2m10s.'))),
      2,
      130,
    ],
    ['an error in a stream', after(1, stream(piece('So (A)'), error('died', { code: 502 }))), 2, 0],
    ['an error event', after(1, stream(piece('So (A)', 'stop'), 'x\nevent: error\ndata: {"msg":"x"}')), 2, 0],
    [
      'a bare error in a stream',
      after(1, send(200, `data: ${JSON.stringify(piece('So (A)'))}\n\n{"error":"died"}\n\ndata: [DONE]\n\n`)),
      2,
      0,
    ],
    [
      'an error in a message',
      after(1, send(200, completion('', { message: message('So (A)', { error: { message: 'died' } }) }))),
      2,
      0,
    ],
    ['a stream that breaks off', after(1, stream(piece('So (A)'))), 2, 0],
    ['an empty body', after(1, send(200, '')), 2, 0],
    ['no choices', after(1, send(200, completion('', {}, { choices: [] }))), 2, 0],
    ['a broken connection', after(2, (response) => response.destroy()), 3, 0.4],
    [
      'half a body',
      after(1, (response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('{"choices"', () => response.destroy());
      }),
      2,
      0,
    ],
  ])('behaviour: the question is asked again after %s', async (_, server, tries, seconds) => {
    behaviour = server;
    expect(await client().chat(request)).toMatchObject({ text: 'B', finish: 'stop' });
    expect(calls).toHaveLength(tries);
    expect(waited).toBeGreaterThanOrEqual(1000 * seconds);
  });

  it.each<[string, Behaviour, number]>([
    ['a wrong key', send(401, error(`Incorrect API key provided: ${key}`)), 1],
    ['no access', send(403, error('Country not supported')), 1],
    ['no credit', send(402, error('Payment required')), 1],
    [
      'no credit, by code',
      send(429, error('You exceeded your current quota', { code: 'insufficient_quota' })),
      1,
    ],
    ['no credit, by type', send(429, error('Quota', { type: 'insufficient_quota', code: null })), 1],
    [
      'no credit, by a limit of 0',
      send(429, [error('Quota exceeded, limit: 0', { status: 'RESOURCE_EXHAUSTED' })]),
      1,
    ],
    ['no credit, with status 200', send(200, error('Insufficient credits', { code: 402 })), 1],
    ...[
      error('You have exhausted your credits'),
      error('Credit limit exceeded', { type: 'credit_limit' }),
      error('x', { innererror: { code: 'insufficient_quota' } }),
      error('Quota exceeded, limit:0'),
      error('余额不足'),
    ].map((body): [string, Behaviour, number] => [
      `no credit, as ${JSON.stringify(body)}`,
      send(429, body),
      1,
    ]),
    ['a wrong key, with status 200', send(200, error('Invalid API key')), 1],
    ['a wrong key, with status 400', send(400, [error('API key not valid.')]), 1],
    [
      'a daily limit, known by its reset time',
      send(429, error('x', { metadata: { headers: { 'X-RateLimit-Reset': '9999999999999' } } })),
      1,
    ],
    ...[
      'Model Not Exist',
      'Unable to access model m',
      'No models loaded.',
      'Model m-1.5 has been retired',
    ].map((text): [string, Behaviour, number] => [`an unknown model: ${text}`, send(400, error(text)), 1]),
    ['an unknown model, by its field', send(400, error('Invalid value', { param: 'model' })), 1],
    ['a daily limit', send(429, rateLimit, { 'retry-after': '25956' }), 1],
    ['an unknown model', send(404, error('The model does not exist')), 1],
    ['an unknown model, by 400', send(400, error('Invalid model name passed in model=x')), 1],
    [
      'an unknown model, with status 200',
      send(200, { code: 404, message: 'The model `x` does not exist.' }),
      1,
    ],
    [
      'a path that is not an API',
      send(200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }),
      1,
    ],
    ['a web page', send(200, '<!doctype html><html><body>UI</body></html>'), 1],
    ['no credit, in words', send(400, error('Your credit balance is too low')), 1],
    ['an invalid model', send(400, error('x/y is not a valid model ID')), 1],
    ['a redirect', send(308, '', { location: 'http://127.0.0.1:1/' }), 1],
    ...[
      [500, error('LLM Provider NOT provided. You passed model=m')] as const,
      [429, error('LLM Provider NOT provided. You passed model=m')] as const,
      [500, error('model requires more system memory (9.3 GiB) than is available (7.1 GiB)')] as const,
      [500, error('EngineCore encountered an issue', { type: 'EngineDeadError' })] as const,
      [500, error('AuthenticationError: The api_key client option must be set')] as const,
      [500, error('Insufficient Balance', { code: '500' })] as const,
      [500, { detail: "Error code: 401 - {'error': {'message': 'Rejected'}}" }] as const,
      [502, error('The model does not exist', { code: 404 })] as const,
      [503, error('No channel', { code: 'model_not_found' })] as const,
      [503, '<html><title>Service Suspended</title></html>'] as const,
      [400, [error('User location is not supported for the API use.')]] as const,
      [501, error('Not implemented')] as const,
      [403, error('额度不足', { code: 'insufficient_user_quota' })] as const,
      [429, error('Rate limit exceeded: free-models-per-day')] as const,
      [
        429,
        error('Quota', { details: [{ quotaId: 'RequestsPerDay-Free' }, { retryDelay: '34s' }] }),
      ] as const,
      [200, { choices: null, base_resp: { status_code: 1004, status_msg: 'invalid api key' } }] as const,
    ].map(([status, body]): [string, Behaviour, number] => [
      `a permanent error, ${status} ${JSON.stringify(body)}`,
      send(status, body),
      1,
    ]),
    ['a job that is never done', send(202, { id: 'x', status: 'queued' }), 3],
    ['status 204', send(204, ''), 3],
    ['an endless rate limit', send(429, rateLimit, { 'retry-after': '0' }), 25],
    ['an endless rate limit without a hint', send(429, rateLimit), 25],
    ['an endless outage', send(502, 'Bad gateway'), 25],
    ['answers that always break off', send(200, completion('So', { finish_reason: 'error' })), 3],
    [
      'a body with too many levels',
      send(200, `{"choices":[],"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
      3,
    ],
    ['an endless body', send(200, completion('a'.repeat(8_000_001))), 3],
  ])('behaviour: %s ends the run', async (_, server, most) => {
    behaviour = server;
    const failed = client().chat(request);
    await expect(failed).rejects.toMatchObject({ name: 'AgoraError', code: 'endpoint' });
    expect(calls.length).toBeLessThanOrEqual(most);
    expect(waited).toBeLessThanOrEqual(300_000);
  });

  it.each<[string, Behaviour]>([
    [
      'a flagged prompt',
      send(403, error('Your input was flagged', { code: 403, metadata: { reasons: ['violence'] } })),
    ],
    ['a filtered prompt', send(400, error('Filtered', { code: 'content_filter' }))],
    ['a long prompt', send(400, { message: "This model's maximum context length is 4096 tokens." })],
    [
      'a long prompt, other words',
      send(422, { error: '`inputs` tokens + `max_new_tokens` must be <= 4096' }),
    ],
    ['an unknown complaint', send(400, error('Bad request'))],
    ['a guarded prompt', send(403, { message: 'Prompt rejected by guardrail' })],
    ['a flagged prompt, by its check', send(403, { error: 'Failed check: SAFETY_CHECK_TYPE' })],
    ['a long prompt, by its status', send(413, 'Request Entity Too Large')],
    ['a bad request, as a server error', send(500, error('litellm.BadRequestError: no'))],
    ['an error for this prompt only', send(500, error("'utf-8' codec can't encode"))],
  ])('behaviour: %s counts as a refusal of this question only', async (_, server) => {
    behaviour = (response, call, n) => {
      const isBad = call.body.messages.some(({ content }) => content === 'Bad.');
      (isBad ? server : good)(response, call, n);
    };
    const model = client();
    await model.chat(request);
    const bad = model.chat({ ...request, messages: [{ role: 'user', content: 'Bad.' }] });
    while (calls.length < 12) await model.chat(request);
    expect(await bad).toMatchObject({ finish: 'refused', usage: { input: 0, output: 0 } });
    expect((await model.chat(request)).text).toBe('B');
  });

  it('behaviour: an endpoint that rejects everything ends the run', async () => {
    behaviour = send(400, error('Bad request'));
    const model = client();
    await model.chat(request);
    await model.chat(request);
    await expect(model.chat(request)).rejects.toThrow(AgoraError);
  });

  it('behaviour: a missing server and an unknown host end the run', async () => {
    for (const baseURL of ['http://127.0.0.1:1/v1', 'http://no-such-host.invalid/v1'])
      await expect(client({ baseURL }).chat(request)).rejects.toMatchObject({ code: 'endpoint' });
  });

  it('behaviour: an address with the wrong protocol ends the run at once', async () => {
    await expect(client({ baseURL: address().replace('http', 'https') }).chat(request)).rejects.toThrow(
      /http:/,
    );
    expect(waited).toBeLessThan(2000);
  });

  it('behaviour: a host that does not finish connecting ends the call', async () => {
    const silent = createSilentServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const connecting = httpFetch(50)(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
    await expect(connecting).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    silent.close();
  });

  it('behaviour: a server that hangs ends the call', async () => {
    behaviour = () => undefined;
    await expect(client({ timeout: 0.05 }).chat(request)).rejects.toMatchObject({ code: 'endpoint' });
    expect(calls).toHaveLength(2);
  });

  it("behaviour: an aborted call ends with its signal's reason", async () => {
    const controller = new AbortController();
    behaviour = () => controller.abort(new Error('interrupted'));
    await expect(client().chat(request, controller.signal)).rejects.toThrow('interrupted');
  });

  it.each<[string, (call: Call) => unknown]>([
    ['whole', ({ headers }) => error(`headers: ${JSON.stringify(headers)}`)],
    ['across a cut', ({ headers }) => error('x'.repeat(285) + headers.authorization)],
    ['masked', () => error(`key ${key.slice(0, 8)}****${key.slice(-4)}`)],
    ['encoded', () => error(Buffer.from(key).toString('base64'))],
    ['behind words, encoded', () => error(Buffer.from(`Bearer ${key}`).toString('base64'))],
    ['cut by the server', () => error(`key ${key.slice(0, -1)}`)],
    [
      'in an answer',
      () => ({
        ...completion('', { message: message(key, { tool_calls: [{ id: key, function: { name: key } }] }) }),
        provider: key,
        system_fingerprint: key,
      }),
    ],
    [
      'in a body that is not a completion',
      ({ headers }) => ({ debug: 'x'.repeat(100) + headers.authorization }),
    ],
  ])('behaviour: a key is never shown: %s', async (_, body) => {
    for (const status of [200, 400, 401, 429, 500]) {
      behaviour = (response, call, n) => send(status, body(call))(response, call, n);
      const model = client();
      let shown = '';
      for (let i = 0; i < 3; i++) {
        shown += await model
          .chat(request)
          .then(JSON.stringify, (reason: Error) => `${reason.message} ${reason.stack}`);
      }
      expect(shown + remarks.join()).not.toMatch(/Abcd|5678/);
    }
  });
});

describe('remarks', () => {
  it('behaviour: a different model and a truncated prompt are reported once', async () => {
    behaviour = (response, call, n) =>
      send(
        200,
        completion('B', {}, { model: n > 2 ? 'other' : 'm', usage: { ...usage, prompt_tokens: 400 } }),
      )(response, call, n);
    const model = client();
    const long = { ...request, messages: [{ role: 'user' as const, content: 'word '.repeat(2000) }] };
    for (let i = 0; i < 5; i++) await model.chat(long);
    expect(remarks).toHaveLength(2);
  });

  it.each([
    ['gpt-4o', 'gpt-4o-2024-08-06', 0],
    ['openai/gpt-4o:free', 'gpt-4o-2024-08-06', 0],
    ['Org/Llama-3.1-8B', 'org/llama-3.1-8b', 0],
    ['llama3', 'llama3:latest', 0],
    ['gpt-4o', 'gpt-4o-mini', 1],
    ['m', 'fallback/cheap-model', 1],
  ])('behaviour: model %s that answers as %s is reported %d times', async (model, answered, times) => {
    behaviour = send(200, completion('B', {}, { model: answered }));
    await client({ model }).chat(request);
    expect(remarks).toHaveLength(times);
  });

  it('behaviour: the error for a prompt that is too long states both sizes', async () => {
    const sizes = { type: 'exceed_context_size_error', n_prompt_tokens: 5100, n_ctx: 4096 };
    behaviour = send(400, error('the request exceeds the available context size', sizes));
    await client().chat(request);
    expect(remarks.join()).toMatch(/5100.*4096/);
  });
});

describe('probabilities of a first token', () => {
  const asks = { ...request, among: ['A', 'B'] };
  const listed = (...pairs: [string, number | null][]) =>
    completion('A', {
      finish_reason: 'length',
      logprobs: {
        content: [
          { token: pairs[0]![0], top_logprobs: pairs.map(([token, logprob]) => ({ token, logprob })) },
        ],
      },
    });
  it.each<[string, unknown, [number, number]]>([
    ['plain', listed(['A', -0.1], ['B', -2.5]), [-0.1, -2.5]],
    ['with marks for spaces', listed(['ĠA', -0.1], ['▁B', -2.5]), [-0.1, -2.5]],
    ['null counts as 0', listed(['A', -0.1], ['B', null]), [-0.1, Number.NEGATIVE_INFINITY]],
    [
      'spellings count together',
      listed(['A', Math.log(0.3)], ['(a', Math.log(0.2)]),
      [Math.log(0.5), -Infinity],
    ],
    ['something else', listed(['<think>', -0.01], ['A', -8]), [-8, Number.NEGATIVE_INFINITY]],
    [
      'in the format of older completions',
      completion('A', { logprobs: { tokens: ['A'], top_logprobs: [{ A: -0.1, B: -2.5 }] } }),
      [-0.1, -2.5],
    ],
  ])('known: %s', async (_, body, logs) => {
    behaviour = send(200, body);
    const reply = await client().chat(asks);
    expect(reply.finish).toBe('stop');
    const { A, B } = JSON.parse(reply.text) as { A: number; B: number };
    expect(A).toBeCloseTo(Math.exp(logs[0]), 12);
    expect(B).toBeCloseTo(Math.exp(logs[1]), 12);
    expect(calls[0]!.body).toMatchObject({ logprobs: true, top_logprobs: 20, max_tokens: 1 });
    expect(calls[0]!.body).not.toHaveProperty('response_format');
  });

  it('known: in a stream that nobody asked for', async () => {
    const [choice] = listed(['A', -0.1], ['B', -2.5]).choices;
    const { message: _, ...rest } = choice!;
    behaviour = stream(
      { choices: [{ ...rest, finish_reason: null, delta: { content: 'A' } }] },
      piece('', 'length'),
    );
    const { text } = await client().chat(asks);
    expect((JSON.parse(text) as { A: number }).A).toBeCloseTo(Math.exp(-0.1), 12);
  });

  it.each([
    'top_logprobs must be at most 5',
    'Invalid value for top_logprobs: must be between 0 and 5, got 20',
    'top_logprobs is too large',
  ])('behaviour: the number of candidates is lowered to what the endpoint allows: %s', async (words) => {
    behaviour = (response, call, n) =>
      ((call.body['top_logprobs'] as number) > 5 ? send(400, error(words)) : send(200, listed(['A', -0.1])))(
        response,
        call,
        n,
      );
    expect((await client().chat(asks)).finish).toBe('stop');
    expect(calls.length).toBeLessThanOrEqual(3);
  });

  it.each([
    ['none in the reply', good],
    ['refused', send(400, error('logprobs is not supported by this model'))],
  ])('behaviour: a reply without probabilities ends the run with an explanation: %s', async (_, does) => {
    behaviour = does;
    const model = client();
    const tries = Array.from({ length: 3 }, () => model.chat(asks));
    const ends = await Promise.allSettled(tries);
    expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
    expect(JSON.stringify(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : '')))).toMatch(
      /log-?prob/,
    );
  });
});

describe('set-up', () => {
  it('behaviour: settings that cannot work are rejected before the first call', () => {
    const make =
      (options: object, env = {}) =>
      () =>
        openai({ model: 'm', ...options }, { env });
    expect(make({})).toThrow(AgoraError);
    expect(make({ baseURL: 'localhost:8000' })).toThrow(AgoraError);
    expect(make({ apiKey: 'two words' })).toThrow(AgoraError);
    expect(make({ model: '' })).toThrow(AgoraError);
    expect(make({ baseUrl: address() })).toThrow(AgoraError);
    expect(make({}, { OPENAI_API_KEY: key })().evidence).toBe('live');
  });

  it('known: AGORA_MODEL selects the model', () => {
    expect(fromEnvironment({ AGORA_MODEL: 'simulated' }).evidence).toBe('simulated');
    const env = { AGORA_MODEL: 'openai:org/name:free', OPENAI_BASE_URL: address() };
    expect(fromEnvironment(env)).toMatchObject({ name: 'org/name:free', evidence: 'live' });
    expect(fromEnvironment({ AGORA_MODEL: 'local:weights/small.gguf' }).name).toBe('small');
    expect(() => fromEnvironment({ AGORA_MODEL: 'gpt' })).toThrow(AgoraError);
    expect(() => fromEnvironment({ AGORA_MODEL: 'openai:' })).toThrow(AgoraError);
  });
});
