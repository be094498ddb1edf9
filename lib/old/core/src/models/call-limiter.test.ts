import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AgoraError } from 'agora-voting';
import { CallLimiter, type CallLimits } from './call-limiter';
import type { ChatModel, ChatOptions } from './chat-model';
import { withLimiter, type Limiter } from './limiter';
import { openai } from './openai';
import { completion } from './testing/respond';
import { SimulatedTime } from './testing/simulated-time';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';
import { withRetries } from './with-retries';
import { isThorough } from '../testing/thorough';

const request = sampleRequest();
const answer = sampleReply();

/** Clients that ask one after the other, until the time is over. @returns how often each was answered, and when */
async function ask(
  time: SimulatedTime,
  model: ChatModel,
  clients: number,
  untilMs: number,
): Promise<number[][]> {
  const client = async (): Promise<number[]> => {
    const answers: number[] = [];
    while (time.now() < untilMs) {
      await model.chat(request);
      answers.push(time.now());
    }
    return answers;
  };
  return time.until(Promise.all(Array.from({ length: clients }, client)));
}

const between = (answers: readonly number[][], fromMs: number, toMs: number): number =>
  answers.flat().filter((at) => at >= fromMs && at < toMs).length;

/** A model whose answers take longer when more calls are in flight. */
function loaded(time: SimulatedTime, latencyMs: (inFlight: number) => number): ChatModel {
  let inFlight = 0;
  return sampleModel(async () => {
    const latency = latencyMs(++inFlight);
    await time.sleep(latency);
    inFlight--;
    return { ...answer, latencyMs: latency };
  });
}

/** Answers a minute of a model with these limits, measured after the first minute. */
async function throughput(latencyMs: (inFlight: number) => number, limits: CallLimits): Promise<number> {
  const time = new SimulatedTime();
  const model = withLimiter(loaded(time, latencyMs), new CallLimiter(limits, time));
  return between(await ask(time, model, 70, 180_000), 60_000, 180_000) / 2;
}

describe('concurrency that adapts', () => {
  const servers: readonly (readonly [string, (inFlight: number) => number])[] = [
    [
      'has sixteen places and works slower when it is overloaded',
      (n) => 1000 * (n <= 16 ? 1 : (n / 16) ** 2),
    ],
    ['becomes slower with every call', (n) => 1000 * (1 + (n / 12) ** 2)],
    ['has a queue', (n) => 1000 * Math.max(1, n / 10)],
    ['has more places than calls', () => 1000],
  ];
  it.each(servers)(
    'law: a server that %s is used at four fifths of the best or more',
    async (_, latencyMs) => {
      let best = 0;
      for (const concurrency of [1, 2, 4, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64])
        best = Math.max(best, await throughput(latencyMs, { concurrency }));
      expect(await throughput(latencyMs, { concurrency: 'auto' })).toBeGreaterThan(0.8 * best);
    },
  );

  it('known: one that becomes slower for other reasons is asked as much again later', async () => {
    const time = new SimulatedTime();
    const limiter = new CallLimiter({ concurrency: 'auto' }, time);
    const model = withLimiter(
      loaded(time, () => (time.now() < 60_000 ? 100 : 1000)),
      limiter,
    );
    await ask(time, model, 40, 300_000);
    expect(limiter.concurrency('sample')).toBeGreaterThan(30);
  });

  it('known: short answers of one phase do not make the long ones of another look slow', async () => {
    const time = new SimulatedTime();
    const limiter = new CallLimiter({ concurrency: 'auto' }, time);
    const model = withLimiter(
      sampleModel(async ({ call }) => {
        const latencyMs = call.phase.startsWith('vote') ? 100 : 2000;
        await time.sleep(latencyMs);
        return { ...answer, latencyMs };
      }),
      limiter,
    );
    const client = async (_: unknown, number: number): Promise<void> => {
      for (let round = 0; round < 40; round++)
        for (const phase of ['vote', 'message'])
          await model.chat({
            ...request,
            call: { ...request.call, phase: `${phase} ${number}` },
          });
    };
    await time.until(Promise.all(Array.from({ length: 40 }, client)));
    expect(limiter.concurrency('sample')).toBeGreaterThan(35);
  });
});

describe('limits a minute', () => {
  it('law: requests and tokens stay within theirs, and use them up', async () => {
    const time = new SimulatedTime();
    const latency = (): number => 200;
    const limited = (limits: CallLimits): ChatModel =>
      withLimiter(loaded(time, latency), new CallLimiter(limits, time));
    const requests = await ask(time, limited({ concurrency: 8, requestsPerMinute: 90 }), 8, 120_000);
    expect(between(requests, 0, 60_000)).toBeLessThanOrEqual(92);
    expect(between(requests, 60_000, 120_000)).toBeGreaterThanOrEqual(88);
    const each = answer.usage.inputTokens + answer.usage.outputTokens;
    const start = time.now();
    const model = limited({ concurrency: 8, tokensPerMinute: 30 * each });
    const tokens = await ask(time, model, 8, start + 240_000);
    expect(between(tokens, start + 60_000, start + 240_000) / 3).toBeGreaterThan(25);
    expect(between(tokens, start + 60_000, start + 240_000) / 3).toBeLessThanOrEqual(32);
  });
});

