import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { AgoraError } from '../error';
import { aiSdk } from './ai-sdk';
import type { Request } from './model';

const request: Request = {
  messages: [
    { role: 'system', content: 'You are A.' },
    { role: 'user', content: 'Choose.' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'add', arguments: '{"n":1}' }] },
    { role: 'tool', id: 'a', content: '1' },
  ],
  sampling: { temperature: 0.7, maxTokens: 100 },
  seed: 5,
  schema: { type: 'object' },
  tools: [{ name: 'add', description: 'Adds.', parameters: { type: 'object' } }],
};
const usage = {
  inputTokens: { total: 50, noCache: 10, cacheRead: 40, cacheWrite: 0 },
  outputTokens: { total: 30, text: 10, reasoning: 20 },
};
const result = (content: object[], finish = 'stop', more = {}) => ({
  content,
  finishReason: { unified: finish, raw: finish },
  usage,
  warnings: [],
  ...more,
});
const text = (words: string) => ({ type: 'text', text: words });

/** A model that returns these results, or throws these errors, in order. The last one repeats. */
function client(...given: object[]) {
  let n = 0;
  const remarks: string[] = [];
  const mock = new MockLanguageModelV3({
    provider: 'mock',
    modelId: 'm',
    doGenerate: (async () => {
      const next = given[Math.min(n++, given.length - 1)]!;
      if ('statusCode' in next || 'isRetryable' in next) throw Object.assign(new Error('failed'), next);
      return next;
    }) as never,
  });
  const model = aiSdk(mock, { log: (words) => remarks.push(words) }, async () => undefined);
  return { mock, model, remarks, tries: () => n };
}

