import { onAbort } from './on-abort';

/** Waits, unless the signal stops it. @throws the signal's reason */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
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