describe('an endpoint that is asked too often', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /**
   * A server that allows so many requests a minute at the clock's time, in seconds (as OpenAI's limits are), and turns
   * others away with Retry-After.
   */
  async function start(
    time: SimulatedTime,
    perMinute: () => number,
  ): Promise<{ baseURL: string; turnedAway: () => number }> {
    let [tokens, at, turnedAway] = [5, 0, 0];
    server = createServer((received, response) => {
      received.resume().once('end', () => {
        const rate = perMinute() / 60_000;
        tokens = Math.min(Math.max(5, 1000 * rate), tokens + (time.now() - at) * rate);
        at = time.now();
        if (tokens >= 1) {
          tokens--;
          response.writeHead(200, { 'content-type': 'application/json' }).end(completion('ok', 'stop', true));
          return;
        }
        turnedAway++;
        const headers = { 'retry-after': String(Math.ceil((1 - tokens) / rate / 1000)) };
        response
          .writeHead(429, { 'content-type': 'application/json', ...headers })
          .end('{"error":{"message":"slow down"}}');
      });
    });
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    return {
      baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      turnedAway: () => turnedAway,
    };
  }

  /** A model whose calls take half a second of the clock's time. */
  function slow(time: SimulatedTime, baseURL: string, limiter: Limiter): ChatModel {
    const bare = openai({ model: 'loopback', baseURL, retries: false });
    const inClock: ChatModel = {
      ...bare,
      async chat(asked, options?: ChatOptions) {
        const reply = await time.outside(bare.chat(asked, options));
        await time.sleep(500);
        return { ...reply, latencyMs: 500 };
      },
    };
    return withLimiter(withRetries(inClock, { sleep: (milliseconds) => time.sleep(milliseconds) }), limiter);
  }

  it.each(isThorough ? ([8, 'auto'] as const) : (['auto'] as const))(
    'law: with concurrency %s, from 1,000 a minute to 50 and back, nothing fails, nobody starves, and 85% is used',
    async (concurrency) => {
      const time = new SimulatedTime();
      const minute = 60_000;
      const server = await start(time, () => (time.now() < minute || time.now() >= 4 * minute ? 1000 : 50));
      const clients = 24;
      const limiter = new CallLimiter({ concurrency }, time);
      const answers = await ask(time, slow(time, server.baseURL, limiter), clients, 5 * minute);
      // What 8 calls at once of half a second can get is 960 a minute.
      expect(between(answers, 0, minute)).toBeGreaterThan(0.85 * 960);
      expect(between(answers, minute, 4 * minute)).toBeGreaterThan(0.85 * 150);
      expect(between(answers, 4 * minute, 5 * minute)).toBeGreaterThan(0.85 * 960);
      const inStorm = answers.map((each) => between([each], minute, 4 * minute));
      expect(Math.min(...inStorm)).toBeGreaterThan(0.5 * (150 / clients));
      expect(server.turnedAway()).toBeGreaterThan(10);
    },
    120_000,
  );

  it('known: one call that is told to wait makes all wait; one that waits too long in all is left to retries', async () => {
    const time = new SimulatedTime();
    const limiter = new CallLimiter({ concurrency: 4 }, time);
    const sent: number[] = [];
    const refusal = new AgoraError('no-answer', 'slow down', {
      details: { throttled: 1, retryAfterMs: 30_000 },
    });
    const bare = sampleModel(() => {
      sent.push(time.now());
      return sent.length === 1 || time.now() > 100_000 ? Promise.reject(refusal) : Promise.resolve(answer);
    });
    const model = withLimiter(withRetries(bare, { attempts: 1 }), limiter);
    await time.until(model.chat(request));
    await time.until(Promise.all([model.chat(request), model.chat(request)]));
    expect(sent).toEqual([0, 30_000, 30_000, 30_000]);
    await time.until(time.sleep(100_000));
    await expect(time.until(model.chat(request))).rejects.toThrow('gave up after 1 attempt');
    expect(time.now() - 130_000).toBe(15 * 60_000);
  });

  it("contract: a call that is stopped while it waits leaves the queue at once, with the signal's reason", async () => {
    const time = new SimulatedTime();
    const model = withLimiter(
      loaded(time, () => 1000),
      new CallLimiter({ concurrency: 1 }, time),
    );
    const stop = new AbortController();
    const first = model.chat(request);
    const second = model.chat(request, { stop: stop.signal });
    const third = model.chat(request);
    stop.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await time.until(Promise.all([first, third]));
    expect(time.now()).toBe(2000);
  });
});
