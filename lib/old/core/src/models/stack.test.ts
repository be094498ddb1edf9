import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { BudgetAccount } from './budget-account';
import { openai } from './openai';
import { type Behaviour, type ChatServer, startChatServer } from './testing/chat-server';
import { sampleRequest } from './testing/sample-request';
import { withBudget } from './with-budget';
import { withCache } from './with-cache';
import { withLimit } from './with-limit';
import { type RetrySettings } from './with-retries';

const newFolder = () => mkdtempSync(join(tmpdir(), 'agora-'));
let server: ChatServer;
afterEach(() => server?.close());

/** The wrappers in the order in which an experiment puts them, before a server that misbehaves. */
async function stack(
  script: readonly Behaviour[],
  tokens = 1_000_000,
  folder = newFolder(),
  retries: RetrySettings = {},
) {
  server = await startChatServer({ script, text: '{"vote":"A"}' });
  const account = new BudgetAccount({ tokens, cost: 1 });
  const raw = openai(
    {
      model: 'tiny',
      baseURL: server.baseURL,
      timeout: 1,
      prices: { inputPerMillion: 1, outputPerMillion: 1 },
      retries: { baseMs: 1, ...retries },
    },
    {},
  );
  const model = withCache(withBudget(withLimit(raw, 4), account), folder);
  return { model, account, raw, folder };
}
const calls = (count: number) =>
  Array.from({ length: count }, (_, repeat) =>
    sampleRequest({ call: { repeat }, sampling: { maxTokens: 20 } }),
  );

describe('all wrappers before a server that misbehaves', () => {
  it('known: every passing trouble passes, each call is paid once, and asking again costs nothing', async () => {
    const trouble: Behaviour[] = [
      { kind: 'status', status: 429, headers: { 'retry-after-ms': '5' } },
      { kind: 'status', status: 500 },
      { kind: 'cut' },
      { kind: 'cut-mid-body' },
      { kind: 'hang' },
      { kind: 'half-json' },
      { kind: 'empty-choices' },
      { kind: 'not-json' },
      { kind: 'answer', delayMs: 20 },
    ];
    const { model, account, raw } = await stack(trouble, 1_000_000, newFolder(), {
      attempts: 9,
      malformedAttempts: 4,
    });
    const replies = await Promise.all(calls(20).map((request) => model.chat(request)));
    expect(replies.every(({ text, cached }) => text === '{"vote":"A"}' && !cached)).toBe(true);
    // 20 answers, and 8 troubles that were asked again.
    expect(server.requests).toHaveLength(28);
    expect(account.spent().tokens).toBe(20 * 18);
    // 18 tokens each, at a dollar a million.
    expect(account.spent().cost).toBeCloseTo(360e-6, 12);
    // Trouble comes with the same idempotency key as the answer that follows it.
    const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBe(20);

    const again = await Promise.all(calls(20).map((request) => model.chat(request)));
    expect(again).toEqual(replies.map((reply) => ({ ...reply, cached: true })));
    expect(server.requests).toHaveLength(28);
    expect(account.spent().tokens).toBe(360);
    const { name, evidence, settings } = raw;
    expect(model).toMatchObject({ name, evidence, settings });
  });

  it('known: trouble that stays ends as the error of its kind, and is neither charged nor kept', async () => {
    const { model, account } = await stack([
      ...Array.from({ length: 6 }, () => ({ kind: 'status', status: 503 }) as const),
      ...Array.from({ length: 3 }, () => ({ kind: 'wrong-types' }) as const),
    ]);
    const [request] = calls(1);
    await expect(model.chat(request!)).rejects.toThrow(
      expect.objectContaining({ code: 'model-unavailable' }),
    );
    await expect(model.chat(request!)).rejects.toThrow(expect.objectContaining({ code: 'request-failed' }));
    expect(account.spent().tokens).toBe(0);
    expect((await model.chat(request!)).cached).toBe(false);
  });

  it('known: a budget stops the run cleanly, and a larger one resumes it without paying twice', async () => {
    const first = await stack([], 120);
    const ends = await Promise.allSettled(calls(20).map((request) => first.model.chat(request)));
    const stopped = ends.filter((end) => end.status === 'rejected');
    expect(stopped.length).toBeGreaterThan(0);
    for (const { reason } of stopped) expect(reason).toMatchObject({ code: 'budget-exhausted' });
    const paid = ends.length - stopped.length;
    expect(paid).toBeGreaterThan(0);
    expect(first.account.spent().tokens).toBeLessThanOrEqual(120);
    await server.close();

    const second = await stack([], 1_000_000, first.folder);
    // The address is part of what an answer depends on, and the second server has another port.
    const model = withCache({ ...second.raw, settings: first.raw.settings }, first.folder);
    const replies = await Promise.all(calls(20).map((request) => model.chat(request)));
    expect(replies.filter(({ cached }) => cached)).toHaveLength(paid);
    expect(server.requests).toHaveLength(20 - paid);
  });

  it('law: an abort stops all that wait in any of the wrappers', async () => {
    const { model } = await stack(Array.from({ length: 4 }, () => ({ kind: 'hang' }) as const));
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 40);
    const ends = await Promise.allSettled(
      calls(12).map((request) => model.chat(request, { signal: stop.signal })),
    );
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });
});
