import { AgoraError, hasCode } from 'agora-voting';
import { check, number, settings as shape, whole } from 'agora-voting/internal';
import { callSeed } from '../call-seed';
import { chatCompletionBody } from '../chat-completion';
import {
  withBatches,
  wrap,
  type BatchedRun,
  type BatchPlace,
  type ChatModel,
  type ChatOptions,
  type ChatReply,
  type ChatRequest,
} from '../chat-model';
import { countMessages } from '../count-tokens';
import { EndpointHabits } from '../endpoint-habits';
import { endsWaiting, throwIfAnyAborted } from '../on-abort';
import {
  completionIn,
  connect,
  openai,
  openaiChecks,
  replyOf,
  type OpenaiSettings,
  type Variables,
} from '../openai';
import { readEndpoint, type Endpoint } from '../openai-endpoint';
import { modelError } from '../openai-error';
import { inBatches, knownPrices } from '../prices';
import { questionKey } from '../request-digest';
import { BatchEndpoint, largestFile } from './batch-endpoint';
import { callName, type BatchResult } from './batch-lines';
import { BatchRun, type BatchAnswer, type BatchLimits } from './batch-run';

export interface BatchedSettings extends Omit<OpenaiSettings, 'retries'> {
  /** The most requests in one batch. Default 50,000, which is OpenAI's limit. */
  readonly mostRequests?: number;
  /** The largest file of one batch, in bytes. Default 200,000,000, which is OpenAI's limit. */
  readonly mostFileBytes?: number;
  /** The longest time between two looks at a batch, in seconds. Default 60. */
  readonly pollSeconds?: number;
  /**
   * How long the endpoint may be away (no connection, status 429 or 5xx) before the run ends, in seconds. Batches go
   * on meanwhile, and a resumed run fetches their answers. Default 3,600.
   */
  readonly awaySeconds?: number;
  /** How long to wait for further calls once all collaborations wait for answers, in seconds. Default 1. */
  readonly quietSeconds?: number;
}

const seconds = number(0.001, 1e6).optional();
const known = shape({
  ...openaiChecks,
  mostRequests: whole(1, 50_000).optional(),
  mostFileBytes: whole(1000, largestFile).optional(),
  pollSeconds: seconds,
  awaySeconds: seconds,
  quietSeconds: seconds,
});

/** While a collaboration does something else than wait, others wait for it for this long. */
const busyMs = 60_000;
/** The most batches that a call is put into while the endpoint cannot answer it, or answers malformed. */
const mostAttempts = 6;
const mostMalformed = 3;

/**
 * A model behind OpenAI's Batch API, at half the price: calls are gathered until all collaborations wait for answers,
 * and are then submitted together. An answer takes up to 24 hours, and a collaboration waits once for each of its
 * questions that needs an earlier answer. So batches suit elections, first rounds and samples of one question, and the
 * experiment should have all collaborations open at once (its default with this model).
 *
 * Answers are read, and settings recorded, as with `openai`: the run is the same run. Its folder lists the batches in
 * batches.jsonl; a run that was stopped or killed waits for them and submits nothing twice. Only an experiment can ask
 * this model.
 * @throws AgoraError 'setting' when the key is missing, or a setting is invalid
 * @example
 * const model = models.batched({ model: 'gpt-4o-mini', apiKey: 'sk-example' });
 * model.pricesOf(); // => { inputPerMillion: 0.075, outputPerMillion: 0.3 }
 */
export function batched(settings: BatchedSettings, env: Variables = process.env): ChatModel {
  check('batched', known, settings);
  const {
    mostRequests = 50_000,
    mostFileBytes = 200_000_000,
    pollSeconds = 60,
    awaySeconds = 3600,
    quietSeconds = 1,
    ...ofModel
  } = settings;
  const limits: BatchLimits = {
    mostRequests,
    mostFileBytes,
    pollMs: pollSeconds * 1000,
    awayMs: awaySeconds * 1000,
    quietMs: quietSeconds * 1000,
    busyMs,
  };
  const ordinary = openai(ofModel, env);
  const endpoint = readEndpoint(ofModel, env);
  const prices = settings.prices ?? knownPrices(settings.model);
  const half = prices === undefined ? undefined : inBatches(prices);
  const model: ChatModel = {
    ...ordinary,
    pricesOf: () => half,
    chat: () =>
      Promise.reject(
        new AgoraError(
          'setting',
          'A batched model answers in an experiment only: elsewhere use models.openai',
        ),
      ),
  };
  return withBatches(model, (place) => open(model, ofModel, endpoint, limits, place));
}

