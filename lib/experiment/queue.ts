import type { Job } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { AgoraError } from '../error';
import { isRejection } from '../models/attempts';
import type { Reply } from '../models/model';
import type { Collaboration } from '../protocols/protocol';
import type { About } from './run';
import { readReplyLine, type Spent, type StoredReply } from './store';

/**
 * A run that several processes play together, on one machine or on many. Redis stores the shared data under names that
 * begin with `agora:RUN:`.
 *
 * - `agreement`: the settings and a digest of the first prompt, which must be the same for every process.
 * - `replies:N`: a hash of collaboration N's replies, by key. A reply is stored before it is used.
 * - `collaborations`: a hash of the finished collaborations, by index.
 * - `spent`: the calls and tokens so far.
 * - `reserved`: the largest amount that each process's calls in flight can use.
 *
 * BullMQ distributes the collaborations. About ten seconds after a process is killed, other processes get its
 * collaborations and continue from the stored replies.
 */
export interface SharedRun {
  /** The calls and tokens of all processes. */
  readonly spent: Spent;
  repliesOf(collaboration: number): Promise<Map<string, Reply>>;
  /** Returns a collaboration's stored replies with their prompts. */
  storedReplies(collaboration: number): Promise<StoredReply[]>;
  /** Waits for the rate limit. Returns the reply if another process has stored it in the meantime. */
  beforeCall(collaboration: number, key: string): Promise<Reply | undefined>;
  /** Stores a reply and returns the reply to use. If two processes asked the same question, the first reply counts. */
  addReply(reply: StoredReply): Promise<Reply>;
  /** Reserves tokens or dollars for this process's calls in flight. Returns the reservations of other processes. */
  reserve(amount: number): Promise<number>;
  /** Plays collaborations that no other process plays, until all `count` are finished or this process has to stop. */
  play(count: number, options: PlayOptions): Promise<void>;
  /** Yields the finished collaborations among the first `count`, in order. */
  finished(count: number): AsyncIterable<Collaboration>;
  close(): Promise<void>;
}

interface PlayOptions {
  readonly concurrency: number;
  readonly playOne: (index: number) => Promise<Collaboration>;
  /** Resolves when this process has to stop. */
  readonly stopped: Promise<void>;
  readonly onProgress: (finished: number) => void;
}

interface ShareOptions {
  readonly address: string;
  /** The name of the run; it must be the same for every process. */
  readonly name: string;
  readonly about: About;
  readonly firstPrompt: string;
  readonly requestsPerMinute?: number | undefined;
}

/** The maximum time to wait for Redis to return, in milliseconds. */
const patience = 300_000;
/** The maximum time for the first connection, in milliseconds. */
const firstPatience = 5_000;
/** If a process gives no sign of life for this long, another process gets its collaborations. In milliseconds. */
const lockDuration = 10_000;
/** The maximum age of a reservation, in milliseconds. An older reservation belongs to a killed process. */
const oldestReservation = 900_000;
const installLine = 'npm install bullmq@6 ioredis@5';

/**
 * Claims the next free time slot. Calls across all processes start at least ARGV[1] milliseconds apart, by Redis's
 * clock.
 */
