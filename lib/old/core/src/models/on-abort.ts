import { setMaxListeners } from 'node:events';
import type { ChatOptions } from './chat-model';

/**
 * Calls `act` when the signal aborts. Returns a function that cancels this. One signal stops a whole run, so any
 * number of listeners is allowed, without the warning about a leak.
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => undefined;
  setMaxListeners(0, signal);
  signal.addEventListener('abort', act, { once: true });
  return () => signal.removeEventListener('abort', act);
}

/** The signals that end a call which has not started. */
export function endsWaiting(options: ChatOptions | undefined): AbortSignal[] {
  return [options?.signal, options?.stop].filter((signal) => signal !== undefined);
}

/** Calls `act` with the reason of the first of several signals that aborts. Returns a function that cancels this. */
export function onAnyAbort(signals: readonly AbortSignal[], act: (reason: Error) => void): () => void {
  const forget = signals.map((signal) => onAbort(signal, () => act(signal.reason as Error)));
  return () => {
    for (const each of forget) each();
  };
}

/** @throws the reason of the first signal that has aborted */
export function throwIfAnyAborted(signals: readonly AbortSignal[]): void {
  for (const signal of signals) signal.throwIfAborted();
}

/** The promise's result. If the signal aborts first, it rejects at once with the signal's reason. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason as Error);
    if (signal?.aborted === true) stop();
    const forget = onAbort(signal, stop);
    promise.then(resolve, reject).finally(forget);
  });
}
