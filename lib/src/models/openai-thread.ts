import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JsonObject } from '../json';
import { TransientModelError } from './model-error';
import { onAbort } from './on-abort';
import type { Post } from './openai-client';
import type { Endpoint } from './openai-endpoint';

/** What the thread is started with. The key stays in this process's memory. */
export interface ThreadSettings {
  readonly endpoint: Pick<Endpoint, 'address' | 'key' | 'query' | 'headers'>;
  readonly timeoutMs: number;
}

export type Asked =
  | { readonly id: number; readonly body: JsonObject; readonly idempotencyKey: string }
  | { readonly abort: number };

interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly code?: string | null;
  readonly param?: string | null;
  readonly headers: readonly (readonly [string, string])[];
  readonly cause?: PlainError;
  readonly trouble?: TransientModelError['trouble'];
}

export type Settled =
  { readonly id: number; readonly text: string } | { readonly id: number; readonly error: PlainError };

interface Waiting {
  readonly resolve: (text: string) => void;
  readonly reject: (error: unknown) => void;
}

/** From so many calls in flight, sending them is worth a thread of its own. */
const manyCalls = 24;

/**
 * Sends calls through `direct`, and when many are in flight at once through a second thread, so that preparing
 * prompts and reading answers does not wait for the network code, nor the other way round. The thread is started
 * when it is first needed, and does not keep the process alive.
 */
export function withThread(direct: Post, endpoint: Endpoint, timeoutMs: number): Post {
  const program = join(__dirname, 'openai-thread-program.js');
  // Run from TypeScript source, there is no program to start.
  if (!existsSync(program)) return direct;
  let thread: Post | undefined;
  let inFlight = 0;
  return async (body, idempotencyKey, signal) => {
    inFlight++;
    try {
      const post = inFlight > manyCalls ? (thread ??= threadClient(program, endpoint, timeoutMs)) : direct;
      return await post(body, idempotencyKey, signal);
    } finally {
      inFlight--;
    }
  };
}

/** A client in a thread of its own. If the thread ends, its calls can be made again, in a new one. */
export function threadClient(program: string, endpoint: Endpoint, timeoutMs: number): Post {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;
  const start = (): Worker => {
    const { address, key, query, headers } = endpoint;
    const settings: ThreadSettings = { endpoint: { address, key, query, headers }, timeoutMs };
    const started = new Worker(program, { workerData: settings });
    const ended = (why: string): void => {
      if (worker !== started) return;
      worker = undefined;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost)
        reject(new TransientModelError(`The thread that asks ${address} ended (${why})`, 'unavailable'));
    };
    started.on('message', (settled: Settled) => {
      const call = waiting.get(settled.id);
      waiting.delete(settled.id);
      if (waiting.size === 0) started.unref();
      if ('text' in settled) call?.resolve(settled.text);
      else call?.reject(revive(settled.error));
    });
    started.on('error', (error) => ended(error.message));
    started.on('exit', (code) => ended(`exit code ${code}`));
    return started;
  };
  return (body, idempotencyKey, signal) =>
    new Promise((resolve, reject) => {
      const running = (worker ??= start());
      const id = ++last;
      const forget = onAbort(signal, () => {
        running.postMessage({ abort: id } satisfies Asked);
        waiting.delete(id);
        if (waiting.size === 0) running.unref();
        reject(signal?.reason as Error);
      });
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T) => {
          forget();
          done(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      if (waiting.size === 1) running.ref();
      running.postMessage({ id, body, idempotencyKey } satisfies Asked);
    });
}

/** An error as the `openai` package would have thrown it, as far as anybody here looks at it. */
function revive(error: PlainError): Error {
  if (error.trouble !== undefined) return new TransientModelError(error.message, error.trouble);
  const { name, message, headers, cause, ...rest } = error;
  const found = new Map(headers);
  return Object.assign(new Error(message, cause === undefined ? {} : { cause: revive(cause) }), rest, {
    name,
    headers: { get: (wanted: string) => found.get(wanted) ?? null },
  });
}
