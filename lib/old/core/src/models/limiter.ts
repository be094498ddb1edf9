import { check } from 'agora-voting/internal';
import { hasCode } from 'agora-voting';
import { aModel, wrap, type ChatModel, type Incident } from './chat-model';
import { countMessages } from './count-tokens';
import { endsWaiting } from './on-abort';

/** A call that wants to be sent. */
export interface Demand {
  /** Calls to one endpoint share its limits. */
  readonly endpoint: string;
  /** Calls of one kind take a similar time: the phase, without numbers. */
  readonly kind: string;
  /** The prompt's tokens, as counted here. */
  readonly tokens: number;
  /** Whether the endpoint turned this call away before. Such a call waits before all others. */
  readonly again: boolean;
}

/** How a call that was sent ended. throttled: the endpoint is asked too often. strained: no answer came in time. */
export type Outcome =
  | { readonly kind: 'answered'; readonly latencyMs: number; readonly tokens: number }
  | { readonly kind: 'throttled'; readonly waitMs: number | undefined }
  | { readonly kind: 'strained' | 'other' };

/** A call that may be sent. */
export interface Turn {
  /** Says how it ended, once. */
  end(outcome: Outcome): void;
}

/** Decides when calls are sent: how many at once, and how many a minute. */
export interface Limiter {
  /**
   * Waits until the call may be sent.
   * @param signals - any of them ends the wait
   * @throws a signal's reason
   */
  take(demand: Demand, signals: readonly AbortSignal[]): Promise<Turn>;
}

/** A call that was told to wait this long in all, in milliseconds, is left to `withRetries`. */
const patienceMs = 15 * 60_000;

/**
 * Asks the model when a limiter says so. If the endpoint answers that it is asked too often (status 429), the call
 * waits for the limiter and is sent again; such answers are not counted as attempts.
 */
export function withLimiter(model: ChatModel, limiter: Limiter): ChatModel {
  check('withLimiter', aModel, model);
  const { baseURL } = model.settings;
  const endpoint = typeof baseURL === 'string' ? baseURL : model.name;
  return wrap(model, async (inner, request, options) => {
    const signals = endsWaiting(options);
    const demand: Demand = {
      endpoint,
      kind: request.call.phase.replaceAll(/\d+/g, '#'),
      tokens: countMessages(request.messages),
      again: false,
    };
    let turn = await limiter.take(demand, signals);
    let waitedMs = 0;
    const throttled = async (waitMs: number | undefined): Promise<boolean> => {
      waitedMs += waitMs ?? 1000;
      if (waitedMs > patienceMs) return false;
      turn.end({ kind: 'throttled', waitMs });
      turn = await limiter.take({ ...demand, again: true }, signals);
      return true;
    };
    let isLate = false;
    const watch = (incident: Incident): void => {
      if (incident.kind === 'time-out') isLate = true;
      options?.watch?.(incident);
    };
    try {
      const reply = await inner.chat(request, { ...options, watch, throttled });
      const { latencyMs, usage, cached } = reply;
      if (isLate) turn.end({ kind: 'strained' });
      else if (cached) turn.end({ kind: 'other' });
      else turn.end({ kind: 'answered', latencyMs, tokens: usage.inputTokens + usage.outputTokens });
      return reply;
    } catch (error) {
      const kind = isLate || hasCode(error, 'no-answer') ? 'strained' : 'other';
      // Passes the turn on a moment later, so that the caller can stop the waiting calls after a failure.
      setImmediate(() => turn.end({ kind }));
      throw error;
    }
  });
}
