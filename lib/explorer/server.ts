import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from '../error';
import { contrast } from '../measure/contrast';
import { transcript } from '../report/transcript';
import { cohensKappa, disagreements, fleissKappa } from './agreement';
import { readCodes, readersCodes, writeCodes } from './codes';
import { find } from './find';
import { flowOf } from './flow';
import { columnTitles } from './rows';
import { promptsOf, talkOf } from './talk';
import type { Talks } from './talk-file';

export interface ServerOptions {
  /** The key that every request must contain. It is part of the address that the command prints. */
  readonly key: string;
  /** The folder for readers' codes. */
  readonly codes: string;
  /** The folder that contains the built page: page.js and page.css. */
  readonly assets: string;
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Creates the server for one set, but does not start listening. The server accepts only requests that come from this
 * machine, are addressed to 127.0.0.1 or localhost, and contain the right key. The server writes only the codes that
 * readers assign.
 */
export function explorerServer(talks: Talks, options: ServerOptions): Server {
  const api = apiOf(talks, options);
  return createServer({ maxHeaderSize: mostAddressBytes }, (request, response) => {
    void answer(request, response, talks, options, api).catch((error: unknown) => {
      const isOurs = error instanceof AgoraError || error instanceof z.ZodError;
      const text = error instanceof z.ZodError ? z.prettifyError(error) : String((error as Error).message);
      if (response.headersSent) response.destroy();
      else send(response, isOurs ? 400 : 500, 'text/plain', text);
    });
  });
}

type Api = Readonly<Record<string, (query: URLSearchParams) => unknown>>;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  talks: Talks,
  options: ServerOptions,
  api: Api,
): Promise<void> {
  const { host = '', origin, cookie = '' } = request.headers;
  // A request with any other host name may come from another site whose domain name resolves to this machine.
  const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host);
  const isOwnPage = origin === undefined || origin === `http://${host}`;
  if (!isLocal || !isOwnPage)
    return send(
      response,
      403,
      'text/plain',
      'This page is available only on the machine that runs it. Open it there, at 127.0.0.1 or localhost.',
    );
  const url = new URL(request.url ?? '/', `http://${host}`);
  const given = url.searchParams.get('key');
  if (given !== null && isSame(given, options.key) && request.method === 'GET') {
    response.writeHead(303, {
      ...headers,
      'set-cookie': `agora=${options.key}; HttpOnly; SameSite=Strict; Path=/`,
      location: '/',
    });
    return void response.end();
  }
  const known = /(?:^|; )agora=([^;]*)/.exec(cookie)?.[1] ?? '';
  if (!isSame(known, options.key))
    return send(
      response,
      401,
      'text/plain',
      'The key is missing or wrong. Open the address that "agora explore" printed.',
    );

  if (request.method === 'PUT' && url.pathname === '/api/codes') {
    writeCodes(options.codes, readersCodes.parse(await jsonOf(request)));
    return send(response, 200, 'application/json', '{}');
  }
  if (request.method !== 'GET')
    return send(response, 405, 'text/plain', 'This address accepts only GET requests.');
  if (url.pathname === '/') return send(response, 200, 'text/html', page);
  if (url.pathname === '/page.js' || url.pathname === '/page.css') {
    const type = url.pathname.endsWith('js') ? 'text/javascript' : 'text/css';
    return send(response, 200, type, readFileSync(join(options.assets, url.pathname.slice(1)), 'utf8'));
  }
  if (url.pathname === '/api/live') return live(request, response, talks);
  if (url.pathname === '/download') return download(response, talks, url.searchParams);
  const found = Object.hasOwn(api, url.pathname) ? api[url.pathname] : undefined;
  if (found === undefined)
    return send(response, 404, 'text/plain', 'There is no such page. Open the start page.');
  send(response, 200, 'application/json', JSON.stringify(found(url.searchParams)));
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Agora explorer</title>
<link rel="stylesheet" href="/page.css">
<link rel="icon" href="data:,">
<div id="app"></div>
<script src="/page.js"></script>
</html>
`;

/** Compares keys in constant time, so that the response time does not reveal whether a key is partly correct. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` });
  response.end(body);
}

const mostBytes = 20_000_000;
/** An address may list all collaborations that a filter shows. */
const mostAddressBytes = 2_000_000;

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new AgoraError('The request is too large. Send at most 20 MB.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new AgoraError('The request is not JSON.', 'data', { cause: error });
  }
}

const wholeNumber = z.coerce.number().pipe(z.int().nonnegative().max(1e9));
const places = (query: URLSearchParams): number[] | undefined => {
  const of = query.get('of');
  return of === null ? undefined : z.array(wholeNumber).parse(of === '' ? [] : of.split(','));
};

