import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behaviour, misbehave } from './misbehave';
import { completion, sendError, sendJson } from './respond';

export type { Behaviour } from './misbehave';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body's JSON, or its text when it is none. */
  readonly body: unknown;
}

export interface ChatServerOptions {
  /** What to do with each request in turn; afterwards, and without a script, every one is answered. */
  readonly script?: readonly Behaviour[];
  /** The answer's text. Default "ok". */
  readonly text?: string;
  /** How long every answer takes, in milliseconds. Default 0. */
  readonly delayMs?: number;
  /** Whether to report usage. Default true. */
  readonly usage?: boolean;
  /** The most that the server takes as response_format; more is refused with status 400. Default schema. */
  readonly supports?: 'schema' | 'object' | 'text';
  /** Whether to keep what was asked. Default true; a benchmark says false. */
  readonly log?: boolean;
  /** Closes by itself after so long without a request, in milliseconds. Default 60,000. */
  readonly idleMs?: number;
}

export interface ChatServer {
  /** The API's root, as openai({ baseURL }) takes it. */
  readonly baseURL: string;
  readonly requests: readonly SeenRequest[];
  /** Adds to the script. */
  next(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

/**
 * A real HTTP server on the loopback interface that speaks the chat-completions protocol and misbehaves on request.
 * It listens on a free port and closes by itself when nobody asks it anything any more.
 */
export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const {
    text = 'ok',
    delayMs = 0,
    usage = true,
    supports = 'schema',
    log = true,
    idleMs = 60_000,
  } = options;
  const script = [...(options.script ?? [])];
  const requests: SeenRequest[] = [];
  const fixed = Buffer.from(completion(text, 'stop', usage));

  const server = createServer((request, response) => {
    idle.refresh();
    const behaviour = script.shift();
    if (!log && behaviour === undefined && supports === 'schema') {
      request.resume().once('end', () => later(delayMs, () => sendJson(response, 200, fixed)));
      return;
    }
    void readBody(request).then((body) => {
      if (log) requests.push({ method: request.method!, path: request.url!, headers: request.headers, body });
      if (request.method !== 'POST' || request.url?.split('?')[0] !== '/v1/chat/completions') {
        return sendError(response, 404, { message: `Unknown path ${request.url}` });
      }
      const format = formatOf(body);
      if (behaviour === undefined && rank[format] > rank[supports]) {
        return sendError(response, 400, {
          message: `Invalid parameter: 'response_format' of type '${typeOf[format]}' is not supported with this model.`,
          param: 'response_format',
        });
      }
      later(behaviour?.delayMs ?? delayMs, () => {
        if (behaviour === undefined || behaviour.kind === 'answer') {
          const { finish = 'stop', ...given } = behaviour ?? { kind: 'answer' };
          sendJson(response, 200, completion(given.text ?? text, finish, given.usage ?? usage));
        } else misbehave(behaviour, response);
      });
    });
  });
  const idle = setTimeout(() => void stop(server), idleMs);
  idle.unref();
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    next: (...behaviours) => void script.push(...behaviours),
    close: () => {
      clearTimeout(idle);
      return stop(server);
    },
  };
}

const rank = { text: 0, object: 1, schema: 2 } as const;
const typeOf = { text: 'text', object: 'json_object', schema: 'json_schema' } as const;

function formatOf(body: unknown): keyof typeof rank {
  const type = (body as { response_format?: { type?: string } } | null)?.response_format?.type;
  return type === 'json_schema' ? 'schema' : type === 'json_object' ? 'object' : 'text';
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function later(milliseconds: number, act: () => void): void {
  if (milliseconds > 0) setTimeout(act, milliseconds);
  else act();
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
