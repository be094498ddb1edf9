import { hasCode } from '../agora-error';
import type OpenAI from 'openai';
import type { JsonObject } from '../json';
import { httpFetch } from './http-fetch';
import { TransientModelError } from './model-error';
import type { Endpoint } from './openai-endpoint';

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** Sends one chat completion and gives the answer's body as text; throws what the `openai` package throws. */
export type Post = (body: JsonObject, idempotencyKey: string, signal?: AbortSignal) => Promise<string>;

/** The `openai` package, loaded at the first call, without its own retries, and with a limit over the whole answer. */
export function openaiClient(endpoint: Endpoint, timeoutMs: number): Post {
  let client: OpenAI | undefined;
  return async (body, idempotencyKey, signal) => {
    client ??= connect(endpoint, timeoutMs);
    try {
      const response = await client.chat.completions
        .create(body as unknown as Body, {
          ...(signal === undefined ? {} : { signal }),
          headers: { 'Idempotency-Key': idempotencyKey },
        })
        .asResponse();
      return await response.text();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (hasCode(error, 'late-answer') || hasCode((error as Error).cause, 'late-answer')) {
        throw new TransientModelError(
          `${endpoint.address} gave no answer within ${timeoutMs} ms`,
          'unavailable',
        );
      }
      throw error;
    }
  };
}

type Built = Awaited<ReturnType<OpenAI['buildRequest']>>;

/**
 * The package's client, with two of its steps done once or more simply, as they took a third of a call's processor
 * time: address and headers are the same for every call (but for the call's own), and the time limit is the fetch's.
 */
function connect({ address, key, query, headers }: Endpoint, timeoutMs: number): OpenAI {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { OpenAI: Package } = require('openai') as { OpenAI: typeof OpenAI };
  const send = httpFetch(timeoutMs);
  class Client extends Package {
    private same: Promise<Built & { readonly headers: object }> | undefined;

    override async buildRequest(options: Parameters<OpenAI['buildRequest']>[0]): Promise<Built> {
      const { body, headers: own, signal, ...rest } = options;
      this.same ??= super.buildRequest({ ...rest, body: {} }).then((built) => ({
        ...built,
        headers: Object.fromEntries(built.req.headers as unknown as Headers),
      }));
      const { headers: common, url, timeout } = await this.same;
      const req = { method: 'POST', headers: { ...common, ...own }, body: JSON.stringify(body), signal };
      return { req: req as unknown as Built['req'], url, timeout };
    }

    override fetchWithTimeout(
      ...[url, init]: Parameters<OpenAI['fetchWithTimeout']>
    ): ReturnType<OpenAI['fetchWithTimeout']> {
      return send(url as string, init as unknown as Parameters<typeof send>[1]) as never;
    }
  }
  return new Client({
    apiKey: key,
    baseURL: address,
    defaultQuery: { ...query },
    defaultHeaders: { ...headers },
    maxRetries: 0,
    logLevel: 'off',
  });
}
