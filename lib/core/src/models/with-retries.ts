import { AgoraError, hasCode, Random } from 'agora-voting';
import { callable, check, number, settings as shape, whole } from 'agora-voting/internal';
import { aModel, wrap, type CallIdentity, type ChatModel } from './chat-model';
import { endsWaiting, onAnyAbort, throwIfAnyAborted } from './on-abort';

export interface RetrySettings {
  /** How often to ask when no answer comes. Default 6. */
  readonly attempts?: number;
  /** How often to ask when what comes is no answer. Default 3: it was probably paid for. */
  readonly malformedAttempts?: number;
  /** How often to ask when no whole answer comes in time. Default 2: each costs the whole time limit. */
  readonly timeoutAttempts?: number;
  /** The first wait is up to this long, and each next one up to twice as long. Default 500. */
  readonly baseMs?: number;
  /** No single wait is longer; an endpoint that asks for more is given up. Default 60,000. */
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
 * Asks again after a passing trouble. The waits grow exponentially with full jitter (drawn evenly from 0 to the
 * bound), so that many callers do not come back at once; where the endpoint says how long to wait, that long and
 * then up to `baseMs` more.
 *
 * Throws the signal's reason when a signal stops it. A trouble that does not pass becomes AgoraError 'model-unavailable',
 * or AgoraError 'request-failed' when an answer came that made no sense, or when this call ran out of time while others
 * were answered.
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
  /** Calls that were answered so far. */
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

/** @param isOne - whether this call alone failed, and not the endpoint */
function giveUp(error: AgoraError, isOne: boolean, how: string): AgoraError {
  return new AgoraError(isOne ? 'request-failed' : 'model-unavailable', `${error.message} (${how})`);
}

function jitterOf(call: CallIdentity): Random {
  const { run, seed, collaboration, round, phase, agent, repeat, attempt } = call;
  return Random.from(seed, 'retry', run, collaboration, round, phase, agent, repeat, attempt);
}

/** Waits, unless a signal stops it. @throws the signal's reason */
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
