import { AgoraError, hasCode, Random } from 'agora-voting';
import { callable, check, number, settings as shape, whole } from 'agora-voting/internal';
import { aModel, wrap, type CallIdentity, type ChatModel } from './chat-model';
import { endsWaiting, onAnyAbort, throwIfAnyAborted } from './on-abort';

export interface RetrySettings {
  /** The most attempts when no answer comes. Default 6. */
  readonly attempts?: number;
  /** The most attempts when answers are malformed. Default 3, because such answers were probably paid for. */
  readonly malformedAttempts?: number;
  /**
   * The most attempts when no whole answer comes in time. Default 2, because each attempt takes the whole time limit.
   */
  readonly timeoutAttempts?: number;
  /** The upper bound of the first wait, in milliseconds; it doubles with each attempt. Default 500. */
  readonly baseMs?: number;
  /** The longest wait, in milliseconds. If an endpoint asks for more, the call fails. Default 60,000. */
  readonly maxWaitMs?: number;
  /** How to wait; tests pass their own. */
  readonly sleep?: (milliseconds: number, signals: readonly AbortSignal[]) => Promise<void>;
}

const known = shape({
  attempts: whole(1).optional(),
  malformedAttempts: whole(1).optional(),
  timeoutAttempts: whole(1).optional(),
  baseMs: number(0, 1e9).optional(),
  maxWaitMs: number(0, 1e9).optional(),
  sleep: callable.optional(),
});

/**
 * Asks again after a temporary problem. Waits grow exponentially with full jitter (uniform from 0 to the bound), so
 * that many callers do not return at the same time. If the endpoint says how long to wait, the wait is that time plus
 * up to `baseMs`.
 *
 * When the endpoint is asked too often (status 429) and a limiter is in charge (`withLimiter`), it says when to ask
 * again, and this is not counted.
 *
 * Throws the signal's reason when a signal aborts. If the problem persists, it throws AgoraError 'model-unavailable';
 * or 'request-failed' if an answer was malformed, or if this call timed out while other calls were answered.
 * @example
 * const model = models.withRetries(models.simulated(), { attempts: 3 });
 */
export function withRetries(model: ChatModel, settings: RetrySettings = {}): ChatModel {
  check('withRetries', aModel, model);
  check('withRetries', known, settings);
  const {
    attempts = 6,
    malformedAttempts = 3,
    timeoutAttempts = 2,
    baseMs = 500,
    maxWaitMs = 60_000,
    sleep = sleepUnless,
  } = settings;
  /** The number of calls that were answered so far. */
  let answered = 0;
  return wrap(model, async (inner, request, options) => {
    const signals = endsWaiting(options);
    const answeredBefore = answered;
    let jitter: Random | undefined;
    let malformed = 0;
    let late = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        const reply = await inner.chat(request, options);
        answered++;
        return reply;
      } catch (error) {
        if (!hasCode(error, 'no-answer') && !hasCode(error, 'malformed-answer')) throw error;
        if (error.details['throttled'] === 1 && options?.throttled !== undefined) {
          options.watch?.({ kind: 'retry', text: error.message });
          if (await options.throttled(error.details['retryAfterMs'] as number | undefined)) {
            attempt--;
            continue;
          }
        }
        const isLate = error.details['timedOut'] === 1;
        if (isLate) late++;
        if (error.code === 'malformed-answer') malformed++;
        const isLast = attempt >= attempts || malformed >= malformedAttempts || late >= timeoutAttempts;
        const asked = error.details['retryAfterMs'] as number | undefined;
        const isTooLong = asked !== undefined && asked > maxWaitMs;
        const kind = isLate ? 'time-out' : 'retry';
        if (isLate || !(isLast || isTooLong)) options?.watch?.({ kind, text: error.message });
        if (isLast) {
          const isOne = error.code === 'malformed-answer' || (isLate && answered > answeredBefore);
          const how = `gave up after ${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}`;
          throw giveUp(error, isOne, how);
        }
        if (isTooLong) {
          const how = `it asks to wait ${asked / 1000} s, and the longest wait is ${maxWaitMs / 1000} s`;
          throw giveUp(error, error.code === 'malformed-answer', how);
        }
        jitter ??= jitterOf(request.call);
        const bound = Math.min(maxWaitMs, baseMs * 2 ** (attempt - 1));
        const wait = asked === undefined ? jitter.uniform() * bound : asked + jitter.uniform() * baseMs;
        throwIfAnyAborted(signals);
        await sleep(wait, signals);
      }
    }
  });
}

/** @param isOne - whether only this call failed, rather than the endpoint */
function giveUp(error: AgoraError, isOne: boolean, how: string): AgoraError {
  return new AgoraError(isOne ? 'request-failed' : 'model-unavailable', `${error.message} (${how})`);
}

function jitterOf(call: CallIdentity): Random {
  const { run, seed, collaboration, round, phase, agent, repeat, attempt } = call;
  return Random.from(seed, 'retry', run, collaboration, round, phase, agent, repeat, attempt);
}

/** Waits, unless a signal aborts. @throws the signal's reason */
function sleepUnless(milliseconds: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, milliseconds);
    const forget = onAnyAbort(signals, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}
