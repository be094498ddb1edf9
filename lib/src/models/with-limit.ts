import pLimit from 'p-limit';
import { check, settings, whole } from '../check';
import { aModel, wrap, type ChatModel, type ChatReply } from './chat-model';
import { onAbort } from './on-abort';

/**
 * Lets at most so many calls through at once; the others wait in line.
 * A call that is stopped by its signal leaves the line at once, with the signal's reason.
 * @throws AgoraError 'setting' when the limit is not a whole number of at least 1
 * @example
 * const model = models.withLimit(models.simulated(), 8);
 */
export function withLimit(model: ChatModel, concurrency: number): ChatModel {
  check('withLimit', aModel, model);
  check('withLimit', settings({ concurrency: whole(1) }), { concurrency });
  const limit = pLimit(concurrency);
  return wrap(model, (request, options) => {
    const signal = options?.signal;
    if (signal === undefined) return limit(() => model.chat(request, options));
    return new Promise<ChatReply>((resolve, reject) => {
      const stop = () => reject(signal.reason as Error);
      if (signal.aborted) return stop();
      const forget = onAbort(signal, stop);
      void limit(async () => {
        if (signal.aborted) return;
        await model.chat(request, options).then(resolve, reject);
        forget();
      });
    });
  });
}
