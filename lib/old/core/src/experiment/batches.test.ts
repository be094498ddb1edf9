import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { borda, majority } from 'agora-voting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../environments';
import { batched, openai, withBudget, wrap, type BatchedSettings, type ChatModel } from '../models';
import {
  startBatchServer,
  type BatchedRequest,
  type BatchServer,
  type BatchServerOptions,
  type LineFate,
} from '../models/testing/batch-server';
import { election, roundTable } from '../protocols';
import { tinyQuiz, type TinyQuestion } from '../protocols/election/testing/tiny-quiz';
import { readEvents, type Event } from '../transcripts';
import { answerToAll } from './testing/killed-run';
import { estimate, experiment, type ExperimentOptions } from './index';

let home: string;
let server: BatchServer;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-batches-'));
});
afterEach(async () => {
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const key = 'sk-secret-of-the-tests';
const serve = async (options: BatchServerOptions = {}): Promise<void> => {
  server = await startBatchServer({ fate: ballot, ...options });
};
const inBatches = (more: Partial<BatchedSettings> = {}): ChatModel =>
  batched({
    model: 'loopback',
    baseURL: server.baseURL,
    apiKey: key,
    prices: { inputPerMillion: 2, outputPerMillion: 4 },
    pollSeconds: 0.005,
    awaySeconds: 20,
    quietSeconds: 0.005,
    ...more,
  });
const oneByOne = (): ChatModel => openai({ model: 'loopback', baseURL: server.baseURL, apiKey: key });

/** A ranking that depends on the request's seed, so that two calls rarely get the same. */
function ballot({ body }: BatchedRequest): LineFate {
  const turn = (body.seed ?? 0) % 4;
  const letters = [...'ABCD'];
  return {
    kind: 'answer',
    text: JSON.stringify({ decision: [...letters.slice(turn), ...letters.slice(0, turn)] }),
  };
}

type Options = Partial<ExperimentOptions<TinyQuestion, string>>;
/** 6 collaborations of 3 raters: 18 calls, all known at once. */
const hold = (model: ChatModel, folder: string, more: Options = {}) =>
  experiment<TinyQuestion, string>({
    environment: tinyQuiz({ raters: 3 }),
    protocol: election({ rules: [borda] }),
    model,
    collaborations: 6,
    folder: join(home, folder),
    cache: false,
    progress: 'none',
    ...more,
  });

/** What happened, without how long calls took and the order in which collaborations were played. */
function story(folder: string): string[] {
  const text = (event: Event): string =>
    JSON.stringify(event.type === 'reply' ? { ...event, latencyMs: 0 } : event);
  return [...readEvents(join(home, folder))].map(text).sort();
}
const eventsIn = (folder: string) => [...readEvents(join(home, folder))];
const book = (folder: string): Record<string, unknown>[] =>
  readFileSync(join(home, folder, 'batches.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const names = (number: number): string[] =>
  server.batches[number]!.requests.map(({ custom_id: name }) => name);
/** Stops a run as soon as the server has so many batches. */
async function stopAt(batches: number, folder: string, model = inBatches()) {
  const stop = new AbortController();
  const watch = setInterval(() => {
    if (server.batches.length >= batches) stop.abort();
  }, 1);
  try {
    return await hold(model, folder, { signal: stop.signal });
  } finally {
    clearInterval(watch);
  }
}

describe('a run in batches', () => {
  it('known: an election is one batch, and its record is that of single calls', async () => {
    await serve();
    const run = await hold(inBatches(), 'batched');
    expect(run.finished).toBe(6);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([18]);
    expect(server.seen.filter((seen) => seen.includes('chat/completions'))).toEqual([]);
    await hold(oneByOne(), 'single', { concurrency: 2 });
    expect(story('batched')).toEqual(story('single'));
    const latencies = eventsIn('batched').flatMap((event) =>
      event.type === 'reply' ? [event.latencyMs] : [],
    );
    expect(new Set(latencies)).toEqual(new Set([5000]));
    // 18 calls of 11 and 7 tokens, at half of 2 and 4 dollars a million.
    expect(run.totals.cost).toBeCloseTo((18 * (11 * 1 + 7 * 2)) / 1e6, 12);
  });

  it('known: a round table takes one batch a step, for all collaborations together', async () => {
    await serve({ fate: () => ({ kind: 'answer', text: answerToAll }) });
    const options = {
      environment: exchangeEconomy(),
      protocol: roundTable({ rule: majority, rounds: 2 }),
      model: inBatches(),
      collaborations: 4,
      cache: false,
      progress: 'none',
      folder: join(home, 'table'),
    } as const;
    const { batches } = await estimate(options);
    await experiment(options);
    expect(server.batches.length).toBe(batches);
    const sizes = server.batches.map(({ requests }) => requests.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(72);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(4);
  });

  it('known: requests and bytes of a batch are limited; several are under way at once', async () => {
    await serve();
    await hold(inBatches({ mostRequests: 7 }), 'few');
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([7, 7, 4]);
    const before = server.batches.length;
    await hold(inBatches({ mostFileBytes: 5000 }), 'small', { seed: 8 });
    for (const { requests } of server.batches.slice(before))
      expect(requests.reduce((sum, request) => sum + JSON.stringify(request).length + 1, 0)).toBeLessThan(
        5001,
      );
    expect(server.batches.slice(before).flatMap(({ requests }) => requests)).toHaveLength(18);
  });

  it('known: progress tells how far batches are, and an estimate what they save', async () => {
    await serve();
    const told: (string | undefined)[] = [];
    const notices: string[] = [];
    const progress = {
      update: ({ batches }: { batches?: string }) => void told.push(batches),
      notice: (text: string) => void notices.push(text),
      end: () => undefined,
    };
    await hold(inBatches(), 'run', { progress });
    expect(told).toContain('a batch of 18 calls in progress, 0 done');
    expect(notices.join()).toMatch(
      /About \$0\.\d+ in batches, \$0\.\d+ in single calls\. A collaboration waits for one batch, of up to 24 hours/,
    );
  });

  it('law: stopped after submitting, it waits for the same batch when it goes on, and submits nothing twice', async () => {
    await serve({ looks: Infinity });
    const stopped = await stopAt(1, 'run');
    expect(stopped.stopped?.reason).toBe('interrupted');
    server.finish();
    const run = await hold(inBatches(), 'run');
    expect(run.finished).toBe(6);
    expect(server.batches).toHaveLength(1);
    expect(server.uploads).toHaveLength(1);
    await hold(oneByOne(), 'single');
    expect(story('run')).toEqual(story('single'));
  });

  it('law: killed before it learnt its batch’s name, it finds the batch at the endpoint', async () => {
    await serve({ looks: Infinity });
    await stopAt(1, 'run');
    // As if it had been killed just before this line, or in the middle of it.
    const file = join(home, 'run', 'batches.jsonl');
    const [planned = '', submitted = ''] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${planned}\n${submitted.slice(0, 20)}`);
    server.finish();
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(server.batches).toHaveLength(1);
    // Without the batch at the endpoint, the calls are submitted.
    writeFileSync(file, `${planned.replaceAll(/"plan":"[^"]*"/g, '"plan":"never-sent"')}\n`);
    rmSync(join(home, 'run', 'events.jsonl'));
    rmSync(join(home, 'run', 'state.json'), { force: true });
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(server.batches).toHaveLength(2);
    expect(book('run').map(({ type }) => type)).toEqual([
      'planned',
      'dropped',
      'planned',
      'submitted',
      'ended',
    ]);
  });

  it('law: where the answer to a submission gets lost, the batch is found and not submitted again', async () => {
    let lost = 0;
    await serve({
      away: ({ method, path }) =>
        method === 'POST' && path === '/v1/batches' && lost++ === 0 ? 'lost' : undefined,
    });
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(lost).toBe(1);
    expect(server.batches).toHaveLength(1);
    expect(server.seen).toContain('GET /v1/batches');
  });

  it('known: an endpoint that is away for a while is asked again at every step', async () => {
    const failed = new Map<string, number>();
    await serve({
      away({ method, path }) {
        const what = `${method} ${path}`;
        const times = failed.get(what) ?? 0;
        failed.set(what, times + 1);
        return times < 3 ? ([503, 'drop', 429] as const)[times] : undefined;
      },
    });
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(server.batches).toHaveLength(1);
  });

  it('contract: one that is away for too long ends the run, which goes on later with the same batch', async () => {
    let isBack = false;
    await serve({
      away: ({ method, path }) =>
        !isBack && method === 'GET' && path.startsWith('/v1/batches/') ? 'drop' : undefined,
    });
    await expect(hold(inBatches({ awaySeconds: 0.02 }), 'run')).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/Cannot reach .*batches that were submitted go on/s) as string,
    });
    isBack = true;
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(server.batches).toHaveLength(1);
  });

  it('known: temporary errors, expired and unreadable lines are asked again in the next batch, others fail', async () => {
    const fates: LineFate[] = [
      { kind: 'error', status: 429, message: 'too often' },
      { kind: 'error', status: 500, message: 'a moment' },
      { kind: 'missing' },
      { kind: 'raw', text: '{"custom_id": "agora-sch' },
      { kind: 'broken' },
      { kind: 'raw', text: '{"custom_id":"another","response":{"status_code":200,"body":{}}}' },
    ];
    let place = 0;
    await serve({
      fate: (request, nth) => (nth === 1 ? (fates[place++] ?? ballot(request)) : ballot(request)),
      ends: (_, number) => (number === 1 ? 'expired' : 'completed'),
    });
    const run = await hold(inBatches(), 'run');
    expect(run.finished).toBe(6);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([18, 6]);
    expect(names(1).sort()).toEqual(names(0).slice(0, 6).sort());
    const retries = eventsIn('run').filter((event) => event.type === 'incident' && event.kind === 'retry');
    expect(retries).toHaveLength(6);
    await hold(oneByOne(), 'single');
    const replies = (folder: string) => story(folder).filter((event) => event.includes('"type":"reply"'));
    expect(replies('run')).toEqual(replies('single'));
  });

  it('known: what an endpoint rejects is a failure as in a single call, and is asked again when the run goes on', async () => {
    let isRejecting = true;
    await serve({
      fate: (request) =>
        isRejecting && request.body.messages.some(({ content }) => content.includes('Rater 2'))
          ? { kind: 'error', status: 400, message: `content policy ${key}` }
          : ballot(request),
    });
    const more = { maxFailures: 1 };
    const rejected = server.batches;
    await hold(inBatches(), 'run', more);
    const failures = eventsIn('run').filter((event) => event.type === 'failure');
    if (failures.length === 0) throw new Error('no request was rejected: the prompts name no raters');
    expect(failures[0]).toMatchObject({
      kind: 'failed',
      reason: `${server.baseURL} did not accept the request (content policy [hidden])`,
    });
    isRejecting = false;
    const before = rejected.length;
    await hold(inBatches(), 'run', more);
    expect(server.batches).toHaveLength(before + 1);
    expect(server.batches.at(-1)?.requests).toHaveLength(failures.length);
    expect(eventsIn('run').filter((event) => event.type === 'failure')).toEqual([]);
  });

  it('known: refusals are read as in single calls', async () => {
    await serve({ fate: () => ({ kind: 'answer', text: 'I am sorry.', refusal: true }) });
    await hold(inBatches(), 'run', { maxFailures: 1, collaborations: 1 });
    const kinds = eventsIn('run').flatMap((event) => (event.type === 'failure' ? [event.kind] : []));
    expect(kinds).toEqual(['refused', 'refused', 'refused']);
  });

  it('known: an answer that cannot be read is repaired in the next batch', async () => {
    await serve({
      fate: (request) =>
        request.body.messages.length < 3
          ? { kind: 'answer', text: 'I would rather not say' }
          : ballot(request),
    });
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([18, 18]);
  });

  it('known: an endpoint that takes no schema is asked more simply in the next batch, and after a restart at once', async () => {
    const fate = (request: BatchedRequest): LineFate =>
      'response_format' in request.body && JSON.stringify(request.body).includes('json_schema')
        ? { kind: 'error', status: 400, message: 'no json_schema here', param: 'response_format' }
        : ballot(request);
    await serve({ fate });
    await hold(inBatches(), 'run');
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([18, 18]);
    expect(names(1)[0]).toMatch(/^agora-object-/);
    const notes = eventsIn('run').flatMap((event) => (event.type === 'incident' ? [event.kind] : []));
    expect(notes).toEqual(['fallback']);
    // The same again from nothing but the list of batches: both are found.
    rmSync(join(home, 'run', 'events.jsonl'));
    rmSync(join(home, 'run', 'state.json'), { force: true });
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(server.batches).toHaveLength(2);
  });

  it('contract: a call that is never answered is given up after six batches, the others are kept', async () => {
    let first: string | undefined;
    await serve({
      fate(request) {
        first ??= request.custom_id;
        return request.custom_id === first
          ? { kind: 'error', status: 500, message: 'never' }
          : ballot(request);
      },
    });
    // As no other call is left in the later batches, the endpoint counts as gone.
    await expect(hold(inBatches(), 'run')).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/never.*gave up after 6 batches/s) as string,
    });
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([18, 1, 1, 1, 1, 1]);
    expect(eventsIn('run').filter((event) => event.type === 'reply')).toHaveLength(17);
  });

  it('contract: a batch that was refused or cancelled ends the run; what is missing is submitted when it goes on', async () => {
    await serve({
      ends: (batch, number) => {
        if (number === 1) batch.error = { code: 'billing', message: `No credit for ${key}` };
        return number === 1 ? 'failed' : number === 2 ? 'cancelled' : 'completed';
      },
      fate: (request, nth) =>
        nth === 1 && Number(request.body.seed) % 2 === 0 ? { kind: 'missing' } : ballot(request),
    });
    await expect(hold(inBatches(), 'run')).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/refused the batch batch_1 \(No credit for \[hidden\]\)/) as string,
    });
    await expect(hold(inBatches(), 'run')).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('batch_2 was cancelled') as string,
    });
    const answered = eventsIn('run').filter((event) => event.type === 'reply').length;
    expect(answered).toBeGreaterThan(0);
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([18, 18, 18 - answered]);
  });

  it('known: where the account may enqueue fewer tokens, batches become smaller and follow each other', async () => {
    await serve({
      looks: 2,
      ends(batch) {
        if (batch.requests.length <= 5) return 'completed';
        batch.error = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' };
        return 'failed';
      },
    });
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    const sizes = server.batches.map(({ requests }) => requests.length);
    expect(sizes.slice(0, 2)).toEqual([18, 9]);
    expect(sizes.filter((size) => size <= 5).reduce((sum, size) => sum + size)).toBe(18);
  });

  it('contract: a batch that the endpoint does not know is named, with what to do', async () => {
    await serve({ looks: Infinity });
    await stopAt(1, 'run');
    server.forget('batch_1');
    await expect(hold(inBatches(), 'run')).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/does not know batch_1.*delete the line with "submitted"/s) as string,
    });
    expect(server.batches).toHaveLength(1);
    const file = join(home, 'run', 'batches.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.filter((line) => !line.includes('"submitted"')).join('\n'));
    server.finish();
    expect((await hold(inBatches(), 'run')).finished).toBe(6);
    expect(server.batches).toHaveLength(2);
  });

  it('contract: batches of another model in the folder are left alone, and damage is refused', async () => {
    await serve({ looks: Infinity });
    await stopAt(1, 'run', inBatches({ model: 'another' }));
    const others = readFileSync(join(home, 'run', 'batches.jsonl'), 'utf8');
    server.finish();
    await expect(hold(inBatches(), 'run')).rejects.toMatchObject({ code: 'stale-run' });
    rmSync(join(home, 'run'), { recursive: true });
    await hold(inBatches(), 'mine', { collaborations: 1 });
    writeFileSync(join(home, 'mine', 'batches.jsonl'), others);
    const looks = (): number => server.seen.filter((seen) => seen === 'GET /v1/batches/batch_1').length;
    const before = looks();
    expect((await hold(inBatches(), 'mine')).finished).toBe(6);
    expect(looks()).toBe(before);
    expect(server.batches.map(({ requests }) => requests.length)).toEqual([18, 3, 15]);
    writeFileSync(join(home, 'mine', 'batches.jsonl'), `{"type":"planned"}\n${others}`);
    await expect(hold(inBatches(), 'mine', { collaborations: 7 })).rejects.toMatchObject({
      code: 'corrupt-record',
      message: expect.stringContaining('batches.jsonl, line 1 cannot be read') as string,
    });
  });

  it('contract: a run that goes on without batches says what may be paid twice', async () => {
    await serve({ looks: Infinity });
    await stopAt(1, 'run');
    const notices: string[] = [];
    const progress = {
      update: () => undefined,
      end: () => undefined,
      notice: (text: string) => void notices.push(text),
    };
    await hold(oneByOne(), 'run', { progress });
    expect(notices.join()).toContain('a batch of this run may still bring answers');
  });

  it('contract: the key is neither in the folder nor in what is uploaded as requests', async () => {
    await serve();
    await hold(inBatches(), 'run');
    expect(server.uploads.join()).not.toContain(key);
    for (const name of ['batches.jsonl', 'events.jsonl', 'run.json', 'prompts.jsonl'])
      if (existsSync(join(home, 'run', name)))
        expect(readFileSync(join(home, 'run', name), 'utf8')).not.toContain(key);
  });

  it('contract: works inside wrappers and a budget; asked outside of an experiment or for a rate, it says so', async () => {
    await serve();
    let asked = 0;
    const counted = wrap(inBatches(), (inner, request, options) => {
      asked++;
      return inner.chat(request, options);
    });
    await hold(withBudget(counted, { tokens: 1_000_000 }), 'run', { budget: { tokens: 1_000_000 } });
    expect(asked).toBe(18);
    await expect(hold(inBatches(), 'rate', { rate: { requestsPerMinute: 5 } })).rejects.toMatchObject({
      code: 'setting',
    });
    await expect(inBatches().chat({} as never)).rejects.toMatchObject({ code: 'setting' });
    const probable = election({ rules: [borda], ask: 'probabilities' } as never);
    await expect(hold(inBatches(), 'odds', { protocol: probable })).rejects.toMatchObject({
      code: 'setting',
    });
  });

  it('contract: an endpoint without batches says so', async () => {
    await serve({ away: ({ path }) => (path === '/v1/files' ? 404 : undefined) });
    await expect(hold(inBatches(), 'run')).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('has no batch endpoint (status 404)') as string,
    });
  });
});
