import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TransientModelError } from './model-error';
import { readEndpoint } from './openai-endpoint';
import { modelError } from './openai-error';
import { threadClient } from './openai-thread';
import { startChatServer, type ChatServerOptions } from './testing/chat-server';

const program = join(__dirname, '../../dist/models/openai-thread-program.js');
const body = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };

async function withServer<T>(
  options: ChatServerOptions,
  use: (post: ReturnType<typeof threadClient>, endpoint: ReturnType<typeof readEndpoint>) => Promise<T>,
  timeoutMs = 5000,
): Promise<T> {
  const server = await startChatServer(options);
  const endpoint = readEndpoint({ baseURL: server.baseURL, apiKey: 'sk-hidden' }, {});
  try {
    return await use(threadClient(program, endpoint, timeoutMs), endpoint);
  } finally {
    await server.close();
  }
}

describe('threadClient', () => {
  it('known: many calls at once are answered, each with its own answer', async () => {
    await withServer({ text: 'from afar', delayMs: 5 }, async (post) => {
      const texts = await Promise.all(Array.from({ length: 100 }, (_, i) => post(body, `key ${i}`)));
      expect(texts).toHaveLength(100);
      for (const text of texts) expect(text).toContain('from afar');
    });
  });

  it('contract: errors come over with what retrying needs to know', async () => {
    await withServer(
      { script: [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }] },
      async (post, endpoint) => {
        const thrown: unknown = await post(body, 'key').catch((error: unknown) => error);
        expect(thrown).toMatchObject({ status: 429 });
        expect(modelError(thrown, endpoint, 'm', 0)).toMatchObject({
          retryAfterMs: 7000,
          trouble: 'unavailable',
        });
      },
    );
    const nobody = readEndpoint({ baseURL: 'http://127.0.0.1:1/v1' }, {});
    const refused: unknown = await threadClient(
      program,
      nobody,
      1000,
    )(body, 'key').catch((error: unknown) => error);
    expect(modelError(refused, nobody, 'm', 0).message).toContain('Nothing listens there');
  });

  it('contract: a call that hangs runs into its time limit, and one that is aborted ends at once', async () => {
    await withServer(
      { script: [{ kind: 'hang' }, { kind: 'hang' }] },
      async (post) => {
        await expect(post(body, 'key')).rejects.toThrow(TransientModelError);
        const control = new AbortController();
        const call = post(body, 'key', control.signal);
        control.abort(new Error('enough'));
        await expect(call).rejects.toThrow('enough');
      },
      300,
    );
  });
});
