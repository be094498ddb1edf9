import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { annotationSchema, writeAnnotation } from 'agora-core/internal';
import { readAnnotations } from 'agora-core/transcripts';
import { pageOf } from './page';
import { found, mostFound, soughtIn, type Sought } from './search';
import type { Source } from './sources';

/** A server of the explorer. */
export interface Served {
  /** Its address, which contains a secret. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the explorer to this machine only, on a free port: first the page, then each collaboration when it is opened.
 * The address contains a secret. Requests under another host name or from another site's page are refused.
 * @param given - what is shown; or what finds it, which is asked each time the page is loaded: a run may have gone on
 */
export async function serveExplorer(
  given: readonly Source[] | (() => readonly Source[]),
  port = 0,
): Promise<Served> {
  const open = typeof given === 'function' ? given : () => given;
  let sources = open();
  let isNew = true;
  const secret = randomBytes(16).toString('base64url');
  const title = sources.map(({ run }) => run.name).join(' and ');
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, type: string, body: string) => reply(response, status, type, body);
    if (!isOurs(request, (server.address() as AddressInfo).port))
      return send(403, 'text/plain', 'Not from here.');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const asked = pathname.startsWith(`/${secret}/`) ? pathname.slice(secret.length + 2) : undefined;
    if (asked === '') {
      if (!isNew) sources = open();
      isNew = false;
      return send(200, 'text/html', pageOf({ title, runs: sources.map(asNoted), view: '' }));
    }
    if (asked === 'search' && request.method === 'POST') {
      const sought = soughtSchema.safeParse(jsonIn(await bodyOf(request, longestSearch)));
      if (sought.success) return search(sources, sought.data, response);
      return send(400, 'text/plain', 'That is not a search, or it is too long.');
    }
    if (asked === 'annotate' && request.method === 'POST') {
      const fault = annotate(sources[Number(searchParams.get('run'))], await bodyOf(request, longestNote));
      return send(fault === null ? 200 : 400, 'text/plain', fault ?? 'Kept.');
    }
    if (request.method !== 'GET') return send(403, 'text/plain', 'Not from here.');
    const detail =
      asked === 'detail'
        ? sources[Number(searchParams.get('run'))]?.detail(Number(searchParams.get('index')))
        : null;
    if (!detail) return send(404, 'text/plain', 'There is nothing here.');
    send(200, 'application/json', JSON.stringify(detail));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      reply(response, 500, 'text/plain', (error as Error).message),
    );
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own}/${secret}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * Whether a request was meant for us: for our name (a foreign one may lead here too), and from no other site's page. A
 * link that was clicked on another page (in JupyterLab's terminal, say) opens the explorer in a tab of its own, of which
 * that page sees nothing.
 */
function isOurs({ method, headers }: IncomingMessage, port: number): boolean {
  const here = [`127.0.0.1:${port}`, `localhost:${port}`].includes(headers.host ?? '');
  const site = headers['sec-fetch-site'] ?? 'none';
  if (method === 'POST')
    // Only our own page writes: it says from where, and in a type that no form of another page can send.
    return (
      here &&
      headers.origin === `http://${headers.host}` &&
      headers['content-type'] === 'application/json' &&
      (site === 'none' || site === 'same-origin')
    );
  const clicked = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return method === 'GET' && here && (site === 'none' || site === 'same-origin' || clicked);
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, headersOf(type));
  response.end(body);
}

function headersOf(type: string): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** A run with its notes as they are now: they may have been written since it was opened. */
function asNoted({ run, annotations }: Source): Source['run'] {
  return annotations === null ? run : { ...run, annotations: readAnnotations(annotations) };
}

/** The longest note that is taken, in letters of its request. */
const longestNote = 100_000;

/** The longest search that is taken: numbers of a hundred thousand collaborations. */
const longestSearch = 1_000_000;

const soughtSchema = z.object({
  words: z.string(),
  within: z.array(z.array(z.int()).nullable()).nullable(),
}) satisfies z.ZodType<Sought>;

/** What a text says as JSON; undefined where it is none. */
function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** What a request holds; null where it is too long. */
async function bodyOf(request: IncomingMessage, longest: number): Promise<string | null> {
  request.setEncoding('utf8');
  let body: string | null = '';
  // What is too long is read to its end, and not kept: the answer would not arrive otherwise.
  for await (const part of request) {
    if (body === null) continue;
    body += String(part);
    if (body.length > longest) body = null;
  }
  return body;
}

/** Keeps a note beside its run. Returns why not, or null. */
function annotate(source: Source | undefined, body: string | null): string | null {
  if (source === undefined) return 'There is no such run.';
  if (source.annotations === null) return 'These collaborations have no folder for notes.';
  if (body === null) return 'The note is too long.';
  const given = jsonIn(body);
  if (given === undefined) return 'That is not JSON.';
  const { data, error } = annotationSchema.safeParse(given);
  if (data === undefined) return `That is no note: ${error?.issues[0]?.message ?? ''}`;
  if (source.run.collaborations.every(({ index }) => index !== data.collaboration))
    return `There is no collaboration ${data.collaboration}.`;
  writeAnnotation(source.annotations, data);
  return null;
}

/**
 * Sends what is found as it is found, a line of JSON for each collaboration. Lets other requests in between, and stops
 * once nobody waits.
 */
async function search(sources: readonly Source[], sought: Sought, response: ServerResponse): Promise<void> {
  response.writeHead(200, headersOf('application/x-ndjson'));
  let count = 0;
  for (const [place, source] of sources.entries())
    for (const { index } of soughtIn(source.run.collaborations, place, sought)) {
      if (response.destroyed || count >= mostFound) break;
      const detail = source.detail(index);
      const own = detail === null ? [] : found(detail, place, sought.words).slice(0, mostFound - count);
      count += own.length;
      if (own.length > 0) response.write(`${JSON.stringify(own)}\n`);
      await setImmediate();
    }
  response.end();
}