/** Returns the handlers for the page's requests, by path. */
function apiOf(talks: Talks, { codes }: ServerOptions): Api {
  const everything = (): number[] => talks.rows.map(({ place }) => place);
  return {
    '/api/set': () => ({
      ...talks.about,
      environment: talks.about.environment.name,
      protocol: talks.about.protocol.name,
      damages: talks.damages,
      generation: talks.generation,
      columnTitles,
    }),
    '/api/rows': () => talks.rows,
    '/api/talk': (query) => talkOf(talks, wholeNumber.parse(query.get('place'))),
    '/api/prompts': (query) => promptsOf(talks, wholeNumber.parse(query.get('place'))),
    '/api/find': (query) => {
      const agent = query.get('agent') ?? '';
      const type = query.get('type') ?? '';
      const round = query.get('round') ?? '';
      return find(talks, {
        text: query.get('text') ?? '',
        isPattern: query.get('pattern') === '1',
        inPrompts: query.get('prompts') === '1',
        ...(agent !== '' && { agent }),
        ...(type !== '' && { type }),
        ...(round !== '' && { round: wholeNumber.parse(round) }),
      });
    },
    '/api/flow': (query) => flowOf(talks, places(query) ?? everything()),
    '/api/compare': (query) => {
      const by = query.get('by') ?? '';
      const column = query.get('column') ?? '';
      const rows = talks.rows.flatMap((row) => {
        const value = row[column];
        const group = row[by];
        return typeof value === 'number' && group !== undefined
          ? [{ column, value, case: String(row['case']), collaboration: row.place, group }]
          : [];
      });
      const effect = contrast(rows, {
        treatment: { group: query.get('b') ?? '' },
        baseline: { group: query.get('a') ?? '' },
        by: 'case',
      });
      return { ...effect };
    },
    '/api/codes': () => readCodes(codes),
    '/api/agreement': () => {
      const readers = readCodes(codes).map(({ reader, codes: given }) => ({
        reader,
        codes: new Map(Object.entries(given)),
      }));
      const pairs = readers.flatMap((one, at) =>
        readers.slice(at + 1).map((other) => ({
          readers: [one.reader, other.reader],
          ...cohensKappa(one.codes, other.codes),
        })),
      );
      const all = readers.map((one) => one.codes);
      return {
        pairs,
        all: fleissKappa(all),
        disagreements: disagreements(all).map((item) => ({
          item,
          codes: readers.map(({ reader, codes: given }) => ({ reader, code: given.get(item) ?? null })),
        })),
      };
    },
  };
}

/** Sends the set's size and generation once a second, so that a page can follow a run that grows or starts over. */
function live(request: IncomingMessage, response: ServerResponse, talks: Talks): void {
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
  const tell = (): void => {
    talks.update();
    const isRunning = existsSync(join(talks.folder, 'lock'));
    const { rows, damages, generation } = talks;
    const state = { rows: rows.length, damages: damages.length, generation, isRunning };
    response.write(`data: ${JSON.stringify(state)}\n\n`);
  };
  tell();
  const timer = setInterval(tell, 1000);
  request.on('close', () => clearInterval(timer));
}

/** Sends the chosen collaborations: their overview rows as CSV, the full data as JSONL, or transcripts as HTML. */
function download(response: ServerResponse, talks: Talks, query: URLSearchParams): void {
  const chosen = places(query) ?? talks.rows.map(({ place }) => place);
  for (const place of chosen)
    if (talks.rows[place] === undefined) throw new AgoraError(`There is no collaboration ${place}.`);
  const format = z.enum(['csv', 'jsonl', 'html']).parse(query.get('format'));
  response.writeHead(200, {
    ...headers,
    'content-type': `${{ csv: 'text/csv', jsonl: 'application/jsonl', html: 'text/html' }[format]}; charset=utf-8`,
    'content-disposition': `attachment; filename="collaborations.${format}"`,
  });
  if (format === 'jsonl') for (const place of chosen) response.write(`${talks.text(place)}\n`);
  else if (format === 'csv') {
    const columns = [...new Set(chosen.flatMap((place) => Object.keys(talks.rows[place]!)))];
    response.write(`${columns.map(csvCell).join(',')}\r\n`);
    for (const place of chosen)
      response.write(`${columns.map((column) => csvCell(talks.rows[place]![column] ?? '')).join(',')}\r\n`);
  } else {
    response.write(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Collaborations</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}</style>`);
    for (const place of chosen) response.write(transcript(talks.read(place)).html);
  }
  response.end();
}

/** Formats a CSV cell. Text that a spreadsheet would treat as a formula gets a leading apostrophe. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
