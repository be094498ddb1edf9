import type OpenAI from 'openai';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, type JsonObject, number, oneOf, settings as shape, text, whole } from 'agora-voting/internal';
import { callSeed } from './call-seed';
import {
  samplingSettings,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type Sampling,
} from './chat-model';
import { type AnswerShape, chatCompletionBody, readCompletion, type Completion } from './chat-completion';
import { countMessages, countTokens } from './count-tokens';
import { EndpointHabits } from './endpoint-habits';
import { httpFetch } from './http-fetch';
import { endsWaiting, throwIfAnyAborted } from './on-abort';
import { type Endpoint, readEndpoint, type Variables } from './openai-endpoint';
import { modelError } from './openai-error';
import { endpointFacts } from './openai-facts';
import { scoreByLogprobs } from './openai-scoring';
import { knownPrices, pricesSettings, type Prices } from './prices';
import { questionKey } from './request-digest';
import { type RetrySettings, withRetries } from './with-retries';

export type { Variables } from './openai-endpoint';

export interface OpenaiSettings {
  readonly model: string;
  /** The root of the API. Default: OPENAI_BASE_URL, or else OpenAI itself. */
  readonly baseURL?: string;
  /** Default: OPENAI_API_KEY. A server of your own needs none. The key is never shown or stored. */
  readonly apiKey?: string;
  /**
   * How answers are sampled; takes precedence over the protocol. Default: the protocol's sampling, or else the
   * endpoint's.
   */
  readonly sampling?: Sampling;
  /**
   * How the answer's format is enforced. auto: by schema, or more simply if the endpoint rejects it. Default auto.
   */
  readonly structured?: 'auto' | AnswerShape;
  /** The longest time for one call, up to the last byte of its answer, in seconds. Default 600. */
  readonly timeout?: number;
  /** The longest body, in bytes; a call with a longer one fails. Default 8,000,000. */
  readonly maxBytes?: number;
  /** US dollars per million tokens, for cost budgets. Default: list prices, known for some hosted models. */
  readonly prices?: Prices;
  /** The most tokens that prompt and answer may have together. Default: what the endpoint reports, if it does. */
  readonly contextTokens?: number;
  /**
   * How to ask again after a temporary problem; false leaves this to the caller ('no-answer', 'malformed-answer').
   */
  readonly retries?: RetrySettings | false;
}

/** The checks of `OpenaiSettings`, by setting. */
export const openaiChecks = {
  model: text().regex(/\S/, { error: 'the name of a model' }),
  baseURL: z.string({ error: 'an address' }).optional(),
  apiKey: z.string({ error: 'a text' }).optional(),
  sampling: samplingSettings.optional(),
  structured: oneOf('auto', 'schema', 'object', 'text').optional(),
  timeout: number(0.001, 1e6).optional(),
  maxBytes: whole(1, 5e8).optional(),
  prices: pricesSettings.optional(),
  contextTokens: whole(1).optional(),
  retries: z.unknown().optional(),
};
const known = shape(openaiChecks);

/**
 * A model behind any endpoint with the chat-completions protocol, through the `openai` package. The first call loads
 * the package. The package's own retries are off; `withRetries` replaces them. Each call has its own seed (see
 * `callSeed`), unless `sampling` sets one. What an endpoint rejects (a schema, a seed) is omitted from then on.
 * @throws AgoraError 'setting' when the key is missing, or a setting is invalid
 * @example
 * const model = models.openai({ model: 'llama-3', baseURL: 'http://127.0.0.1:8000/v1', timeout: 120 });
 * model.name; // => 'llama-3'
 */
