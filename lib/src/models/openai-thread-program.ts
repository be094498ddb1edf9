import { parentPort, workerData } from 'node:worker_threads';
import { TransientModelError } from './model-error';
import { openaiClient } from './openai-client';
import type { Asked, Settled, ThreadSettings } from './openai-thread';

/*
 * The program of the thread that `openai-thread.ts` starts: it sends what it is told to send, and gives back bodies
 * and errors as plain data.
 */
const { endpoint, timeoutMs } = workerData as ThreadSettings;
const post = openaiClient({ ...endpoint, official: false, redact: (text) => text }, timeoutMs);
const under = new Map<number, AbortController>();

parentPort?.on('message', (asked: Asked) => {
  if ('abort' in asked) return under.get(asked.abort)?.abort();
  void send(asked);
});

async function send({ id, body, idempotencyKey }: Exclude<Asked, { abort: number }>): Promise<void> {
  const control = new AbortController();
  under.set(id, control);
  let settled: Settled;
  try {
    settled = { id, text: await post(body, idempotencyKey, control.signal) };
  } catch (error) {
    settled = { id, error: plainError(error) };
  }
  under.delete(id);
  parentPort?.postMessage(settled);
}

/** What the main thread looks at in an error, without what cannot cross between threads. */
function plainError(thrown: unknown): Extract<Settled, { error: unknown }>['error'] {
  const error = thrown as Error & {
    status?: number;
    code?: string | null;
    param?: string | null;
    headers?: { get(name: string): string | null };
  };
  const headers = ['retry-after', 'retry-after-ms', 'date'].flatMap((name) => {
    const value = error.headers?.get?.(name) ?? null;
    return value === null ? [] : [[name, value] as [string, string]];
  });
  return {
    name: error.name,
    message: error.message,
    headers,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(error.param === undefined ? {} : { param: error.param }),
    ...(error.cause === undefined || error.cause === null ? {} : { cause: plainError(error.cause) }),
    ...(thrown instanceof TransientModelError ? { trouble: thrown.trouble } : {}),
  };
}
