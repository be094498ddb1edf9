import { afterEach, describe, expect, it } from 'vitest';
import { type ChatServer, startChatServer } from './chat-server';

let server: ChatServer;
afterEach(() => server?.close());
const post = (path = '/chat/completions', body: unknown = { model: 'x', messages: [] }) =>
  fetch(server.baseURL + path, { method: 'POST', body: JSON.stringify(body) });

describe('startChatServer', () => {
  it('known: answers as the protocol says, after its script is played', async () => {
    server = await startChatServer({ text: 'hello', script: [{ kind: 'status', status: 429 }] });
    expect((await post()).status).toBe(429);
    server.next({ kind: 'answer', text: 'scripted', usage: false });
    const scripted = (await (await post()).json()) as Record<string, unknown>;
    expect(scripted).toMatchObject({ choices: [{ message: { content: 'scripted' } }] });
    expect(scripted).not.toHaveProperty('usage');
    expect(await (await post()).json()).toMatchObject({
      choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 11, completion_tokens: 7 },
    });
    expect(server.requests.map(({ body }) => body)).toEqual(Array(3).fill({ model: 'x', messages: [] }));
  });

  it('known: the fast path gives the same answer and keeps nothing', async () => {
    server = await startChatServer({ text: 'hello', log: false, delayMs: 5 });
    expect(await (await post()).json()).toMatchObject({ choices: [{ message: { content: 'hello' } }] });
    expect(server.requests).toEqual([]);
  });

  it('contract: other paths are not found, and a closed server is gone', async () => {
    server = await startChatServer();
    expect((await post('/models')).status).toBe(404);
    await server.close();
    await expect(post()).rejects.toThrow();
  });

  it('contract: closes by itself when nobody asks any more', async () => {
    server = await startChatServer({ idleMs: 500 });
    expect((await post()).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await expect(post()).rejects.toThrow();
  });
});
