import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AgoraError, majority } from 'agora-voting';
import { exchangeEconomy } from '../environments';
import { openai, type ChatModel, type ChatRequest, type OpenaiSettings } from '../models';
import { startChatServer, type ChatServer, type ChatServerOptions } from '../models/testing/chat-server';
import type { Behaviour } from '../models/testing/misbehave';
import { sampleModel, sampleReply } from '../models/testing/sample-request';
import { roundTable, type Protocol } from '../protocols';
import { eventsOf, readEvents, readRun, type Event } from '../transcripts';
import { experiment } from './experiment';
import type { ExperimentOptions } from './experiment-options';
import type { Sum } from './testing/arithmetic';
import { arithmetic } from './testing/arithmetic';
import { answerToAll } from './testing/killed-run';
import { tinyDebate } from './testing/tiny-debate';

let home: string;
let server: ChatServer;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'agora-live-'))));
afterEach(async () => {
  await server?.close();
  rmSync(home, { recursive: true, force: true });
});

const right = 'It is (42)';
/** Three agents who answer twice: six questions a collaboration, in prose that must hold a number in brackets. */
const debating = (model: ChatModel): ExperimentOptions<Sum, number> => ({
  environment: arithmetic(),
  protocol: tinyDebate(),
  model,
  collaborations: 2,
  concurrency: 1,
  cache: false,
  folder: join(home, 'run'),
  progress: 'none',
});
async function endpoint(options: ChatServerOptions = {}, settings: Partial<OpenaiSettings> = {}) {
  server = await startChatServer({ text: right, ...options });
  const quick = { retries: { sleep: () => Promise.resolve() } };
  return openai({ model: 'tiny', baseURL: server.baseURL, ...quick, ...settings }, {});
}
const recorded = (): Event[] => [...readEvents(join(home, 'run'))];
const countOf = (type: Event['type']) => recorded().filter((event) => event.type === type).length;
const times = (count: number, behaviour: Behaviour) => Array.from({ length: count }, () => behaviour);
const refusing = { kind: 'status', status: 400, message: 'I take no such thing' } as const;
const bodies = () => server.requests.map(({ body }) => body as Record<string, unknown>);

describe('sampling', () => {
  it('known: temperature 0.7 where nobody says otherwise, a protocol over it, then the model, then the experiment', async () => {
    const temperatures = async (protocol: Protocol, own: object, model: object) => {
      const options = debating(await endpoint({}, model));
      const run = await experiment({ ...options, protocol, collaborations: 1, ...own });
      const asked = new Set(bodies().map(({ temperature }) => temperature));
      expect(run.description.sampling['temperature']).toBe([...asked][0]);
      await server.close();
      rmSync(options.folder ?? '', { recursive: true });
      return [...asked];
    };
    const cool = { ...tinyDebate(), sampling: { temperature: 0.3 } };
    const warm = { sampling: { temperature: 1 } };
    expect(await temperatures(tinyDebate(), {}, {})).toEqual([0.7]);
    expect(await temperatures(cool, {}, {})).toEqual([0.3]);
    expect(await temperatures(cool, {}, warm)).toEqual([1]);
    expect(await temperatures(cool, { sampling: { temperature: 0.5 } }, warm)).toEqual([0.5]);
  });

  it('law: no two calls of a run have the same seed, and the same run asks with the same seeds again', async () => {
    const seedsOf = async (folder: string) => {
      await experiment({ ...debating(await endpoint()), folder: join(home, folder) });
      const seeds = bodies().map(({ seed }) => seed);
      await server.close();
      return seeds;
    };
    const first = await seedsOf('first');
    expect(new Set(first).size).toBe(12);
    expect(await seedsOf('second')).toEqual(first);
  });
});