function open(
  model: ChatModel,
  settings: OpenaiSettings,
  endpoint: Endpoint,
  limits: BatchLimits,
  { folder, tell = () => undefined }: BatchPlace,
): BatchedRun {
  const { timeout = 600, maxBytes = 8_000_000, sampling = {}, structured = 'auto' } = settings;
  const client = connect(endpoint, timeout, largestFile);
  const service = new BatchEndpoint(client, endpoint, settings.model, timeout);
  const about = { address: endpoint.address, model: settings.model };
  const run = new BatchRun(service, about, limits, folder, tell, endpoint.redact);
  const habits = new EndpointHabits(structured);

  const chat = async (request: ChatRequest, options?: ChatOptions): Promise<ChatReply> => {
    const key = questionKey(model, request);
    const drawn = { seed: callSeed(request.call), ...sampling, ...request.sampling };
    for (;;) {
      throwIfAnyAborted(endsWaiting(options));
      const asked = habits.asking(request);
      const { seed, ...seedless } = drawn;
      const sent = asked.seed ? { ...seedless, seed } : seedless;
      const body = chatCompletionBody(settings.model, request, sent, asked.shape, endpoint.official);
      const call = {
        name: callName(key, asked),
        body,
        tokens: () => countMessages(request.messages),
      };
      const answer = await run.ask(call, options);
      try {
        const completion = completionIn(bodyIn(answer.result, maxBytes, endpoint), endpoint);
        const reply = replyOf(request, completion, answer.latencyMs);
        for (const { kind, text } of habits.noticed(request, drawn, asked, reply, completion.isStream))
          options?.watch?.({ kind, text: `${endpoint.address} ${text}` });
        return reply;
      } catch (thrown) {
        const { again, incident } = habits.refuses(thrown, request, asked);
        if (incident !== undefined)
          options?.watch?.({ kind: incident.kind, text: `${endpoint.address} ${incident.text}` });
        // The refusal stays where it is: a resumed run finds it again, and does not ask for this shape once more.
        if (again) continue;
        const error =
          thrown instanceof AgoraError
            ? thrown
            : modelError(thrown, endpoint, settings.model, {
                timeout,
                promptTokens: () => countMessages(request.messages),
              });
        const last = lastWord(error, answer);
        answer.release(last !== null);
        if (last !== null) throw last;
        options?.watch?.({ kind: 'retry', text: error.message });
      }
    }
  };

  return {
    model: wrap({ ...model }, async (_, request, options) => {
      if (request.scoring !== undefined)
        throw new AgoraError('setting', 'A batched model gives no probabilities: ask for ballots in writing');
      throwIfAnyAborted(endsWaiting(options));
      const leave = run.enter(request.call.collaboration);
      try {
        return await chat(request, options);
      } finally {
        leave();
      }
    }),
    join: () => run.join(),
    close: () => run.close(),
  };
}

/** @throws the error in a batch's result */
function bodyIn(result: BatchResult, maxBytes: number, endpoint: Endpoint): string {
  if (result.kind === 'missing') throw new AgoraError(result.code, endpoint.redact(result.reason));
  if (result.kind === 'error')
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- read by modelError, like the package's errors
    throw result.error;
  if (Buffer.byteLength(result.body) > maxBytes)
    throw new AgoraError(
      'request-failed',
      `${endpoint.address} sent an answer of more than ${maxBytes} bytes; the setting is maxBytes`,
    );
  return result.body;
}

/** The error that ends a call; null if the call is submitted again. */
function lastWord(error: AgoraError, { attempts, othersAnswered }: BatchAnswer): AgoraError | null {
  const isMalformed = hasCode(error, 'malformed-answer');
  if (!isMalformed && !hasCode(error, 'no-answer')) return error;
  if (attempts < (isMalformed ? mostMalformed : mostAttempts)) return null;
  const code = isMalformed || othersAnswered ? 'request-failed' : 'model-unavailable';
  return new AgoraError(code, `${error.message} (gave up after ${attempts} batches)`);
}
