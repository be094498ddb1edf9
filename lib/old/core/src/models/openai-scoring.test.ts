import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openai } from './openai';
import { sampleRequest } from './testing/sample-request';

let server: Server | undefined;
afterEach(() => server?.close());

/** An endpoint that answers every request with this body. */
async function endpoint(body: object, status = 200) {
  const seen: Record<string, unknown>[] = [];
  const made = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      seen.push(JSON.parse(text) as Record<string, unknown>);
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(body));
    });
  });
  server = made;
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
  const baseURL = `http://127.0.0.1:${(made.address() as AddressInfo).port}/v1`;
  return { model: openai({ model: 'm', baseURL, retries: false }, {}), seen };
}

const told = (tokens: readonly (readonly [string, number])[] | null) => ({
  choices: [
    {
      finish_reason: 'length',
      message: { content: 'A' },
      logprobs:
        tokens === null
          ? null
          : {
              content: [
                {
                  token: 'A',
                  top_logprobs: tokens.map(([token, share]) => ({ token, logprob: Math.log(share) })),
                },
              ],
            },
    },
  ],
  usage: { prompt_tokens: 20, completion_tokens: 1 },
});
const request = (options: readonly string[]) =>
  sampleRequest({ scoring: { prefix: '{"decision": "', options } });

describe('probabilities of options from an endpoint', () => {
  it('known: shares of the first token, with spaces and quotes around it', async () => {
    const { model, seen } = await endpoint(
      told([
        ['A', 0.4],
        [' A', 0.1],
        ['"B', 0.25],
        ['The', 0.2],
      ]),
    );
    const reply = await model.chat(request(['A', 'B', 'C']));
    expect(reply.text).toBe('A');
    // 0.5 and 0.25 of 0.75; exp(log(x)) rounds.
    expect(reply.probabilities?.['A']).toBeCloseTo(2 / 3, 12);
    expect(reply.probabilities?.['B']).toBeCloseTo(1 / 3, 12);
    expect(reply.probabilities?.['C']).toBe(0);
    expect(reply.probabilityOfOptions).toBeCloseTo(0.75, 12);
    expect(reply.usage).toEqual({ inputTokens: 20, outputTokens: 1, counted: 'reported' });
    expect(seen[0]).toMatchObject({ logprobs: true, top_logprobs: 20, max_tokens: 1 });
    expect(JSON.stringify(seen[0]?.['messages'])).toContain('one of these and nothing else: A, B, C');
  });

  it.each([
    ['says nothing of them', told(null), 200],
    ['refuses', { error: { message: 'logprobs are not supported' } }, 400],
  ])('contract: an endpoint that %s is named', async (_, body, status) => {
    const { model } = await endpoint(body, status);
    await expect(model.chat(request(['A', 'B']))).rejects.toMatchObject({
      code: 'setting',
      message: expect.stringMatching(/gives no probabilities \(logprobs\)/) as string,
    });
  });

  it('contract: options that begin with the same token cannot be told apart', async () => {
    const { model } = await endpoint(told([['Option', 0.9]]));
    await expect(model.chat(request(['Option 1', 'Option 2']))).rejects.toMatchObject({
      code: 'setting',
      message: expect.stringMatching(/"Option 1" and "Option 2" both begin with "Option"/) as string,
    });
  });

  it('contract: no option among the tokens told fails the call', async () => {
    const { model } = await endpoint(told([['I', 0.9]]));
    await expect(model.chat(request(['A', 'B']))).rejects.toMatchObject({
      code: 'request-failed',
      message: expect.stringMatching(/none of A, B is among the 1 most probable/) as string,
    });
  });
});
