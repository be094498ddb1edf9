import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { AgoraError } from 'agora-voting';

/** The options of fetch that the `openai` package uses: no streams, no redirects, no compression. */
interface Sending {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/**
 * A `fetch` for the `openai` package that returns after the whole body has arrived, so that the package's time limit
 * covers the whole call. (The built-in fetch gives up on headers after five minutes, but reasoning models take
 * longer.) It stops reading at a maximal size, because a text of half a gigabyte would crash the process.
 * @throws AgoraError 'large-answer' when a body has more than `maxBytes`, 'late-answer' when the signal ends the call
 */
export function httpFetch(maxBytes: number): (url: string, sending?: Sending) => Promise<Response> {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true });
  return (url, { method = 'GET', headers, body = '', signal } = {}) =>
    new Promise((resolve, reject) => {
      // Converted to bytes, so that headers and body are sent together.
      const bytes = Buffer.from(body);
      const options = {
        method,
        headers: { ...Object.fromEntries(new Headers(headers)), 'content-length': String(bytes.length) },
        ...(signal === undefined ? {} : { signal }),
      };
      const fail = (error: Error) =>
        reject(signal?.aborted === true ? new AgoraError('late-answer', 'no whole answer in time') : error);
      const request = url.startsWith('https:')
        ? httpsRequest(url, { ...options, agent: secure })
        : httpRequest(url, { ...options, agent: plain });
      request.on('error', fail);
      request.on('response', (message) => {
        readBody(message, maxBytes)
          .then((text) => resolve(asResponse(message, text)))
          .catch(fail);
      });
      request.end(bytes);
    });
}

async function readBody(message: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new AgoraError('large-answer', `an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function asResponse({ statusCode = 0, headers }: IncomingMessage, text: string): Response {
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  // The HTTP standard allows no body with these statuses, and Response enforces it.
  const bare = statusCode === 204 || statusCode === 205 || statusCode === 304;
  return new Response(bare ? null : text, { status: statusCode, headers: fields });
}