describe('a run that fails', () => {
  it('known: where every call is refused it ends as an error that quotes the endpoint, and asks again when it goes on', async () => {
    const model = await endpoint({ script: times(12, refusing) });
    await expect(experiment(debating(model))).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(
        /^No call succeeded\. All 12 failed, the last one thus: http:.*I take no such thing[^]*run the same again to ask them again\.$/,
      ) as string,
    });
    expect(server.requests).toHaveLength(12);
    const run = await experiment(debating(model));
    expect([run.finished, run.stopped, run.totals.failures]).toEqual([2, null, 0]);
    expect(server.requests).toHaveLength(24);
    expect(countOf('failure')).toBe(0);
  });

  it('known: after twenty questions of which too many fail it stops and says why; a larger limit lets it go on', async () => {
    const model = await endpoint({ text: 'I do not know.' });
    const options = { ...debating(model), collaborations: 100 };
    const run = await experiment(options);
    expect(run.stopped).toEqual({
      reason: 'failures',
      message:
        '20 of 20 questions (100%) brought no usable answer, and the limit is 20% (maxFailures). ' +
        'The last one: Ben, alone: there is no number in brackets',
    });
    // Each question is asked twice; those of the same phase were asked by then.
    expect(server.requests.length).toBeLessThanOrEqual(2 * 21);
    const more = await experiment({ ...options, collaborations: 4, maxFailures: 1 });
    expect([more.finished, more.stopped]).toEqual([4, null]);
  });

  it('known: refusals in the form that was asked for stop a run as failures do', async () => {
    const message = "I'm sorry, but I can't assist with that.";
    const answer = JSON.parse(answerToAll) as object;
    const model = await endpoint({ text: JSON.stringify({ ...answer, message }) });
    const options = {
      environment: exchangeEconomy(),
      protocol: roundTable({ rule: majority, rounds: 2 }),
      model,
      collaborations: 20,
      concurrency: 1,
      cache: false,
      folder: join(home, 'run'),
      progress: 'none',
    } as const;
    const run = await experiment(options);
    expect(run.stopped).toEqual({
      reason: 'failures',
      message: expect.stringMatching(
        /^20 of 20 questions \(100%\) brought no usable answer.*The last one: Agent .*: the model declined to take part$/,
      ) as string,
    });
    expect(countOf('failure')).toBe(0);
  });

  it('known: the limit is a share of what was asked, with the number from which it counts', async () => {
    const options = { ...debating(await endpoint({ text: 'no' })), maxFailures: { share: 0.5, after: 3 } };
    expect((await experiment(options)).stopped?.message).toMatch(/^3 of 3 questions/);
    await expect(experiment({ ...options, maxFailures: 1.5 })).rejects.toThrow(
      'experiment needs a number from 0 to 1 as maxFailures, got 1.5',
    );
  });

  it('known: a failed call is asked again, and what came before it is kept', async () => {
    const model = await endpoint({ script: [...times(4, { kind: 'answer' }), refusing] });
    const first = await experiment(debating(model));
    expect([first.finished, first.totals.failures, first.totals.calls]).toEqual([2, 1, 11]);
    const before = recorded();
    const failed = before.findIndex(({ type }) => type === 'failure');
    const again = await experiment(debating(model));
    expect(again.finished).toBe(2);
    const after = recorded();
    // Collaboration 0 is as it was up to the failed call; collaboration 1 is all there.
    expect(after.slice(0, failed)).toEqual(before.slice(0, failed));
    const of = (events: Event[], index: number) =>
      events.filter(({ collaboration }) => collaboration === index);
    expect(of(after, 1)).toEqual(of(before, 1));
    expect(after.filter(({ type }) => type === 'failure')).toEqual([]);
    expect(after.filter(({ type }) => type === 'reply')).toHaveLength(12);
    // One answer of the same phase came after the failed call, and was taken back with it: it is paid, and counted.
    expect(server.requests).toHaveLength(12 + 2);
    expect(again.totals.calls).toBe(13);
    const kept = readFileSync(join(home, 'run', 'events.taken-back.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(kept).toHaveLength(before.length - (after.length - of(after, 0).length) - failed);
  });

  it('law: a run without failed calls is left as it is', async () => {
    const model = await endpoint();
    await experiment(debating(model));
    const before = readFileSync(join(home, 'run', 'events.jsonl'), 'utf8');
    await experiment(debating(model));
    expect(readFileSync(join(home, 'run', 'events.jsonl'), 'utf8')).toBe(before);
    expect(existsSync(join(home, 'run', 'events.taken-back.jsonl'))).toBe(false);
    expect(server.requests).toHaveLength(12);
  });
});

