import { AgoraError, hasCode } from '../agora-error';
import { callable, check, number, settings as shape, whole } from '../check';
import { Random } from '../random';
import { aModel, wrap, type CallIdentity, type ChatModel } from './chat-model';
import { onAbort } from './on-abort';

export interface RetrySettings {
  /** How often to ask when no answer comes. Default 6. */
  readonly attempts?: number;
  /** How often to ask when what comes is no answer. Default 3: it was probably paid for. */
  readonly malformedAttempts?: number;
  /** The first wait is up to this long, and each next one up to twice as long. Default 500. */
  readonly baseMs?: number;
  /** No single wait is longer; an endpoint that asks for more is given up. Default 60,000. */
  readonly maxWaitMs?: number;
  /** How to wait; tests pass their own. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

const known = shape({
  attempts: whole(1).optional(),
  malformedAttempts: whole(1).optional(),
  baseMs: number(0, 1e9).optional(),
  maxWaitMs: number(0, 1e9).optional(),
  sleep: callable.optional(),
});

/**
 * Asks again after a passing trouble. The waits grow exponentially with full jitter (drawn evenly from 0 to the
 * bound), so that many callers do not come back at once; where the endpoint says how long to wait, that long and
 * then up to `baseMs` more.
 *
 * Throws the signal's reason when the signal stops it. A trouble that does not pass becomes AgoraError 'model-unavailable',
 * or AgoraError 'request-failed' when an answer came that made no sense.
 * @example
 * const model = models.withRetries(models.simulated(), { attempts: 3 });
 */
export function withRetries(model: ChatModel, settings: RetrySettings = {}): ChatModel {
  check('withRetries', aModel, model);
  check('withRetries', known, settings);
  const { attempts = 6, malformedAttempts = 3, baseMs = 500, maxWaitMs = 60_000 } = settings;
  const wait = settings.sleep ?? sleep;
  return wrap(model, async (request, options) => {
    let jitter: Random | undefined;
    let malformed = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        return await model.chat(request, options);
      } catch (error) {
        if (!hasCode(error, 'no-answer') && !hasCode(error, 'malformed-answer')) throw error;
        if (error.code === 'malformed-answer') malformed++;
        if (attempt >= attempts || malformed >= malformedAttempts) {
          throw giveUp(error, `gave up after ${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}`);
        }
        const asked = error.details['retryAfterMs'] as number | undefined;
        if (asked !== undefined && asked > maxWaitMs) {
          throw giveUp(
            error,
            `it asks to wait ${asked / 1000} s, and the longest wait is ${maxWaitMs / 1000} s`,
          );
        }
        jitter ??= jitterOf(request.call);
        const bound = Math.min(maxWaitMs, baseMs * 2 ** (attempt - 1));
        await wait(
          asked === undefined ? jitter.uniform() * bound : asked + jitter.uniform() * baseMs,
          options?.signal,
        );
      }
    }
  });
}

function giveUp(error: AgoraError, how: string): AgoraError {
  const code = error.code === 'malformed-answer' ? 'request-failed' : 'model-unavailable';
  return new AgoraError(code, `${error.message} (${how})`);
}

function jitterOf(call: CallIdentity): Random {
  const { run, seed, collaboration, round, phase, agent, repeat, attempt } = call;
  return Random.from(seed, 'retry', run, collaboration, round, phase, agent, repeat, attempt);
}

/** Waits, unless the signal stops it. @throws the signal's reason */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, milliseconds);
    const forget = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    });
  });
}
