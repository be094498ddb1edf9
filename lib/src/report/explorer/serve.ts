import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageOf } from './page';
import { found, mostFound, type Found } from './search';
import type { Source } from './sources';

/** A server of the explorer. */
export interface Served {
  /** Where to open it; whoever does not know the address gets nothing. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the explorer to this machine alone, on a free port: the page at once, each collaboration when it is opened. The
 * address holds a secret; requests under another host's name, or from another site's page, are refused.
 */
export async function serveExplorer(sources: readonly Source[], port = 0): Promise<Served> {
  const secret = randomBytes(16).toString('base64url');
  const title = sources.map(({ run }) => run.name).join(' and ');
  const page = pageOf({ title, runs: sources.map(({ run }) => run), view: '' });
  const server = createServer((request, response) => {
    const { port: own } = server.address() as AddressInfo;
    const send = (status: number, type: string, body: string) => reply(response, status, type, body);
    if (!isOurs(request, own)) return send(403, 'text/plain', 'Not from here.');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const asked = pathname.startsWith(`/${secret}/`) ? pathname.slice(secret.length + 2) : undefined;
    try {
      if (asked === '') return send(200, 'text/html', page);
      if (asked === 'search') {
        return send(
          200,
          'application/json',
          JSON.stringify(search(sources, searchParams.get('words') ?? '')),
        );
      }
      const detail =
        asked === 'detail'
          ? sources[Number(searchParams.get('run'))]?.detail(Number(searchParams.get('index')))
          : null;
      if (!detail) return send(404, 'text/plain', 'There is nothing here.');
      send(200, 'application/json', JSON.stringify(detail));
    } catch (error) {
      send(500, 'text/plain', (error as Error).message);
    }
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

/** Whether a request was meant for us: for our name (a foreign one may lead here too), and from no other site's page. */
function isOurs({ method, headers }: IncomingMessage, port: number): boolean {
  const here = [`127.0.0.1:${port}`, `localhost:${port}`].includes(headers.host ?? '');
  const site = headers['sec-fetch-site'] ?? 'none';
  return method === 'GET' && here && (site === 'none' || site === 'same-origin');
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  response.end(body);
}

function search(sources: readonly Source[], words: string): Found[] {
  const all: Found[] = [];
  for (const [place, source] of sources.entries())
    for (const { index } of source.run.collaborations) {
      const detail = source.detail(index);
      if (detail !== null) all.push(...found(detail, place, words));
      if (all.length >= mostFound) return all.slice(0, mostFound);
    }
  return all;
}
