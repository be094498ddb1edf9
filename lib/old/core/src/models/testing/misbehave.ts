import type { ServerResponse } from 'node:http';
import { completion } from './respond';

/** What the test server does with one request. */
export type Behaviour = { readonly delayMs?: number } & (
  | { readonly kind: 'answer'; readonly text?: string; readonly finish?: string; readonly usage?: boolean }
  /** An error status, with headers such as retry-after. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
      readonly code?: string;
      readonly param?: string;
    }
  /** Accepts the request and never answers. */
  | { readonly kind: 'hang' }
  /** Begins an answer and never finishes. */
  | { readonly kind: 'hang-mid-body' }
  /** Sends a byte now and then, for ever. */
  | { readonly kind: 'dribble' }
  /** Sends a body without end, as fast as it is read. */
  | { readonly kind: 'flood'; readonly status: number }
  /** Drops the connection before answering. */
  | { readonly kind: 'cut' }
  /** Drops the connection in the middle of the answer's body. */
  | { readonly kind: 'cut-mid-body' }
  /** A whole HTTP answer whose JSON stops half-way. */
  | { readonly kind: 'half-json' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'wrong-types' }
  | { readonly kind: 'empty-choices' }
  /** The model refuses, in the field that the protocol has for it. */
  | { readonly kind: 'refusal' }
  /** The answer as an unrequested stream of events; `cut` ends it before the finish reason. */
  | { readonly kind: 'stream'; readonly text: string; readonly cut?: boolean; readonly usage?: boolean }
  /** Reports this many tokens, whatever the length of prompt and answer. */
  | {
      readonly kind: 'reports';
      readonly text: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
    }
  /** Status 200 with this body. */
  | { readonly kind: 'body'; readonly body: string }
);

const half = '{"id":"chatcmpl-test","object":"chat.completion","choices":[{"index":0,"message":{"role":"assi';

/** Misbehaves as told. */
export function misbehave(behaviour: Exclude<Behaviour, { kind: 'answer' }>, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' };
  switch (behaviour.kind) {
    case 'hang':
      return;
    case 'hang-mid-body':
      response.writeHead(200, { ...json, 'content-length': 1000 }).write(half);
      return;
    case 'dribble': {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(timer));
      return;
    }
    case 'flood': {
      const chunk = Buffer.alloc(1 << 16, 32);
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, more);
      };
      response.writeHead(behaviour.status, json);
      more();
      return;
    }
    case 'cut':
      response.socket?.destroy();
      return;
    case 'cut-mid-body':
      response
        .writeHead(200, { ...json, 'content-length': 1000 })
        .write(half, () => setTimeout(() => response.socket?.destroy(), 5));
      return;
    case 'status': {
      const { status, headers, message = `status ${status}`, code = null, param = null } = behaviour;
      response.writeHead(status, { ...json, ...headers });
      response.end(JSON.stringify({ error: { message, type: 'test', code, param } }));
      return;
    }
    case 'half-json':
      response.writeHead(200, json).end(half);
      return;
    case 'not-json':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the proxy</html>');
      return;
    case 'wrong-types':
      response
        .writeHead(200, json)
        .end(JSON.stringify({ choices: [{ message: { content: 42 }, finish_reason: 7 }] }));
      return;
    case 'empty-choices':
      response.writeHead(200, json).end(JSON.stringify({ choices: [], usage: null }));
      return;
    case 'refusal':
      response.writeHead(200, json).end(
        JSON.stringify({
          choices: [
            {
              index: 0,
              message: { role: 'assistant', content: null, refusal: 'I will not do that.' },
              finish_reason: 'stop',
            },
          ],
          usage: { prompt_tokens: 11, completion_tokens: 5 },
        }),
      );
      return;
    case 'stream': {
      const { text, cut = false, usage = true } = behaviour;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const pieces: object[] = [...text].map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
      if (!cut) {
        pieces.push({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
        if (usage) pieces.push({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } });
      }
      const events = pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`);
      response.end(events.join('') + (cut ? '' : 'data: [DONE]\n\n'));
      return;
    }
    case 'reports': {
      const body = JSON.parse(completion(behaviour.text, 'stop', false)) as object;
      const usage = { prompt_tokens: behaviour.inputTokens, completion_tokens: behaviour.outputTokens };
      response.writeHead(200, json).end(JSON.stringify({ ...body, usage }));
      return;
    }
    case 'body':
      response.writeHead(200, json).end(behaviour.body);
      return;
  }
}