describe('answers', () => {
  it('known: prose that was cut off counts as unparsed, whatever stands in it, and is asked for again', async () => {
    const cut = { kind: 'answer', text: 'So far this gives (42)', finish: 'length' } as const;
    // Three are asked at once; then the first is asked again.
    const model = await endpoint({ script: times(4, cut) });
    const run = await experiment({ ...debating(model), collaborations: 1 });
    const [failure] = eventsOf(run.get(0), 'failure');
    expect(failure).toMatchObject({
      kind: 'unparsed',
      reason: 'it was cut off at its length limit, after 7 tokens',
    });
    expect(eventsOf(run.get(0), 'message').filter(({ round }) => round === 1)).toHaveLength(2);
  });

  it('known: a repair repeats the beginning of the bad answer, at a temperature above 0', async () => {
    const bad = 'word '.repeat(1000);
    const model = await endpoint({ script: [{ kind: 'answer', text: bad }] });
    await experiment({ ...debating(model), collaborations: 1, sampling: { temperature: 0 } });
    const repair = bodies().find(({ messages }) => (messages as object[]).length === 4)!;
    const [, , answer, question] = repair['messages'] as { content: string }[];
    expect(answer?.content).toBe(`${bad.slice(0, 300)} …`);
    expect(question?.content).toMatch(/^Your answer could not be used: there is no number in brackets\./);
    expect(repair['temperature']).toBe(0.7);
    expect(bodies().filter(({ temperature }) => temperature === 0)).toHaveLength(6);
  });

  it('known: a refusal is put on record as one, and declined twice it is a refused answer', async () => {
    const no = "I'm sorry, but I can't assist with that.";
    const model = await endpoint({ script: times(2, { kind: 'answer', text: no }) });
    const run = await experiment({ ...debating(model), collaborations: 1 });
    const refused = eventsOf(run.get(0), 'reply').filter(({ refusal }) => refusal);
    expect(refused.map(({ text }) => text)).toContain(no);
    const failures = eventsOf(run.get(0), 'failure');
    for (const { kind, reason } of failures)
      expect([kind, reason]).toEqual([
        'refused',
        'the model declined to answer, and again when asked once more',
      ]);
  });
});

describe('incidents', () => {
  it('known: attempts that were made again, and what an endpoint does not take, are events beside the replies', async () => {
    const notices: string[] = [];
    const seen: number[] = [];
    const model = await endpoint({
      refuses: ['seed'],
      usage: false,
      script: [{ kind: 'status', status: 503 }, { kind: 'cut-mid-body' }],
    });
    const progress = {
      update: ({ retries }: { retries: number }) => void seen.push(retries),
      notice: (text: string) => void notices.push(text),
      end() {},
    };
    const run = await experiment({ ...debating(model), collaborations: 1, progress });
    const incidents = eventsOf(run.get(0), 'incident');
    expect(incidents.map(({ kind }) => kind).sort()).toEqual(['fallback', 'no usage', 'retry', 'retry']);
    expect(notices).toEqual([
      `${server.baseURL} takes no seed: none is sent from now on`,
      `${server.baseURL} does not say how many tokens a call took: they are counted here`,
    ]);
    expect(Math.max(...seen)).toBe(2);
    expect(eventsOf(run.get(0), 'reply')).toHaveLength(6);
  });

  it('law: a run that was cut among them goes on, and ends as one that was not', async () => {
    const model = await endpoint({ refuses: ['seed'] });
    let calls = 0;
    const failing: ChatModel = {
      ...model,
      chat: (request, options) =>
        ++calls === 4
          ? Promise.reject(new AgoraError('model-unavailable', 'gone'))
          : model.chat(request, options),
    };
    await expect(experiment(debating(failing))).rejects.toThrow('gone');
    const run = await experiment(debating(model));
    expect([run.finished, run.totals.calls]).toEqual([2, 12]);
    expect(countOf('incident')).toBe(1);
  });
});

