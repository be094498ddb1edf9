import type OpenAI from 'openai';
import type { JsonObject } from '../json';
import { httpFetch } from './http-fetch';
import { TransientModelError } from './model-error';
import { onAbort } from './on-abort';
import type { Endpoint } from './openai-endpoint';

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** Sends one chat completion and gives the answer's body as text; throws what the `openai` package throws. */
export type Post = (body: JsonObject, idempotencyKey: string, signal?: AbortSignal) => Promise<string>;

/**
 * The `openai` package, loaded at the first call, without its own retries. Its time limit ends when the headers are
 * there, so a limit over the whole answer is set here.
 */
export function openaiClient(endpoint: Endpoint, timeoutMs: number): Post {
  let client: OpenAI | undefined;
  return async (body, idempotencyKey, signal) => {
    client ??= connect(endpoint, timeoutMs);
    const stop = new AbortController();
    const forget = onAbort(signal, () => stop.abort());
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      stop.abort();
    }, timeoutMs);
    try {
      const response = await client.chat.completions
        .create(body as unknown as Body, {
          signal: stop.signal,
          headers: { 'Idempotency-Key': idempotencyKey },
        })
        .asResponse();
      return await response.text();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (late) {
        throw new TransientModelError(
          `${endpoint.address} gave no answer within ${timeoutMs} ms`,
          'unavailable',
        );
      }
      throw error;
    } finally {
      clearTimeout(timer);
      forget();
    }
  };
}

function connect({ address, key, query, headers }: Endpoint, timeoutMs: number): OpenAI {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { OpenAI: Client } = require('openai') as { OpenAI: typeof OpenAI };
  return new Client({
    apiKey: key,
    baseURL: address,
    defaultQuery: { ...query },
    defaultHeaders: { ...headers },
    fetch: httpFetch(),
    maxRetries: 0,
    // Ours comes first.
    timeout: timeoutMs + 1000,
    logLevel: 'off',
  });
}
