import { afterEach, describe, expect, it } from 'vitest';
import { AgoraError } from 'agora-voting';
import type { ChatModel } from './chat-model';
import { pool, poolOf } from './pool';
import { startChatServer, type ChatServer } from './testing/chat-server';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';

const servers: ChatServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function start(...script: Parameters<typeof startChatServer>[0][]): Promise<ChatServer> {
  const server = await startChatServer(script[0]);
  servers.push(server);
  return server;
}

/** A model that counts its calls, and fails while `fails` says so. */
function member(name: string, fails: () => AgoraError | null = () => null) {
  const model = sampleModel(
    () => {
      const error = fails();
      return error === null ? Promise.resolve(sampleReply()) : Promise.reject(error);
    },
    { settings: { model: 'm', baseURL: name } },
  );
  return model;
}

describe('a pool of endpoints', () => {
  it('known: calls in flight are divided by weight', async () => {
    const release: (() => void)[] = [];
    const waiting = (name: string): ChatModel & { readonly asked: unknown[] } =>
      sampleModel(() => new Promise((resolve) => void release.push(() => resolve(sampleReply()))), {
        settings: { baseURL: name },
      });
    const [a, b] = [waiting('a'), waiting('b')];
    const pooled = poolOf([
      { model: a, weight: 1 },
      { model: b, weight: 3 },
    ]);
    const calls = Array.from({ length: 40 }, () => pooled.chat(sampleRequest()));
    expect([a.asked.length, b.asked.length]).toEqual([10, 30]);
    for (const each of release) each();
    await Promise.all(calls);
  });

  it('known: one that fails is left alone for a while, then longer; the others take its calls', async () => {
    let now = 0;
    let isDown = true;
    const a = member('a', () => (isDown ? new AgoraError('no-answer', 'a is down') : null));
    const b = member('b');
    const pooled = poolOf(
      [a, b].map((model) => ({ model, weight: 1 })),
      () => now,
    );
    const askAt = async (time: number): Promise<number> => {
      now = time;
      const before = a.asked.length;
      await pooled.chat(sampleRequest());
      return a.asked.length - before;
    };
    expect(await askAt(0)).toBe(1);
    expect(await askAt(4_999)).toBe(0);
    expect(await askAt(5_000)).toBe(1);
    expect(await askAt(14_999)).toBe(0);
    isDown = false;
    expect(await askAt(15_000)).toBe(1);
    expect(await askAt(15_001)).toBe(1);
  });

  it('law: calls that fail together are one failure', async () => {
    let now = 0;
    let isDown = true;
    const a = member('a', () => (isDown ? new AgoraError('no-answer', 'a is down') : null));
    const pooled = poolOf(
      [a, member('b')].map((model) => ({ model, weight: 1 })),
      () => now,
    );
    await Promise.all(Array.from({ length: 16 }, () => pooled.chat(sampleRequest())));
    isDown = false;
    const together = a.asked.length;
    expect(together).toBeGreaterThan(4);
    now = 4_999;
    await pooled.chat(sampleRequest());
    expect(a.asked.length).toBe(together);
    now = 5_000;
    await pooled.chat(sampleRequest());
    expect(a.asked.length).toBe(together + 1);
  });

  it('known: where all ask to wait, the caller waits for the first that is ready', async () => {
    const busy = (retryAfterMs: number) => () =>
      new AgoraError('no-answer', 'busy', { details: { throttled: 1, retryAfterMs } });
    const pooled = poolOf(
      [member('a', busy(9000)), member('b', busy(4000))].map((model) => ({ model, weight: 1 })),
      () => 0,
    );
    await expect(pooled.chat(sampleRequest())).rejects.toMatchObject({
      details: { throttled: 1, retryAfterMs: 4000 },
    });
  });

  it('known: over HTTP, an endpoint that is gone loses no call, and the run does not depend on the order', async () => {
    const [a, b] = [await start(), await start()];
    const gone = a.baseURL;
    const model = pool({ model: 'tiny', baseURLs: [a.baseURL, b.baseURL] }, {});
    expect(model.settings['baseURLs']).toEqual(
      pool({ model: 'tiny', baseURLs: [b.baseURL, gone] }, {}).settings['baseURLs'],
    );
    await Promise.all(Array.from({ length: 6 }, () => model.chat(sampleRequest())));
    expect([a.requests.length, b.requests.length]).toEqual([3, 3]);
    await a.close();
    const texts = await Promise.all(
      Array.from({ length: 6 }, async () => (await model.chat(sampleRequest())).text),
    );
    expect(texts).toEqual(Array.from({ length: 6 }, () => 'ok'));
    expect(b.requests.length).toBe(9);
  });

  it('contract: a bad setting is named, and a password in an address is never shown', () => {
    expect(() => pool({ model: 'm', baseURLs: [] })).toThrow('baseURLs');
    expect(() => pool({ model: 'm', baseURLs: [{ baseURL: 'http://x/v1', weight: 0 }] })).toThrow('weight');
    const model = pool({ model: 'm', baseURLs: ['http://user:secret@127.0.0.1:1/v1'] }, {});
    expect(JSON.stringify(model.settings)).not.toContain('secret');
  });
});
