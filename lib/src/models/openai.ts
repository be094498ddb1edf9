import { AgoraError } from '../agora-error';
import type { JsonObject } from '../json';
import type { ChatModel, ChatReply, ChatRequest, Sampling } from './chat-model';
import { countMessages, countTokens } from './count-tokens';
import { TransientModelError } from './model-error';
import { openaiClient } from './openai-client';
import { withThread } from './openai-thread';
import { type Endpoint, readEndpoint, type Variables } from './openai-endpoint';
import { modelError, refusesShape } from './openai-error';
import { type AnswerShape, chatCompletionBody, simplerShape } from './openai-request';
import { readCompletion } from './openai-response';
import { knownPrices, type PricedModel, type Prices } from './prices';
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
  /** The longest to wait for one answer. Default 120,000. */
  readonly timeoutMs?: number;
  /** US dollars per million tokens, for money budgets; known for some hosted models. */
  readonly prices?: Prices;
  /** How to ask again after a passing trouble; false leaves that to the caller (TransientModelError). */
  readonly retries?: RetrySettings | false;
}

/**
 * A model behind any endpoint that speaks the chat-completions protocol, through the `openai` package. The package is
 * loaded at the first call, and its own retries are off in favour of `withRetries`.
 * @throws AgoraError 'setting' when the key is missing, or a setting makes no sense
 */
export function openai(settings: OpenaiSettings, env: Variables = process.env): ChatModel {
  if (settings.model.trim() === '')
    throw new AgoraError('setting', 'openai needs the name of a model, got ""');
  const { sampling = { temperature: 0 }, structured = 'auto', timeoutMs = 120_000 } = settings;
  if (!(timeoutMs > 0)) throw new AgoraError('setting', `timeoutMs must be above 0, got ${timeoutMs}`);
  const endpoint = readEndpoint(settings, env);
  const post = withThread(openaiClient(endpoint, timeoutMs), endpoint, timeoutMs);
  // What the endpoint is known to take; becomes simpler as it refuses.
  let known: AnswerShape = structured === 'auto' ? 'schema' : structured;

  const raw: PricedModel = {
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
      for (let shape = request.answer === undefined ? 'text' : known; ;) {
        const body = chatCompletionBody(settings.model, request, drawn, shape, endpoint.official);
        const started = performance.now();
        try {
          const answer = await post(body, `agora-${shape}-${key}`, signal);
          return readReply(request, answer, performance.now() - started, endpoint);
        } catch (error) {
          if (error instanceof TransientModelError || signal?.aborted) throw error;
          const simpler = simplerShape[shape];
          if (structured !== 'auto' || simpler === undefined || !refusesShape(error)) {
            throw modelError(error, endpoint, settings.model, Date.now());
          }
          // Calls in flight may have found out more meanwhile.
          shape = known === shape ? (known = simpler) : known;
        }
      }
    },
  };
  return settings.retries === false ? raw : withRetries(raw, settings.retries);
}

function readReply(request: ChatRequest, body: string, latencyMs: number, endpoint: Endpoint): ChatReply {
  const completion = readCompletion(body);
  if (!completion.ok) {
    const reason = endpoint.redact(completion.reason);
    throw new TransientModelError(`${endpoint.address} answered with ${reason}`, 'malformed');
  }
  const { text, finish, usage } = completion.value;
  return {
    text,
    finish,
    usage: usage ?? {
      inputTokens: countMessages(request.messages),
      outputTokens: countTokens(text),
      counted: 'tokenizer',
    },
    latencyMs: Math.round(latencyMs * 1000) / 1000,
    cached: false,
  };
}
