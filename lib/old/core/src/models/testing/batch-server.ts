import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completion, sendError, sendJson } from './respond';

/** What the server makes of one request of a batch. */
export type LineFate =
  | { readonly kind: 'answer'; readonly text: string; readonly refusal?: boolean }
  | { readonly kind: 'error'; readonly status: number; readonly message: string; readonly param?: string }
  /** The line is written as this text, or not at all. */
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'missing' }
  /** Neither a response nor a usable status. */
  | { readonly kind: 'broken' };

export type BatchStatus =
  'validating' | 'in_progress' | 'finalizing' | 'completed' | 'failed' | 'expired' | 'cancelled';

/** A request of a batch as the server got it. */
export interface BatchedRequest {
  readonly custom_id: string;
  readonly method: string;
  readonly url: string;
  readonly body: { readonly model: string; readonly messages: { readonly content: string }[]; seed?: number };
}

export interface ServedBatch {
  readonly id: string;
  readonly requests: readonly BatchedRequest[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly inputFile: string;
  status: BatchStatus;
  outputFile?: string;
  errorFile?: string;
  error?: { readonly code: string; readonly message: string };
}

export interface BatchServerOptions {
  /** What becomes of a request; `nth` counts the batches that it was in, from 1. Default: the answer "ok". */
  readonly fate?: (request: BatchedRequest, nth: number) => LineFate;
  /** How a batch ends. Default completed. */
  readonly ends?: (batch: ServedBatch, number: number) => 'completed' | 'failed' | 'expired' | 'cancelled';
  /** Batches take this many looks before they end; Infinity until `finish` is called. Default 1. */
  readonly looks?: number;
  /** Turns a request away or drops it, by its method, path and number; undefined: it is answered. */
  readonly away?: (request: {
    method: string;
    path: string;
    number: number;
  }) => number | 'drop' | 'lost' | undefined;
  /** The tokens of a prompt that are reported, whatever its length. Default 11. */
  readonly usage?: number;
  readonly idleMs?: number;
}

export interface BatchServer {
  readonly baseURL: string;
  /** In the order in which they were submitted. */
  readonly batches: readonly ServedBatch[];
  /** Whole bodies of uploads. */
  readonly uploads: readonly string[];
  /** Method and path of every request. */
  readonly seen: readonly string[];
  /** Lets batches end. */
  finish(): void;
  /** Forgets a batch. */
  forget(id: string): void;
  close(): Promise<void>;
}

/**
 * A real HTTP server on the loopback interface that speaks OpenAI's Batch API (files, batches) and the ordinary
 * chat-completions protocol. Both give the same answer to the same request. It closes by itself when no more requests
 * come.
 */
export async function startBatchServer(options: BatchServerOptions = {}): Promise<BatchServer> {
  const {
    fate = (): LineFate => ({ kind: 'answer', text: 'ok' }),
    ends = () => 'completed',
    usage = 11,
    idleMs = 60_000,
  } = options;
  let looks = options.looks ?? 1;
  const files = new Map<string, string>();
  const batches: ServedBatch[] = [];
  const forgotten = new Set<string>();
  const looked = new Map<string, number>();
  const times = new Map<string, number>();
  const uploads: string[] = [];
  const seen: string[] = [];

  const keep = (text: string): string => {
    const id = `file-${files.size + 1}`;
    files.set(id, text);
    return id;
  };

  const end = (batch: ServedBatch): void => {
    batch.status = ends(batch, batches.indexOf(batch) + 1);
    if (batch.status === 'failed') return;
    const output: string[] = [];
    const errors: string[] = [];
    for (const request of batch.requests) {
      const nth = (times.get(request.custom_id) ?? 0) + 1;
      times.set(request.custom_id, nth);
      const { custom_id } = request;
      const what = fate(request, nth);
      const line = (more: object): string => JSON.stringify({ id: `req-${custom_id}`, custom_id, ...more });
      if (what.kind === 'answer') {
        const body = JSON.parse(completion(what.text, 'stop', usage)) as {
          choices: { message: Record<string, unknown> }[];
        };
        if (what.refusal === true)
          Object.assign(body.choices[0]!.message, { content: null, refusal: what.text });
        output.push(line({ response: { status_code: 200, request_id: 'r', body }, error: null }));
      } else if (what.kind === 'error') {
        const { status, message, param = null } = what;
        const body = { error: { message, type: 'invalid_request_error', code: null, param } };
        errors.push(line({ response: { status_code: status, request_id: 'r', body }, error: null }));
      } else if (what.kind === 'raw') output.push(what.text);
      else if (what.kind === 'broken')
        errors.push(line({ response: { status_code: 0, request_id: '', body: null }, error: null }));
      else if (batch.status === 'expired' || batch.status === 'cancelled')
        errors.push(
          line({
            response: null,
            error: { code: `batch_${batch.status}`, message: 'It was not executed in time.' },
          }),
        );
    }
    if (output.length > 0) batch.outputFile = keep(`${output.reverse().join('\n')}\n`);
    if (errors.length > 0) batch.errorFile = keep(`${errors.join('\n')}\n`);
  };

  const shown = (batch: ServedBatch): object => ({
    id: batch.id,
    object: 'batch',
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    input_file_id: batch.inputFile,
    status: batch.status,
    created_at: 1_700_000_000,
    completed_at: batch.status === 'completed' ? 1_700_000_005 : null,
    output_file_id: batch.outputFile ?? null,
    error_file_id: batch.errorFile ?? null,
    metadata: batch.metadata,
    errors: batch.error === undefined ? null : { object: 'list', data: [batch.error] },
    request_counts: { total: batch.requests.length, completed: 0, failed: 0 },
  });

  const look = (batch: ServedBatch): void => {
    const count = (looked.get(batch.id) ?? 0) + 1;
    looked.set(batch.id, count);
    if (batch.status === 'validating') batch.status = 'in_progress';
    if (batch.status === 'in_progress' && count > looks) end(batch);
  };

  const answer = (method: string, path: string, body: string, response: ServerResponse): void => {
    const send = (value: object): void => sendJson(response, 200, JSON.stringify(value));
    const found = batches.find(({ id }) => path === `/v1/batches/${id}` && !forgotten.has(id));
    const file = /^\/v1\/files\/([^/]+)\/content$/.exec(path)?.[1];
    if (method === 'POST' && path === '/v1/files') {
      uploads.push(body);
      const [, content = ''] = /name="file"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(body) ?? [];
      if (!/name="purpose"\r\n\r\nbatch\r\n/.test(body)) sendError(response, 400, { message: 'no purpose' });
      else send({ id: keep(content), object: 'file', purpose: 'batch' });
    } else if (method === 'POST' && path === '/v1/batches') {
      const {
        input_file_id: inputFile,
        metadata,
        endpoint,
        completion_window,
      } = JSON.parse(body) as Record<string, string> & { metadata: Record<string, string> };
      if (endpoint !== '/v1/chat/completions' || completion_window !== '24h' || !files.has(inputFile!))
        return sendError(response, 400, { message: 'a malformed batch' });
      const requests = files
        .get(inputFile!)!
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as BatchedRequest);
      const batch: ServedBatch = {
        id: `batch_${batches.length + 1}`,
        requests,
        metadata,
        inputFile: inputFile!,
        status: 'validating',
      };
      batches.push(batch);
      send(shown(batch));
    } else if (method === 'GET' && path === '/v1/batches')
      send({
        object: 'list',
        data: batches
          .filter(({ id }) => !forgotten.has(id))
          .map(shown)
          .reverse(),
        has_more: false,
      });
    else if (method === 'GET' && found !== undefined) {
      look(found);
      send(shown(found));
    } else if (method === 'GET' && file !== undefined && files.has(file)) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(files.get(file));
    } else if (method === 'POST' && path === '/v1/chat/completions') {
      const request = { custom_id: '', method, url: path, body: JSON.parse(body) as BatchedRequest['body'] };
      const what = fate(request, 1);
      if (what.kind === 'answer') sendJson(response, 200, completion(what.text, 'stop', usage));
      else sendError(response, 400, { message: 'not in single calls' });
    } else sendError(response, 404, { message: `Unknown path ${path}` });
  };

  const server = createServer((request, response) => {
    idle.refresh();
    const method = request.method ?? '';
    const path = (request.url ?? '').split('?')[0]!;
    seen.push(`${method} ${path}`);
    const fails = options.away?.({ method, path, number: seen.length });
    void readText(request).then((body) => {
      if (fails === 'drop') return void request.socket.destroy();
      if (typeof fails === 'number') return sendError(response, fails, { message: 'away for a moment' });
      if (fails === 'lost') response.writeHead = () => (request.socket.destroy(), response);
      answer(method, path, body, response);
    });
  });
  const idle = setTimeout(() => void stop(server), idleMs);
  idle.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    batches,
    uploads,
    seen,
    finish: () => void (looks = 0),
    forget: (id) => void forgotten.add(id),
    close() {
      clearTimeout(idle);
      return stop(server);
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
