import { setMaxListeners } from 'node:events';

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
