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
  /** The body's JSON, or its text if it is not JSON. */
  readonly body: unknown;
}

export interface ChatServerOptions {
  /** How to treat each request, in order. Later requests are answered. */
  readonly script?: readonly Behaviour[];
  /** The answer's text. Default "ok". */
  readonly text?: string;
  /** How long every answer takes, in milliseconds. Default 0. */
  readonly delayMs?: number;
  /** Whether to report usage; a number is reported as the prompt's tokens, whatever its length. Default true: 11. */
  readonly usage?: boolean | number;
  /**
   * The most specific response_format that the server accepts; others are rejected with status 400. Default schema.
   */
  readonly supports?: 'schema' | 'object' | 'text';
  /**
   * What else it rejects: any seed; or, with status 500, schemas with "broken" in the name, as if no grammar could be
   * made.
   */
  readonly refuses?: readonly ('seed' | 'grammar')[];
  /**
   * The most tokens (here: words) of a prompt; longer ones are rejected in this server's words. Default: no limit.
   */
  readonly context?: { readonly tokens: number; readonly as: 'llama.cpp' | 'vLLM' | 'OpenAI' };
  /** Whether other addresses report the context. Default true. */
  readonly tells?: boolean;
  /** Whether to keep the requests; benchmarks use false. Default true. */
  readonly log?: boolean;
  /** Closes by itself after this many milliseconds without a request. Default 60,000. */
  readonly idleMs?: number;
}

export interface ChatServer {
  /** The API's root, as openai({ baseURL }) takes it. */
  readonly baseURL: string;
  readonly requests: readonly SeenRequest[];
  /** Addresses that were asked for facts (`/v1/models`, `/props`). They are not part of the script. */
  readonly looks: readonly string[];
  /** Adds to the script. */
  next(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

/**
 * A real HTTP server on the loopback interface that speaks the chat-completions protocol and misbehaves on request.
 * It listens on a free port, and closes by itself when no more requests come.
 */
export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const {
    text = 'ok',
    delayMs = 0,
    usage = true,
    supports = 'schema',
    refuses = [],
    context,
    tells = true,
    log = true,
    idleMs = 60_000,
  } = options;
  const script = [...(options.script ?? [])];
  const requests: SeenRequest[] = [];
  const looks: string[] = [];
  const fixed = Buffer.from(completion(text, 'stop', usage));

  const server = createServer((request, response) => {
    idle.refresh();
    if (request.method === 'GET') {
      looks.push(request.url!);
      const facts = context === undefined || !tells ? undefined : factsAt(request.url!, context);
      if (facts === undefined) sendError(response, 404, { message: `Unknown path ${request.url}` });
      else sendJson(response, 200, JSON.stringify(facts));
      return;
    }
    const behaviour = script.shift();
    const takesAll = supports === 'schema' && refuses.length === 0 && context === undefined;
    if (!log && behaviour === undefined && takesAll) {
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
      const refusal = behaviour === undefined ? refusalOf(body, refuses, context) : undefined;
      if (refusal !== undefined) return sendError(response, refusal.status, refusal);
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
    looks,
    next: (...behaviours) => void script.push(...behaviours),
    close: () => {
      clearTimeout(idle);
      return stop(server);
    },
  };
}

type Context = NonNullable<ChatServerOptions['context']>;

/** What a server reports about its context at an address; undefined if there is nothing to report. */
function factsAt(path: string, { tokens, as }: Context): object | undefined {
  if (as === 'llama.cpp' && path === '/props')
    return { default_generation_settings: { n_ctx: tokens }, total_slots: 4, build_info: 'b1' };
  if (as === 'vLLM' && path === '/v1/models') return { data: [{ id: 'tiny', max_model_len: tokens }] };
  return undefined;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly [more: string]: unknown;
}

/** The server's error for a request that it rejects; undefined if it accepts the request. */
function refusalOf(
  body: unknown,
  refuses: readonly ('seed' | 'grammar')[],
  context: Context | undefined,
): Refusal | undefined {
  const {
    seed,
    messages,
    response_format: format,
  } = body as {
    seed?: number;
    messages?: { content: string }[];
    response_format?: { json_schema?: { name?: string } };
  };
  if (refuses.includes('seed') && seed !== undefined)
    return { status: 400, message: "Unsupported parameter: 'seed'", param: 'seed' };
  if (refuses.includes('grammar') && format?.json_schema?.name?.includes('broken') === true)
    return { status: 500, message: 'Failed to initialize samplers: failed to parse grammar' };
  const words = (messages ?? []).flatMap(({ content }) => content.split(/\s+/)).length;
  if (context === undefined || words <= context.tokens) return undefined;
  const { tokens, as } = context;
  if (as === 'llama.cpp')
    return {
      status: 400,
      message: `request (${words} tokens) exceeds the available context size (${tokens} tokens), try increasing it`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: words,
      n_ctx: tokens,
    };
  const limit = `This model's maximum context length is ${tokens} tokens.`;
  return as === 'OpenAI'
    ? {
        status: 400,
        message: `${limit} However, your messages resulted in ${words} tokens.`,
        code: 'context_length_exceeded',
      }
    : {
        status: 400,
        message: `${limit} However, you requested ${words + 64} tokens (${words} in the messages, 64 in the completion).`,
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
