import type OpenAI from 'openai';
import { z } from 'zod';
import { AgoraError } from '../agora-error';
import { check, number, oneOf, settings as shape, text, whole } from '../check';
import type { JsonObject } from '../json';
import {
  samplingSettings,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type Sampling,
} from './chat-model';
import { type AnswerShape, chatCompletionBody, readCompletion, simplerShape } from './chat-completion';
import { countMessages, countTokens } from './count-tokens';
import { httpFetch } from './http-fetch';
import { type Endpoint, readEndpoint, type Variables } from './openai-endpoint';
import { modelError, refusesShape } from './openai-error';
import { scoreByLogprobs } from './openai-scoring';
import { knownPrices, pricesSettings, type Prices } from './prices';
import { questionKey } from './request-digest';
import { type RetrySettings, withRetries } from './with-retries';

export type { Variables } from './openai-endpoint';

export interface OpenaiSettings {
  readonly model: string;
  /** Where the API's root is. Default: OPENAI_BASE_URL, else OpenAI itself. */
  readonly baseURL?: string;
  /** Default: OPENAI_API_KEY. A server of one's own needs none. Never shown or stored. */
  readonly apiKey?: string;
  /** Default: temperature 0, as in the papers. `{}` leaves everything at the endpoint's own defaults. */
  readonly sampling?: Sampling;
  /** How to hold answers to their shape. auto: by schema, and more simply where the endpoint refuses. Default auto. */
  readonly structured?: 'auto' | AnswerShape;
  /** The longest that one call may take, to the last byte of its answer, in seconds. Default 600. */
  readonly timeout?: number;
  /** The longest body to take; what is longer counts as a failed call. Default 8,000,000. */
  readonly maxBytes?: number;
  /** US dollars per million tokens, for budgets of cost; known for some hosted models. */
  readonly prices?: Prices;
  /** How to ask again after a passing trouble; false leaves that to the caller ('no-answer', 'malformed-answer'). */
  readonly retries?: RetrySettings | false;
}

const known = shape({
  model: text().regex(/\S/, { error: 'the name of a model' }),
  baseURL: z.string({ error: 'an address' }).optional(),
  apiKey: z.string({ error: 'a text' }).optional(),
  sampling: samplingSettings.optional(),
  structured: oneOf('auto', 'schema', 'object', 'text').optional(),
  timeout: number(0.001, 1e6).optional(),
  maxBytes: whole(1, 5e8).optional(),
  prices: pricesSettings.optional(),
  retries: z.unknown().optional(),
});

/**
 * A model behind any endpoint that speaks the chat-completions protocol, through the `openai` package. The package is
 * loaded at the first call, and its own retries are off in favour of `withRetries`.
 * @throws AgoraError 'setting' when the key is missing, or a setting makes no sense
 * @example
 * const model = models.openai({ model: 'llama-3', baseURL: 'http://127.0.0.1:8000/v1', timeout: 120 });
 * model.name; // => 'llama-3'
 */
export function openai(settings: OpenaiSettings, env: Variables = process.env): ChatModel {
  check('openai', known, settings);
  const {
    sampling = { temperature: 0 },
    structured = 'auto',
    timeout = 600,
    maxBytes = 8_000_000,
  } = settings;
  const endpoint = readEndpoint(settings, env);
  let client: OpenAI | undefined;
  // What the endpoint is known to take; becomes simpler as it refuses.
  let taken: AnswerShape = structured === 'auto' ? 'schema' : structured;

  const raw: ChatModel = {
    name: settings.model,
    evidence: 'live',
    settings: {
      model: settings.model,
      baseURL: endpoint.address,
      sampling: sampling as JsonObject,
      structured,
    },
    pricesOf: () => settings.prices ?? knownPrices(settings.model),
    async chat(request, options) {
      const signal = options?.signal;
      signal?.throwIfAborted();
      const key = questionKey(raw, request);
      const drawn = { ...sampling, ...request.sampling };
      if (request.scoring !== undefined) {
        client ??= connect(endpoint, timeout, maxBytes);
        return scoreByLogprobs(client, settings.model, request, request.scoring, {
          ...(signal === undefined ? {} : { signal }),
          official: endpoint.official,
          address: endpoint.address,
          asError: (error) => modelError(error, endpoint, settings.model, timeout),
        });
      }
      for (let asked = request.answer === undefined ? 'text' : taken; ;) {
        const body = chatCompletionBody(settings.model, request, drawn, asked, endpoint.official);
        const started = performance.now();
        try {
          client ??= connect(endpoint, timeout, maxBytes);
          const response = await client.chat.completions
            .create(body as unknown as OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming, {
              ...(signal === undefined ? {} : { signal }),
              headers: { 'Idempotency-Key': `agora-${asked}-${key}` },
            })
            .asResponse();
          return readReply(request, await response.text(), performance.now() - started, endpoint);
        } catch (error) {
          if (signal?.aborted) throw signal.reason;
          if (error instanceof AgoraError) throw error;
          const simpler = simplerShape[asked];
          if (structured !== 'auto' || simpler === undefined || !refusesShape(error)) {
            throw modelError(error, endpoint, settings.model, timeout);
          }
          // Calls in flight may have found out more meanwhile.
          asked = taken === asked ? (taken = simpler) : taken;
        }
      }
    },
  };
  return settings.retries === false ? raw : withRetries(raw, settings.retries);
}

function connect({ address, key, query, headers }: Endpoint, timeout: number, maxBytes: number): OpenAI {
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

function readReply(request: ChatRequest, body: string, latencyMs: number, endpoint: Endpoint): ChatReply {
  const completion = readCompletion(body);
  if (!completion.ok) {
    const reason = endpoint.redact(completion.reason);
    throw new AgoraError('malformed-answer', `${endpoint.address} answered with ${reason}`);
  }
  const { usage, ...answer } = completion.value;
  return {
    ...answer,
    usage: usage ?? {
      inputTokens: countMessages(request.messages),
      outputTokens: countTokens(answer.text),
      counted: 'tokenizer',
    },
    latencyMs: Math.round(latencyMs * 1000) / 1000,
    cached: false,
  };
}
