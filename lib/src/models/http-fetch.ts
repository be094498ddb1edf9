import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/**
 * A `fetch` for the `openai` package that keeps connections open and reads each answer as one text. Node's own passes
 * every answer through web streams, which takes over half as much processor time again; at 64 calls in flight to a
 * fast server, that limits the throughput.
 *
 * It does what this library's calls need, and no more: a text as body, no redirects, no compression.
 */
export function httpFetch(): typeof fetch {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true });
  const send = (input: string | URL, init: RequestInit = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(input);
      const body = typeof init.body === 'string' ? init.body : '';
      const headers: Record<string, string> = { 'content-length': String(Buffer.byteLength(body)) };
      new Headers(init.headers).forEach((value, name) => (headers[name] = value));
      const options = { method: init.method ?? 'GET', headers, signal: init.signal ?? undefined };
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...options, agent: secure })
          : httpRequest(url, { ...options, agent: plain });
      request.on('error', reject);
      request.once('response', (response) => resolve(asResponse(url, response)));
      request.end(body);
    });
  return send as unknown as typeof fetch;
}

/** The part of a Response that the `openai` package and this library look at. */
function asResponse(url: URL, message: IncomingMessage): Partial<Response> {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  const text = readText(message);
  // Whoever wants the text hears of the failure; nobody may want it.
  text.catch(() => undefined);
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: message.statusMessage ?? '',
    headers,
    url: url.href,
    body: null,
    text: () => text,
  };
}

function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    message.on('error', reject);
  });
}
