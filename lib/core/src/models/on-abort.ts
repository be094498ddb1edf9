import { setMaxListeners } from 'node:events';
import type { ChatOptions } from './chat-model';

/**
 * Calls back when the signal stops things; returns how to be forgotten again.
 * One signal stops a whole run, so any number may listen to it without the warning about a leak.
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => undefined;
  setMaxListeners(0, signal);
  signal.addEventListener('abort', act, { once: true });
  return () => signal.removeEventListener('abort', act);
}

/** The signals that end a call which has not begun. */
export function endsWaiting(options: ChatOptions | undefined): AbortSignal[] {
  return [options?.signal, options?.stop].filter((signal) => signal !== undefined);
}

/** Calls back with the reason of the first of several signals that stops things; returns how to be forgotten again. */
export function onAnyAbort(signals: readonly AbortSignal[], act: (reason: Error) => void): () => void {
  const forget = signals.map((signal) => onAbort(signal, () => act(signal.reason as Error)));
  return () => {
    for (const each of forget) each();
  };
}

/** @throws the reason of the first of several signals that has stopped things */
export function throwIfAnyAborted(signals: readonly AbortSignal[]): void {
  for (const signal of signals) signal.throwIfAborted();
}

/** What a promise gives, unless a signal stops things first: then it rejects at once, with the signal's reason. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason as Error);
    if (signal?.aborted === true) stop();
    const forget = onAbort(signal, stop);
    promise.then(resolve, reject).finally(forget);
  });
}
