import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** A server's answer with any status. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The time limit for connecting, in milliseconds. */
const connectLimit = 20_000;
/** The maximum size of a body, in bytes. A body of half a gigabyte would crash the process. */
const maxBytes = 8_000_000;

/** The fetch options that the `openai` package uses. */
interface Sending {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** A fetch function for the `openai` package that also returns the server's original answer. */
export type HttpFetch = (url: string, sending?: Sending) => Promise<{ readonly answer: HttpAnswer }>;

/**
 * Creates a fetch function for the `openai` package.
 *
 * The function returns only after the whole body has arrived, so that the package's time limit covers the body. `limit`
 * is the time limit for connecting, in milliseconds. The function sets no other time limit, whereas the built-in fetch
 * gives up on a slow model after five minutes. The function reports every status as a success, because the package
 * discards the text of an error that is not in OpenAI's format.
 */
export function httpFetch(limit = connectLimit): HttpFetch {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true });
  const noHeaders = new Headers();
  return (url, { method = 'GET', headers = noHeaders, body = '', signal } = {}) =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const bytes = Buffer.from(body);
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method,
        agent: isSecure ? secure : plain,
        headers: { ...Object.fromEntries(headers), 'content-length': String(bytes.length) },
      });
      const abort = (): void => void request.destroy(new DOMException('The call was aborted.', 'AbortError'));
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
      const isLate = (): void => {
        const error = new Error(`no connection within ${limit / 1000} s`);
        request.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
      };
      const connecting = setTimeout(isLate, limit);
      request.on('socket', (socket) => {
        const done = (): void => clearTimeout(connecting);
        if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', done);
        else done();
      });
      const fail = (error: Error): void => {
        clearTimeout(connecting);
        signal?.removeEventListener('abort', abort);
        reject(error);
      };
      request.on('error', fail);
      request.on('response', (message) => {
        readBody(message, (error, text = '') => {
          if (error !== undefined) return fail(error);
          signal?.removeEventListener('abort', abort);
          const answer = { status: message.statusCode ?? 0, headers: message.headers, body: text };
          resolve({ ok: true, status: 200, url, headers: noHeaders, answer } as { answer: HttpAnswer });
        });
      });
      request.end(bytes);
    });
}

function readBody(message: IncomingMessage, done: (error: Error | undefined, text?: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  message.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) message.destroy(new Error(`The answer has more than ${maxBytes} bytes.`));
    else chunks.push(chunk);
  });
  message.on('error', done);
  message.on('end', () => {
    try {
      done(undefined, decoded(Buffer.concat(chunks), message.headers['content-encoding']));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Decompresses a body. Some servers compress bodies without being asked to, and some declare the wrong encoding. */
function decoded(bytes: Buffer, encoding = 'identity'): string {
  const limit = { maxOutputLength: maxBytes };
  let plain = bytes;
  for (const coding of encoding.toLowerCase().split(',').reverse()) {
    if (coding.trim() === 'br') plain = brotliDecompressSync(plain, limit);
    if (coding.trim() === 'deflate') plain = inflated(plain);
    if (coding.trim() === 'zstd')
      throw new Error('The answer is compressed with zstd, which is not supported.');
    if (plain[0] === 0x1f && plain[1] === 0x8b) plain = gunzipSync(plain, limit);
  }
  return plain.toString('utf8');
}

/** Decompresses deflate data, with or without the zlib frame. */
function inflated(bytes: Buffer): Buffer {
  const isFramed = ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
  return (isFramed ? inflateSync : inflateRawSync)(bytes, { maxOutputLength: maxBytes });
}
