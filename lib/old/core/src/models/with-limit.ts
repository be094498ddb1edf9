import pLimit from 'p-limit';
import { check, settings, whole } from 'agora-voting/internal';
import {
  aModel,
  wrap,
  type ChatModel,
  type ChatOptions,
  type ChatReply,
  type ChatRequest,
} from './chat-model';
import { onAbort } from './on-abort';

/**
 * Limits how many calls are in flight at once; other calls wait in a queue. A waiting call leaves the queue at once
 * when `signal` or `stop` aborts, with that signal's reason.
 * @throws AgoraError 'setting' when the limit is not a whole number of at least 1
 * @example
 * const model = models.withLimit(models.simulated(), 8);
 */
export function withLimit(model: ChatModel, concurrency: number): ChatModel {
  check('withLimit', aModel, model);
  check('withLimit', settings({ concurrency: whole(1) }), { concurrency });
  const limit = pLimit(concurrency);
  return wrap(model, (inner, request, options) => {
    if (options?.signal === undefined && options?.stop === undefined)
      return limit(() => inner.chat(request, options));
    return inLine(limit, inner, request, options);
  });
}

function inLine(
  limit: ReturnType<typeof pLimit>,
  model: ChatModel,
  request: ChatRequest,
  options: ChatOptions,
): Promise<ChatReply> {
  const { signal, stop } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    if (stop?.aborted) return reject(stop.reason as Error);
    let isWaiting = true;
    const forgetSignal = onAbort(signal, () => {
      isWaiting = false;
      reject(signal?.reason as Error);
    });
    const forgetStop = onAbort(stop, () => {
      isWaiting = false;
      reject(stop?.reason as Error);
    });
    void limit(async () => {
      // From here on the call is in flight, and `stop` no longer affects it.
      forgetStop();
      if (isWaiting) await handOn(model.chat(request, options), resolve, reject);
      forgetSignal();
    });
  });
}

/** Passes the turn on a moment later, so that the caller can stop the waiting calls after a failure. */
async function handOn(
  reply: Promise<ChatReply>,
  resolve: (reply: ChatReply) => void,
  reject: (error: Error) => void,
): Promise<void> {
  try {
    resolve(await reply);
  } catch (error) {
    reject(error as Error);
    await new Promise((done) => setImmediate(done));
  }
}
