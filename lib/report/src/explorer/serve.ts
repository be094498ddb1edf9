import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { pageOf } from './page';
import { found, mostFound, type Found } from './search';
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
 */
export async function serveExplorer(sources: readonly Source[], port = 0): Promise<Served> {
  const secret = randomBytes(16).toString('base64url');
  const title = sources.map(({ run }) => run.name).join(' and ');
  const page = pageOf({ title, runs: sources.map(({ run }) => run), view: '' });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, type: string, body: string) => reply(response, status, type, body);
    if (!isOurs(request, (server.address() as AddressInfo).port))
      return send(403, 'text/plain', 'Not from here.');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const asked = pathname.startsWith(`/${secret}/`) ? pathname.slice(secret.length + 2) : undefined;
    if (asked === '') return send(200, 'text/html', page);
    if (asked === 'search') {
      const found = await search(sources, searchParams.get('words') ?? '', () => response.destroyed);
      return send(200, 'application/json', JSON.stringify(found));
    }
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
  const clicked = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return method === 'GET' && here && (site === 'none' || site === 'same-origin' || clicked);
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  });
  response.end(body);
}

/** Lets other requests in between, and stops once nobody waits for what is found. */
async function search(
  sources: readonly Source[],
  words: string,
  isOver: () => boolean,
): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (const [place, source] of sources.entries())
    for (const { index } of source.run.collaborations) {
      const detail = source.detail(index);
      for (const one of detail === null ? [] : found(detail, place, words)) all.push(one);
      if (all.length >= mostFound) return all.slice(0, mostFound);
      await setImmediate();
      if (isOver()) return [];
    }
  return all;
}
