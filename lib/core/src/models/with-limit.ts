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
 * Lets at most so many calls through at once; the others wait in line.
 * A call that waits leaves the line at once when `signal` or `stop` says so, with that signal's reason.
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
      // From here on the call is in flight, which `stop` leaves alone.
      forgetStop();
      if (isWaiting) await handOn(model.chat(request, options), resolve, reject);
      forgetSignal();
    });
  });
}

/** Whoever is told of a failure may want to stop those that wait: their turn comes a moment later. */
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
