import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { AgoraError } from '../agora-error';

/** What is sent: headers by name, and a text as body. */
export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** The part of a Response that the `openai` package and this library look at. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: AnswerHeaders;
  readonly url: string;
  readonly body: null;
  text(): Promise<string>;
}

/**
 * A `fetch` for the `openai` package that keeps connections open and reads each answer as one text. Node's own passes
 * every answer through web streams, which takes over half as much processor time again; at 64 calls in flight to a
 * fast server, that limits the throughput.
 *
 * It does what this library's calls need, and no more: a text as body, no redirects, no compression.
 * @param timeoutMs - the longest to wait for an answer's end; then AgoraError 'late-answer'. Default: no limit
 */
export function httpFetch(timeoutMs?: number): (url: string, sending?: Sending) => Promise<Answer> {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true });
  // All calls of a client go to one address.
  let last: { readonly input: string; readonly target: ReturnType<typeof urlToHttpOptions> } | undefined;
  return (input, { method = 'GET', headers, body = '', signal } = {}) =>
    new Promise((resolve, reject) => {
      if (last?.input !== input) last = { input, target: urlToHttpOptions(new URL(input)) };
      const { target } = last;
      // As bytes, so that headers and body go out together.
      const bytes = Buffer.from(body);
      const options = {
        ...target,
        method,
        headers: { 'content-length': String(bytes.length), ...headers },
        ...(signal === undefined ? {} : { signal }),
      };
      const request =
        target.protocol === 'https:'
          ? httpsRequest({ ...options, agent: secure })
          : httpRequest({ ...options, agent: plain });
      const limit = timeLimit(timeoutMs, () => request.destroy());
      request.on('error', (error) => reject(limit.late ?? error));
      request.once('close', limit.forget);
      request.once('response', (response) => resolve(asAnswer(input, response, limit)));
      request.end(bytes);
    });
}

interface TimeLimit {
  /** What to say when the time was up. */
  late: AgoraError | undefined;
  forget(this: void): void;
}

function timeLimit(milliseconds: number | undefined, stop: () => void): TimeLimit {
  const limit: TimeLimit = { late: undefined, forget: () => clearTimeout(timer) };
  const timer =
    milliseconds === undefined
      ? undefined
      : setTimeout(() => {
          limit.late = new AgoraError('late-answer', `No whole answer within ${milliseconds} ms`);
          stop();
        }, milliseconds);
  return limit;
}

/** An answer's headers, looked up as they are wanted: mostly none is. */
export class AnswerHeaders {
  readonly #fields: IncomingHttpHeaders;

  constructor(fields: IncomingHttpHeaders) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#fields[name.toLowerCase()];
    return value === undefined ? null : String(value);
  }

  *entries(): Generator<[string, string], void, undefined> {
    for (const [name, value] of Object.entries(this.#fields)) yield [name, String(value)];
  }
}

function asAnswer(url: string, message: IncomingMessage, limit: TimeLimit): Answer {
  const status = message.statusCode ?? 0;
  const text = readText(message, limit);
  // Whoever wants the text hears of the failure; nobody may want it.
  text.catch(() => undefined);
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: message.statusMessage ?? '',
    headers: new AnswerHeaders(message.headers),
    url,
    body: null,
    text: () => text,
  };
}

function readText(message: IncomingMessage, limit: TimeLimit): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    message.on('error', (error) => reject(limit.late ?? error));
  });
}