describe('stopping', () => {
  /** A model whose calls are answered when the test says so. */
  function held() {
    const waiting: (() => void)[] = [];
    const model = sampleModel(
      (_, options) =>
        new Promise((resolve, reject) => {
          waiting.push(() => resolve(sampleReply({ text: right })));
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
        }),
    );
    const release = () => waiting.splice(0).forEach((answer) => answer());
    const inFlight = async (count: number) => {
      while (waiting.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    return { model, release, inFlight };
  }

  it('known: told to stop, it sends no call that waits, and finishes the one in flight', async () => {
    const { model, release, inFlight } = held();
    const stop = new AbortController();
    // Three agents are asked at once, one call is let through, and five collaborations are open.
    const playing = experiment({ ...debating(model), collaborations: 5, signal: stop.signal });
    await inFlight(1);
    stop.abort();
    release();
    const run = await playing;
    expect(run.stopped?.reason).toBe('interrupted');
    expect(model.asked).toHaveLength(1);
    expect(countOf('reply')).toBe(1);
  });

  it('known: abandoned, it ends the call in flight, too, and asks it again when it goes on', async () => {
    const { model, inFlight } = held();
    const [stop, abandon] = [new AbortController(), new AbortController()];
    const options = { ...debating(model), signal: stop.signal, abandon: abandon.signal };
    const playing = experiment(options);
    await inFlight(1);
    stop.abort();
    abandon.abort();
    expect((await playing).stopped?.reason).toBe('interrupted');
    expect(countOf('reply')).toBe(0);
    const again = sampleModel(sampleReply({ text: right }));
    expect((await experiment(debating(again))).finished).toBe(2);
    expect(again.asked).toHaveLength(12);
  });

  it('known: an endpoint that gives out drops all calls that wait', async () => {
    const model = await endpoint({ script: times(6, { kind: 'status', status: 503 }) });
    await expect(experiment({ ...debating(model), collaborations: 4 })).rejects.toMatchObject({
      code: 'model-unavailable',
    });
    expect(server.requests).toHaveLength(6);
  });
});

describe('looking ahead', () => {
  const large = { ...arithmetic(), task: () => `What is it? ${'word '.repeat(3000)}` };

  it('known: a run whose first prompts cannot fit says so before anything is asked', async () => {
    const model = await endpoint({ context: { tokens: 2048, as: 'llama.cpp' } });
    await expect(experiment({ ...debating(model), environment: large })).rejects.toMatchObject({
      code: 'context',
      message: expect.stringMatching(
        /cannot be played: its first prompts have about 3,0\d\d tokens, and the model's context holds 2,048 with the answer.*llama\.cpp: -c/,
      ) as string,
    });
    expect(server.requests).toHaveLength(0);
  });

  it('known: one that will outgrow its model says so, and goes on', async () => {
    const notices: string[] = [];
    const progress = { update() {}, notice: (text: string) => void notices.push(text), end() {} };
    const growing: Protocol = {
      ...tinyDebate(),
      async run(session) {
        const ask = (round: number) =>
          session.ask({
            round,
            phase: 'grow',
            agent: 'Ada',
            read: (value) => ({ ok: true, value: String(value) }),
            messages: [{ role: 'user', content: 'word '.repeat(round * 1000) }],
            situation: { act: 'speak', rounds: 4, messages: [], standing: null, candidates: [] },
          });
        for (const round of [1, 2, 3, 4]) await ask(round);
        return { rounds: 4, cause: 'rounds', outcome: null, score: {} };
      },
    };
    const model = await endpoint({}, { contextTokens: 2500 });
    const run = await experiment({
      ...debating(model),
      protocol: growing,
      collaborations: 1,
      progress,
      maxFailures: 1,
    });
    expect(notices[0]).toMatch(
      /will probably outgrow.*4,0\d\d tokens in round 4 \(grow\).*holds 2,500 with the answer\. Give the server .*, or play fewer rounds or agents\.$/,
    );
    // What does not fit is not sent, and counted.
    expect(server.requests).toHaveLength(2);
    expect(eventsOf(run.get(0), 'failure').map(({ round, kind }) => [round, kind])).toEqual([
      [3, 'failed'],
      [4, 'failed'],
    ]);
  });

  it('known: what the endpoint tells of itself is in run.json, and no part of what the run is', async () => {
    const model = await endpoint({ context: { tokens: 4096, as: 'vLLM' } });
    const run = await experiment({ ...debating(model), collaborations: 1 });
    expect(run.description.facts).toEqual({ contextTokens: 4096 });
    expect(readRun(join(home, 'run')).facts).toEqual({ contextTokens: 4096 });
    const again = await experiment({ ...debating(model), collaborations: 1 });
    expect(again.description.id).toBe(run.description.id);
    expect(readRun(join(home, 'run')).facts).toEqual({ contextTokens: 4096 });
    // A run that is finished asks nothing, not even this.
    expect(server.looks).toHaveLength(2);
  });

  it('known: somebody is asked before a large run, and a no leaves it unbegun', async () => {
    const asked: number[] = [];
    const model = await endpoint();
    const confirm = ({ calls }: { calls: number }) => (asked.push(calls), false);
    const run = await experiment({ ...debating(model), collaborations: 100, confirm });
    expect([run.stopped?.reason, asked, server.requests.length]).toEqual(['declined', [600], 0]);
    await experiment({ ...debating(model), collaborations: 3, confirm });
    expect(asked).toEqual([600]);
  });

  /** A model that says of each call how long it took, and takes no time. */
  const taking = (latencyMs: number, parts: Partial<ChatModel> = {}) =>
    sampleModel(sampleReply({ text: right, latencyMs }), { pricesOf: () => free, ...parts });
  const free = { inputPerMillion: 0, outputPerMillion: 0 };
  /** 60 calls of some 80 answer tokens as simulated agents play them. */
  const middling = (model: ChatModel) => ({
    ...debating(model),
    environment: { ...arithmetic(), task: () => `What is 4 + 38? ${'word '.repeat(1500)}` },
    collaborations: 10,
  });

  it('known: a run of few calls on a slow, free model is asked about, by the time of one answer', async () => {
    const asked: (number | null)[] = [];
    const confirm = ({ seconds }: { seconds: number | null }) => (asked.push(seconds), false);
    const slow = taking(60_000);
    const run = await experiment({ ...middling(slow), confirm });
    expect([run.stopped?.reason, slow.asked.length]).toEqual(['declined', 2]);
    expect(asked[0]).toBeGreaterThan(1800);
    // The same model is not timed again in this process.
    await experiment({ ...middling(slow), confirm });
    expect([asked.length, slow.asked.length]).toEqual([2, 2]);
    const quick = taking(1);
    expect((await experiment({ ...middling(quick), confirm })).finished).toBe(10);
    expect([asked.length, quick.asked.length]).toEqual([2, 2 + 60]);
  });

  it('known: where prices or other limits decide, or a run is small on any model, none is timed', async () => {
    const confirm = () => false;
    const paid = taking(60_000, { pricesOf: () => ({ inputPerMillion: 0.1, outputPerMillion: 0.1 }) });
    expect((await experiment({ ...middling(paid), confirm })).stopped).toBeNull();
    expect(paid.asked).toHaveLength(60);
    const many = taking(60_000);
    const folder = join(home, 'many');
    await experiment({ ...middling(many), folder, collaborations: 100, confirm });
    expect(many.asked).toHaveLength(0);
    const small = taking(60_000);
    await experiment({ ...debating(small), folder: join(home, 'small'), confirm });
    expect(small.asked).toHaveLength(12);
  });

  it('known: what cannot be estimated says so once, and is played', async () => {
    const notices: string[] = [];
    const progress = { update() {}, notice: (text: string) => void notices.push(text), end() {} };
    const { simulatedAgent: _, ...mute } = arithmetic();
    const run = await experiment({ ...debating(taking(1)), environment: mute, progress });
    expect(run.finished).toBe(2);
    expect(notices).toEqual([
      expect.stringMatching(/^arithmetic tiny-debate begins without an estimate: .*no simulated agent/),
    ]);
    const broken = { ...arithmetic(), proposalFormat: () => assert() };
    const assert = (): never => {
      throw new TypeError('a bug');
    };
    const folder = join(home, 'broken');
    await expect(experiment({ ...debating(taking(1)), environment: broken, folder })).rejects.toThrow(
      'a bug',
    );
  });

  it('known: a small run whose collaborations may be copies says so, once, before it begins', async () => {
    const said = async (own: object) => {
      const notices: string[] = [];
      const progress = { update() {}, notice: (text: string) => void notices.push(text), end() {} };
      const environment = { ...arithmetic(), task: () => 'What is 4 + 38?' };
      const run = await experiment({ ...debating(taking(1)), environment, progress, ...own });
      rmSync(join(home, 'run'), { recursive: true });
      // By what is recorded, copies are found when the run is measured.
      if (notices.length > 0) expect(run.drawsAlike).toBe(true);
      return notices;
    };
    expect(await said({ sampling: { temperature: 0 } })).toEqual([
      expect.stringMatching(/^arithmetic tiny-debate: Collaborations begin with the same prompts/),
    ]);
    expect(await said({ sampling: { temperature: 0.7 } })).toEqual([]);
    expect(await said({ sampling: { temperature: 0 }, environment: arithmetic() })).toEqual([]);
    const repeating = taking(1, { facts: () => Promise.resolve({ repeatable: true }) });
    expect(await said({ sampling: { temperature: 0.7, seed: 5 }, model: repeating })).toHaveLength(1);
  });

  it('known: told to stop while an answer is timed or weights are loaded, it ends at once', async () => {
    const stop = new AbortController();
    const hanging = sampleModel(
      (_, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
          stop.abort();
        }),
    );
    const run = await experiment({ ...middling(hanging), signal: stop.signal });
    expect([run.stopped?.reason, hanging.asked.length]).toEqual(['interrupted', 1]);
    const later = new AbortController();
    const facts: ChatModel['facts'] = (options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
        later.abort();
      });
    const loading = taking(1, { facts });
    const none = await experiment({ ...middling(loading), signal: later.signal });
    expect([none.stopped?.reason, loading.asked.length]).toEqual(['interrupted', 0]);
  });

  it('known: progress has a time left from the first call on', async () => {
    const left: (number | null)[] = [];
    const progress = { update: (now: { left: number | null }) => void left.push(now.left), end() {} };
    await experiment({ ...debating(await endpoint()), progress });
    // Nothing is asked yet; then there is a pace.
    expect(left[0]).toBeNull();
    expect(left.slice(1).every((seconds) => seconds !== null)).toBe(true);
  });
});

describe('a request', () => {
  it('law: what a model is told apart by is not its sampling seed: equal prompts have equal digests', async () => {
    const asked: ChatRequest[] = [];
    const model = sampleModel(
      (request) => (asked.push(request), Promise.resolve(sampleReply({ text: right }))),
    );
    await experiment({ ...debating(model), collaborations: 1 });
    expect(asked.every(({ sampling }) => sampling?.seed === undefined)).toBe(true);
  });
});