export function openai(settings: OpenaiSettings, env: Variables = process.env): ChatModel {
  check('openai', known, settings);
  const { sampling = {}, structured = 'auto', timeout = 600, maxBytes = 8_000_000 } = settings;
  const endpoint = readEndpoint(settings, env);
  const habits = new EndpointHabits(structured);
  let client: OpenAI | undefined;

  const raw: ChatModel = {
    name: settings.model,
    evidence: 'live',
    settings: {
      model: settings.model,
      baseURL: endpoint.address,
      sampling: sampling as JsonObject,
      structured,
    },
    ...(settings.sampling === undefined ? {} : { sampling }),
    pricesOf: () => settings.prices ?? knownPrices(settings.model),
    facts: async (options) =>
      settings.contextTokens === undefined
        ? endpointFacts(endpoint, settings.model, options?.signal)
        : { contextTokens: settings.contextTokens },
    async chat(request, options) {
      throwIfAnyAborted(endsWaiting(options));
      const signal = options?.signal;
      const key = questionKey(raw, request);
      const drawn = { seed: callSeed(request.call), ...sampling, ...request.sampling };
      if (request.scoring !== undefined) {
        client ??= connect(endpoint, timeout, maxBytes);
        return scoreByLogprobs(client, settings.model, request, request.scoring, {
          ...(signal === undefined ? {} : { signal }),
          official: endpoint.official,
          address: endpoint.address,
          asError: (error) =>
            modelError(error, endpoint, settings.model, {
              timeout,
              promptTokens: () => countMessages(request.messages),
            }),
        });
      }
      for (;;) {
        const asked = habits.asking(request);
        const { seed, ...seedless } = drawn;
        const sent = asked.seed ? { ...seedless, seed } : seedless;
        const body = chatCompletionBody(settings.model, request, sent, asked.shape, endpoint.official);
        const started = performance.now();
        try {
          client ??= connect(endpoint, timeout, maxBytes);
          const response = await client.chat.completions
            .create(body as unknown as OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming, {
              ...(signal === undefined ? {} : { signal }),
              headers: { 'Idempotency-Key': `agora-${asked.shape}${asked.seed ? '' : '-seedless'}-${key}` },
            })
            .asResponse();
          const completion = completionIn(await response.text(), endpoint);
          const reply = replyOf(request, completion, performance.now() - started);
          for (const { kind, text } of habits.noticed(request, drawn, asked, reply, completion.isStream))
            options?.watch?.({ kind, text: `${endpoint.address} ${text}` });
          return reply;
        } catch (error) {
          if (signal?.aborted) throw signal.reason;
          if (error instanceof AgoraError) throw error;
          const { again, incident } = habits.refuses(error, request, asked);
          if (!again) {
            const promptTokens = () => countMessages(request.messages);
            throw modelError(error, endpoint, settings.model, { timeout, promptTokens });
          }
          if (incident !== undefined)
            options?.watch?.({ kind: incident.kind, text: `${endpoint.address} ${incident.text}` });
        }
      }
    },
  };
  return settings.retries === false ? raw : withRetries(raw, settings.retries);
}

/** A client of the `openai` package, without retries and logs. @param timeout - seconds */
export function connect(
  { address, key, query, headers }: Endpoint,
  timeout: number,
  maxBytes: number,
): OpenAI {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { OpenAI: Client } = require('openai') as { OpenAI: typeof OpenAI };
  return new Client({
    apiKey: key,
    baseURL: address,
    defaultQuery: { ...query },
    defaultHeaders: { ...headers },
    fetch: httpFetch(maxBytes) as unknown as typeof fetch,
    timeout: timeout * 1000,
    maxRetries: 0,
    logLevel: 'off',
  });
}

/** @throws AgoraError 'malformed-answer' */
export function completionIn(body: string, endpoint: Endpoint): Completion {
  const completion = readCompletion(body);
  if (completion.ok) return completion.value;
  const reason = endpoint.redact(completion.reason);
  throw new AgoraError('malformed-answer', `${endpoint.address} answered with ${reason}`);
}

export function replyOf(request: ChatRequest, completion: Completion, latencyMs: number): ChatReply {
  const { text, finish, toolCalls, usage } = completion;
  return {
    text,
    finish,
    ...(toolCalls === undefined ? {} : { toolCalls }),
    usage: usage ?? {
      inputTokens: countMessages(request.messages),
      outputTokens: countTokens(text),
      counted: 'tokenizer',
    },
    latencyMs: Math.round(latencyMs * 1000) / 1000,
    cached: false,
  };
}
