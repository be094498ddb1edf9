import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chat endpoint that tells who asked what. */
export interface CountingServer {
  /** The address for an asker, who is told by the name in it. */
  addressFor(asker: string): string;
  readonly address: string;
  /** All requests that came, in their order. */
  readonly requests: readonly { readonly asker: string; readonly key: string }[];
  /** Answers the first so many requests, and lets later ones wait. Default: all. */
  allow(requests: number): void;
  close(): Promise<void>;
}

/**
 * Speaks the chat-completions protocol on the loopback interface. Its answers suit every phase of a round table, and
 * follow from the request, so that two runs of one experiment can be compared.
 */
export async function startCountingServer(delayMs: number): Promise<CountingServer> {
  const requests: { asker: string; key: string }[] = [];
  let allowed = Infinity;
  let waiting: { readonly number: number; readonly answer: () => void }[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end('{}');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const login = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64');
      requests.push({
        asker: login.toString('utf8').split(':')[0] ?? '',
        key: String(request.headers['idempotency-key']),
      });
      const answer = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(Buffer.concat(chunks)));
      const number = requests.length;
      setTimeout(() => (number <= allowed ? answer() : waiting.push({ number, answer })), delayMs);
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    address: `http://${place}`,
    addressFor: (asker) => `http://${asker}:hidden-${asker}@${place}`,
    requests,
    allow(most) {
      allowed = most;
      for (const { number, answer } of waiting) if (number <= allowed) answer();
      waiting = waiting.filter(({ number }) => number > allowed);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerTo(body: Buffer): string {
  const drawn = createHash('sha256').update(body).digest();
  const [one = 0, two = 0, three = 0] = drawn;
  const share = { apples: 10 + (one % 20), bread: 10 + (two % 20), cheese: 10 + (three % 20) };
  const text = JSON.stringify({
    target: ['all'],
    message: `Let us share alike, as in ${drawn.toString('hex').slice(0, 8)}.`,
    reason_for_decision: 'It is fair.',
    proposal: Object.fromEntries(['Agent A', 'Agent B', 'Agent C'].map((agent) => [agent, share])),
    decision: 1 + (one % 3),
  });
  return JSON.stringify({
    id: 'answer',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
    usage: { prompt_tokens: 100 + (one % 50), completion_tokens: 40 + (two % 20), total_tokens: 200 },
  });
}