const takeTurn = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
redis.call('SET', KEYS[1], at + ARGV[1], 'PX', at - now + 60000)
return at - now`;

/**
 * Joins a shared run, or starts one.
 *
 * @throws AgoraError 'endpoint' if Redis cannot be reached or a package is missing; 'input', naming the difference, if
 *   another process plays the run with other settings, other prompts or another version of the kit
 */
export async function joinRun(options: ShareOptions): Promise<SharedRun> {
  const { Redis, Queue, Worker, WaitingError } = await loadPackages();
  const { address, name, about, firstPrompt, requestsPerMinute } = options;
  const place = withoutPassword(address);
  const connect = (): InstanceType<typeof Redis> => {
    let lostAt = 0;
    const connection = new Redis(address, {
      maxRetriesPerRequest: null,
      connectTimeout: firstPatience,
      retryStrategy: (times) => {
        if (times === 1) lostAt = Date.now();
        return Date.now() - lostAt > patience ? null : Math.min(100 * times, 2000);
      },
    });
    connection.on('error', () => undefined); // commands wait for the connection, and fail when the retries end
    return connection;
  };
  const redis = connect();
  const key = (part: string): string => `agora:${name}:${part}`;
  /** Waits for a command, which fails only if Redis stays unreachable or rejects the command. */
  const ask = async <T>(command: Promise<T>): Promise<T> =>
    command.catch((error: unknown) => {
      throw new AgoraError(
        `Redis at ${place} failed (${(error as Error).message}). Redis keeps the replies that arrived. Call again to resume.`,
        'endpoint',
        { cause: error },
      );
    });

  try {
    await within(
      firstPatience,
      redis.ping(),
      `No Redis server answers at ${place}. Start a server, or check the address.`,
    );
    const { endpoint: _, ...settings } = about; // each machine may have a server of its own
    await agree(JSON.parse(JSON.stringify({ ...settings, firstPrompt, kit: kitVersion() })) as Agreement);
  } catch (error) {
    redis.disconnect();
    throw error;
  }

  async function agree(mine: Agreement): Promise<void> {
    await ask(redis.setnx(key('agreement'), JSON.stringify(mine)));
    const theirs = JSON.parse((await ask(redis.get(key('agreement')))) ?? '{}') as Agreement;
    for (const part of Object.keys({ ...theirs, ...mine }))
      if (!isDeepStrictEqual(theirs[part], mine[part]))
        throw new AgoraError(
          `The run ${name} at ${place} has a different ${names[part] ?? part}: ${show(theirs[part])}, not ${show(mine[part])}. ` +
            'Use the same script and the same version on every machine, or choose another folder.',
        );
  }

  let spent = await readSpent();
  async function readSpent(): Promise<Spent> {
    const found = await ask(redis.hgetall(key('spent')));
    const count = (field: string): number => Number(found[field] ?? 0);
    return { calls: count('calls'), input: count('input'), output: count('output') };
  }

  const connections: { disconnect(): void }[] = [redis];
  const self = randomUUID();
  return {
    get spent() {
      return spent;
    },
    async repliesOf(collaboration) {
      const lines = await ask(redis.hvals(key(`replies:${collaboration}`)));
      return new Map(lines.map((line) => readReplyLine(line)));
    },
    async storedReplies(collaboration) {
      const lines = await ask(redis.hvals(key(`replies:${collaboration}`)));
      return lines.map((line) => JSON.parse(line) as StoredReply);
    },
    async beforeCall(collaboration, question) {
      if (requestsPerMinute !== undefined) {
        const gap = Math.ceil(60_000 / requestsPerMinute);
        const wait = await ask(redis.eval(takeTurn, 1, key('turn'), gap) as Promise<number>);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
      const line = await ask(redis.hget(key(`replies:${collaboration}`), question));
      return line === null ? undefined : readReplyLine(line)[1];
    },
    async addReply(reply) {
      const hash = key(`replies:${reply.collaboration}`);
      const { input, output } = reply.usage;
      const results = await ask(
        redis
          .multi()
          .hsetnx(hash, reply.key, JSON.stringify(reply))
          .hget(hash, reply.key)
          .hincrby(key('spent'), 'calls', 1)
          .hincrby(key('spent'), 'input', input)
          .hincrby(key('spent'), 'output', output)
          .exec(),
      );
      const [isFirst, line, calls, inputs, outputs] = (results ?? []).map(([, value]) => value);
      spent = { calls: Number(calls), input: Number(inputs), output: Number(outputs) };
      const theirs = readReplyLine(String(line))[1];
      if (isFirst === 1 || !isRejection(theirs)) return isFirst === 1 ? reply : theirs;
      await ask(redis.hset(hash, reply.key, JSON.stringify(reply)));
      return reply;
    },
    async reserve(amount) {
      const [, all] =
        (await ask(
          redis
            .multi()
            .hset(key('reserved'), self, `${amount} ${Date.now()}`)
            .hgetall(key('reserved'))
            .exec(),
        )) ?? [];
      let others = 0;
      for (const [process, line] of Object.entries((all?.[1] ?? {}) as Record<string, string>)) {
        const [reserved, since] = line.split(' ').map(Number) as [number, number];
        if (process !== self && Date.now() - since < oldestReservation) others += reserved;
      }
      return others;
    },
    async play(count, { concurrency, playOne, stopped, onProgress }) {
      const prefix = 'agora-jobs';
      const queue = new Queue(name, { connection: redis, prefix });
      const workerConnection = connect();
      connections.push(workerConnection);
      let fail: (error: unknown) => void = () => undefined;
      const failed = new Promise<never>((_, reject) => (fail = reject));
      let isStopped = false;
      const end = stopped.then(() => (isStopped = true));
      const worker = new Worker(
        name,
        async (job: Job<{ index: number }>, token?: string) => {
          const field = String(job.data.index);
          try {
            if ((await ask(redis.hexists(key('collaborations'), field))) === 1) return;
            const played = await Promise.race([playOne(job.data.index), end]);
            if (played !== true) {
              await ask(redis.hset(key('collaborations'), field, JSON.stringify(played)));
              return;
            }
          } catch (error) {
            fail(error);
          }
          // This process is stopping. Return the collaboration, so that another process can play it.
          await worker.pause(true);
          await job.moveToWait(token);
          throw new WaitingError();
        },
        {
          connection: workerConnection,
          prefix,
          autorun: false,
          concurrency,
          lockDuration,
          stalledInterval: lockDuration / 2,
          maxStalledCount: Number.MAX_SAFE_INTEGER,
          drainDelay: 1,
        },
      );
      worker.on('error', () => undefined); // BullMQ reconnects, and reassigns lost jobs
      queue.on('error', () => undefined);
      try {
        const jobs = Array.from({ length: count }, (_, index) => ({
          name: 'collaboration',
          data: { index },
          opts: { jobId: `collaboration-${index}` },
        }));
        await ask(queue.addBulk(jobs)); // existing jobs are not added again
        await ask(queue.retryJobs({ state: 'failed' }));
        worker.run().catch(fail);
        while (!isStopped) {
          const indices = (await ask(redis.hkeys(key('collaborations')))).map(Number);
          const done = indices.filter((index) => index < count).length;
          onProgress(done);
          if (done === count) return;
          await Promise.race([end, failed, new Promise((resolve) => setTimeout(resolve, 250))]);
        }
      } finally {
        // Do not wait for an unreachable Redis. It will reassign this process's collaborations.
        await within(firstPatience, worker.close(), 'BullMQ does not close.').catch(() => undefined);
      }
    },
    async *finished(count) {
      for (let index = 0; index < count; index++) {
        const line = await ask(redis.hget(key('collaborations'), String(index)));
        if (line !== null) yield JSON.parse(line) as Collaboration;
      }
    },
    async close() {
      await redis.hdel(key('reserved'), self).catch(() => undefined);
      for (const connection of connections) connection.disconnect();
    },
  };
}

type Agreement = Record<string, unknown>;

/** The names of an agreement's parts in error messages. */
const names: Record<string, string> = {
  firstPrompt: 'first prompt',
  kit: 'version of the kit',
  stop: 'stopping policy',
};

const show = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

const kitVersion = (): string =>
  (createRequire(__filename)('agora-lab/package.json') as { version: string }).version;

async function loadPackages() {
  try {
    const [{ Redis }, bullmq] = await Promise.all([import('ioredis'), import('bullmq')]);
    return { Redis, ...bullmq };
  } catch (error) {
    throw new AgoraError(
      `\`queue\` needs the packages bullmq and ioredis (${(error as Error).message.split('\n')[0]}). Install them: ${installLine}`,
      'endpoint',
    );
  }
}

function withoutPassword(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname}`;
  } catch {
    throw new AgoraError('`queue` must be an address such as redis://127.0.0.1:6379.');
  }
}

async function within<T>(milliseconds: number, work: Promise<T>, failure: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AgoraError(failure, 'endpoint')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