describe('models.aiSdk', () => {
  it('known: a call and its reply are converted', async () => {
    const parts = [{ type: 'reasoning', text: 'A?' }, text('{"vote":"B"}')];
    const { mock, model } = client(result(parts, 'stop', { response: { modelId: 'm-2' } }));
    expect(await model.chat(request)).toEqual({
      text: '{"vote":"B"}',
      finish: 'stop',
      reasoning: 'A?',
      provider: 'mock',
      model: 'm-2',
      usage: { input: 50, output: 30, reasoning: 20, cached: 40 },
    });
    expect(mock.doGenerateCalls[0]).toMatchObject({
      temperature: 0.7,
      maxOutputTokens: 100,
      seed: 5,
      responseFormat: { type: 'json', schema: { type: 'object' } },
      tools: [{ type: 'function', name: 'add', description: 'Adds.', inputSchema: { type: 'object' } }],
      prompt: [
        { role: 'system', content: 'You are A.' },
        { role: 'user', content: [{ type: 'text', text: 'Choose.' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'add', input: { n: 1 } }],
        },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: 'a', toolName: 'add', output: { type: 'text', value: '1' } },
          ],
        },
      ],
    });
  });

  const call = { type: 'tool-call', toolCallId: 'b', toolName: 'add', input: '{"n":2}' };
  it.each<[string, object, object]>([
    ['cut off', result([text('Be')], 'length'), { finish: 'length' }],
    [
      'as long as the limit, but called complete',
      result([text('Be')], 'stop', { usage: { inputTokens: 50, outputTokens: 100 } }),
      { finish: 'length' },
    ],
    ['filtered', result([text('The')], 'content-filter'), { finish: 'refused' }],
    [
      'filtered before the answer',
      result([], 'other', { providerMetadata: { google: { promptFeedback: { blockReason: 'OTHER' } } } }),
      { finish: 'refused' },
    ],
    [
      'cut off, according to the provider only',
      result([text('Be')], 'stop', { finishReason: { unified: 'stop', raw: 'MAX_TOKENS' } }),
      { finish: 'length' },
    ],
    [
      'tool calls',
      result([call], 'tool-calls'),
      { finish: 'tools', toolCalls: [{ id: 'b', name: 'add', arguments: '{"n":2}' }] },
    ],
    ['thinking only', result([{ type: 'reasoning', text: 'A?' }]), { text: '', reasoning: 'A?' }],
    [
      'a failed generation',
      {
        statusCode: 400,
        responseBody:
          '{"error":{"message":"x","code":"json_validate_failed","failed_generation":"<think>A?</think>{"}}',
      },
      { text: '{', finish: 'stop', reasoning: 'A?', usage: { input: 0, output: 6 } },
    ],
    ['thinking in the text', result([text('<think>A?</think>B')]), { text: 'B', reasoning: 'A?' }],
    [
      'usage as in version 5',
      {
        ...result([text('B')]),
        finishReason: 'stop',
        usage: { inputTokens: 5, outputTokens: 6, reasoningTokens: 4 },
      },
      { finish: 'stop', usage: { input: 5, output: 6, reasoning: 4 } },
    ],
    ['no usage', result([text('B')], 'stop', { usage: {} }), { usage: { output: 1 } }],
    [
      'a filtered prompt',
      { statusCode: 400, responseBody: '{"error":{"message":"x","code":"content_filter"}}' },
      { finish: 'refused' },
    ],
  ])('behaviour: %s', async (_, given, expected) => {
    expect(await client(given).model.chat(request)).toMatchObject(expected);
  });

  it.each<[string, object[]]>([
    [
      'an overload',
      [
        { statusCode: 529, responseBody: 'overloaded' },
        { statusCode: 429, responseHeaders: { 'retry-after': '9' } },
      ],
    ],
    ['a broken connection', [{ isRetryable: true }, { isRetryable: true }]],
    ['an unknown end', [result([text('So')], 'other'), result([text('So')], 'error')]],
  ])('behaviour: the question is asked again after %s', async (_, faults) => {
    const { model, tries } = client(...faults, result([text('B')]));
    expect(await model.chat(request)).toMatchObject({ text: 'B', finish: 'stop' });
    expect(tries()).toBe(3);
  });

  it.each<[string, object, number]>([
    ['a wrong key', { statusCode: 401, responseBody: 'key sk-abcdefghijkl is wrong' }, 1],
    ['no credit', { statusCode: 402, responseBody: 'pay' }, 1],
    ['no key', { isRetryable: false, message: 'OpenAI API key is missing.' }, 1],
    ['an endless overload', { statusCode: 529, responseBody: 'overloaded' }, 60],
    ['an endless outage', { isRetryable: true }, 8],
    ['a body that cannot be read', { statusCode: 200, responseBody: '<html>' }, 3],
    ['an empty body', { isRetryable: false, name: 'AI_EmptyResponseBodyError' }, 3],
    ['answers that always break off', result([text('So')], 'error'), 3],
  ])('behaviour: %s ends the run', async (_, fault, most) => {
    const { model, tries } = client(fault);
    const error: unknown = await model.chat(request).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AgoraError);
    expect(String(error)).not.toMatch(/abcdefghijkl|OPENAI_/);
    expect(tries()).toBeLessThanOrEqual(most);
  });

  it('behaviour: a provider that rejects everything ends the run', async () => {
    const { model } = client({ statusCode: 400, responseBody: 'bad request' });
    await model.chat(request);
    await model.chat(request);
    await expect(model.chat(request)).rejects.toThrow(AgoraError);
  });

  it.each<[string, object]>([
    ['a rejected question', { statusCode: 400, responseBody: 'bad request' }],
    ['a question whose answers break off', result([text('So')], 'error')],
  ])('behaviour: %s counts as a refusal if others are answered', async (_, fault) => {
    const { model } = client(result([text('B')]), fault);
    await model.chat(request);
    for (let i = 0; i < 4; i++)
      expect(await model.chat(request)).toMatchObject({ finish: 'refused', usage: { input: 0, output: 0 } });
  });

  it('behaviour: unsupported settings are reported once', async () => {
    const { model, remarks } = client(
      result([text('B')], 'stop', { warnings: [{ type: 'unsupported', feature: 'temperature' }] }),
    );
    await model.chat({ ...request, sampling: { reasoning: 'low' } });
    await model.chat({ ...request, sampling: { reasoning: 'low' } });
    expect(remarks).toHaveLength(2);
  });

  it('behaviour: anything other than a language model is rejected', () => {
    expect(() => aiSdk('openai/gpt' as never)).toThrow(AgoraError);
  });
});
