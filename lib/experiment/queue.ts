import type { Job } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AgoraError } from '../error';
import { isRejection } from '../models/attempts';
import type { Reply } from '../models/model';
import type { Collaboration } from '../protocols/protocol';
import { TakenOver } from './calls';
import type { About } from './run';
import { readReplyLine, type Spent, type StoredReply } from './store';

/**
 * A run that several processes play together, on one machine or on many. Redis stores the shared data under names that
 * begin with `agora:RUN:`.
 *
 * - `agreement`: the settings and the questions of a rehearsal, which must be the same for every process.
 * - `replies:N`: a hash of collaboration N's replies, by key. A reply is stored before it is used.
 * - `collaborations`: a hash of the finished collaborations, by index.
 * - `players`: a hash that gives, for each collaboration, the process that plays it.
 * - `spent`: the calls and tokens so far.
 * - `reserved`: for each process, the maximum amount that its calls in flight can use.
 *
 * BullMQ distributes the collaborations. About ten seconds after a process is killed, other processes take over its
 * collaborations and continue from the stored replies.
 */
export interface SharedRun {
  /** The calls and tokens of all processes. */
  readonly spent: Spent;
  repliesOf(collaboration: number): Promise<Map<string, Reply>>;
  /** Returns a collaboration's stored replies with their prompts. */
  storedReplies(collaboration: number): Promise<StoredReply[]>;
  /**
   * Waits for the rate limit. Returns the reply if another process has stored it in the meantime.
   *
   * @throws TakenOver if another process has taken over the collaboration
   */
  beforeCall(collaboration: number, key: string): Promise<Reply | undefined>;
  /**
   * Stores a reply and returns the reply to use. If two processes asked the same question, both use the reply that was
   * stored first.
   */
  addReply(reply: StoredReply): Promise<Reply>;
  /** Adds a reply from this process's folder, such as one that arrived before the run was shared. */
  bringReply(reply: StoredReply): Promise<void>;
  /**
   * Reserves tokens or dollars for this process's calls in flight. Returns the total that other processes have
   * reserved.
   */
  reserve(amount: number): Promise<number>;
  /**
   * Plays collaborations that no other process is playing. Ends when all collaborations are finished or this process
   * must stop.
   */
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
  /**
   * Called when all collaborations are finished. Prevents further calls by this process, and resolves `stopped`.
   */
  readonly leave: () => void;
  /** Resolves when this process has no calls in flight. */
  readonly settled: () => Promise<void>;
  readonly onProgress: (finished: number) => void;
}

interface ShareOptions {
  readonly address: string;
  /** The name of the run; it must be the same for every process. */
  readonly name: string;
  readonly about: About;
  /** A line for each question in a rehearsal of collaboration 0. */
  readonly questions: readonly string[];
  readonly requestsPerMinute?: number | undefined;
  /** Receives each of this process's replies before Redis does. */
  readonly onReply: (reply: StoredReply) => void;
  /** Prints a line for the user. */
  readonly say: (text: string) => void;
}

/** Waiting times in milliseconds. Tests shorten them. */
export const waits = {
  /** The maximum time to wait for Redis to answer again. */
  patience: 300_000,
  /** How long Redis may be silent before a message says that it is not answering. */
  notice: 3000,
  /** If a process shows no activity for this long, other processes take over its collaborations. */
  lock: 10_000,
};
/** The maximum time for the first connection, in milliseconds. */
const firstPatience = 5_000;
const installLine = 'npm install bullmq@6 ioredis@5';

/** Claims the next free time slot. Calls across all processes start at least ARGV[1] milliseconds apart. */
const takeTurn = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
redis.call('SET', KEYS[1], at + ARGV[1], 'PX', at - now + 60000)
return at - now`;

/**
 * Sets the reservation of process ARGV[1] to ARGV[2]. Returns the sum of the reservations that other processes made in
 * the last minute.
 */
const setReservation = `
local now = redis.call('TIME')[1]
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. now)
local entries = redis.call('HGETALL', KEYS[1])
local others = 0
for at = 1, #entries, 2 do
  local amount, since = string.match(entries[at + 1], '(%S+) (%S+)')
  if entries[at] ~= ARGV[1] and now - since < 60 then others = others + amount end
end
return tostring(others)`;

/**
 * Joins a shared run, or starts one.
 *
 * @throws AgoraError with the code 'endpoint' if Redis cannot be reached or a package is missing
 * @throws AgoraError with the code 'input' if another process joined the run with different settings, different
 *   questions or a different version of the kit; the error states the difference
 */
export async function joinRun(options: ShareOptions): Promise<SharedRun> {
  const { address, name, about, questions, requestsPerMinute, onReply, say } = options;
  const place = placeOf(address);
  if (!/^[^:\s]+$/.test(name))
    throw new AgoraError(
      `"${name}" cannot be the name of a shared run. Use a folder name without spaces or colons.`,
    );
  const { Redis, Queue, Worker, WaitingError } = await loadPackages();
  let isClosed = false;
  const connect = (): InstanceType<typeof Redis> => {
    let lostAt = 0;
    const connection = new Redis(address, {
      maxRetriesPerRequest: null,
      connectTimeout: firstPatience,
      keepAlive: 10_000,
      retryStrategy: (times) => {
        if (times === 1) lostAt = Date.now();
        return isClosed || Date.now() - lostAt > waits.patience ? null : Math.min(100 * times, 2000);
      },
    });
    connection.on('error', () => undefined); // commands wait for the connection, and fail after the last retry
    return connection;
  };
  const redis = connect();
  const key = (part: string): string => `agora:${name}:${part}`;
  /**
   * Returns the error for a failed command. The original error is not attached, because it can contain the password or
   * replies.
   */
  const failed = (error: unknown): AgoraError => {
    const { message } = error as Error;
    const isPassword = /NOAUTH|WRONGPASS|invalid.*password/i.test(message);
    return new AgoraError(
      isPassword
        ? `Redis at ${place} rejected the password. Check the address.`
        : `Redis at ${place} failed (${message}). The replies that arrived are in the run's folder. Start Redis, then call \`experiment\` again to resume.`,
      'endpoint',
    );
  };
  const lost = (): AgoraError =>
    new AgoraError(
      `Redis at ${place} was emptied and lost the run. The replies that arrived are in the run's folder. ` +
        'Start Redis with --appendonly yes, then call `experiment` again on every machine to resume.',
      'endpoint',
    );

  let hasJoined = false;
  /** When Redis stopped answering; undefined while it answers. */
  let awaySince: number | undefined;
  const setAway = (): void => {
    if (awaySince !== undefined) return;
    awaySince = Date.now() - waits.notice;
    if (hasJoined)
      say(
        `Redis at ${place} is not answering. ` +
          `If it answers again within ${inWords(waits.patience)}, the run will continue.`,
      );
  };
  const setBack = (): void => {
    if (awaySince !== undefined && hasJoined) say(`Redis at ${place} is answering again. The run continues.`);
    awaySince = undefined;
  };
  /** Functions that each end the wait for one command. */
  const waiting = new Set<() => void>();
  /** Waits for the result of a command. If Redis stays silent, all waiting commands give up at the same time. */
  const ask = async <T>(command: Promise<T>): Promise<T> => {
    // A busy process may read an answer late. Two timers in a row let it read before it reports a silent Redis.
    let timer = setTimeout(() => (timer = setTimeout(setAway, waits.notice / 2)), waits.notice / 2);
    const since = awaySince ?? Date.now();
    let giveUp = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      giveUp = () => reject(new Error(`no answer for ${inWords(Date.now() - since)}`));
    });
    waiting.add(giveUp);
    const deadline = setTimeout(giveUp, Math.max(1000, since + waits.patience - Date.now()));
    try {
      const answer = await Promise.race([command, late]);
      setBack();
      return answer;
    } catch (error) {
      throw failed(error);
    } finally {
      waiting.delete(giveUp);
      clearTimeout(timer);
      clearTimeout(deadline);
    }
  };

  try {
    await within(
      firstPatience,
      ask(redis.ping()),
      `No Redis server answers at ${place}. Start a server, or check the address.`,
    );
    const { endpoint: _, ...settings } = about; // each machine may use its own model server
    await agree(JSON.parse(JSON.stringify({ ...settings, kit: kitVersion(), questions })) as Agreement);
  } catch (error) {
    redis.disconnect();
    throw error;
  }

  async function agree(mine: Agreement): Promise<void> {
    await ask(redis.setnx(key('agreement'), JSON.stringify(mine)));
    const theirs = JSON.parse((await ask(redis.get(key('agreement')))) ?? '{}') as Agreement;
    const { questions: known = [] } = theirs;
    for (const part of Object.keys({ ...theirs, ...mine }))
      if (part !== 'questions' && !isDeepStrictEqual(theirs[part], mine[part]))
        throw new AgoraError(
          `In the run ${name} at ${place}, the ${names[part] ?? part} is ${show(theirs[part])}, not ${show(mine[part])}. ` +
            'Use the same script and the same version on every machine, or choose another folder.',
        );
    // Agents that are asked at the same time may be asked in any order.
    const different =
      questions.find((question) => !known.includes(question)) ??
      known.find((question) => !questions.includes(question));
    if (different !== undefined)
      throw new AgoraError(
        `The process that started the run ${name} at ${place} asks different questions. ` +
          `The first difference is in ${different.slice(0, different.lastIndexOf(':'))}. ` +
          'To join this run, use the same version of the same script. To start a new run, use another folder.',
      );
  }

  let spent: Spent = { calls: 0, input: 0, output: 0 };
  async function readSpent(): Promise<void> {
    const found = await ask(redis.hgetall(key('spent')));
    const count = (field: string): number => Number(found[field] ?? 0);
    spent = { calls: count('calls'), input: count('input'), output: count('output') };
  }
  await readSpent();
  hasJoined = true;

  const self: string = randomUUID();
  /** The amount that this process has reserved; undefined if the run has no budget. */
  let reserved: number | undefined;
  async function reserve(amount: number): Promise<number> {
    reserved = amount;
    const others = await ask(redis.eval(setReservation, 1, key('reserved'), self, amount) as Promise<string>);
    await readSpent();
    return Number(others);
  }

  const connections: { disconnect(): void }[] = [redis];
  return {
    get spent() {
      return spent;
    },
    async repliesOf(collaboration) {
      const hash = key(`replies:${collaboration}`);
      const lines = await ask(redis.hvals(hash));
      return new Map(lines.map((line) => readReplyLine(line, `A value of ${hash}`)));
    },
    async storedReplies(collaboration) {
      const lines = await ask(redis.hvals(key(`replies:${collaboration}`)));
      return lines.map((line) => JSON.parse(line) as StoredReply);
    },
    async beforeCall(collaboration, question) {
      if (requestsPerMinute !== undefined) {
        const gap = Math.ceil(60_000 / requestsPerMinute);
        await sleep(await ask(redis.eval(takeTurn, 1, key('turn'), gap) as Promise<number>));
      }
      const hash = key(`replies:${collaboration}`);
      const [line, player] = await ask(
        Promise.all([redis.hget(hash, question), redis.hget(key('players'), String(collaboration))]),
      );
      if (player !== null && player !== self)
        throw new TakenOver(`Another process is playing collaboration ${collaboration}.`, 'stopped');
      return line === null ? undefined : readReplyLine(line, `A value of ${hash}`)[1];
    },
    async bringReply(reply) {
      const hash = key(`replies:${reply.collaboration}`);
      if ((await ask(redis.hsetnx(hash, reply.key, JSON.stringify(reply)))) === 0) return;
      const { input, output } = reply.usage;
      const counts = redis.multi().hincrby(key('spent'), 'calls', 1);
      await ask(
        counts.hincrbyfloat(key('spent'), 'input', input).hincrbyfloat(key('spent'), 'output', output).exec(),
      );
    },
    async addReply(reply) {
      let unwritten: Error | undefined;
      try {
        onReply(reply);
      } catch (error) {
        unwritten = error as Error; // Redis still gets the reply
      }
      const hash = key(`replies:${reply.collaboration}`);
      const { input, output } = reply.usage;
      const results = await ask(
        redis
          .multi()
          .hsetnx(hash, reply.key, JSON.stringify(reply))
          .hget(hash, reply.key)
          .hincrby(key('spent'), 'calls', 1)
          .hincrbyfloat(key('spent'), 'input', input)
          .hincrbyfloat(key('spent'), 'output', output)
          .exists(key('agreement'))
          .exec(),
      );
      const [isFirst, line, calls, inputs, outputs, isThere] = (results ?? []).map(([, value]) => value);
      if (unwritten !== undefined) throw unwritten;
      if (isThere === 0) throw lost();
      spent = { calls: Number(calls), input: Number(inputs), output: Number(outputs) };
      const theirs = readReplyLine(String(line), `A value of ${hash}`)[1];
      if (isFirst === 1 || !isRejection(theirs)) return isFirst === 1 ? reply : theirs;
      await ask(redis.hset(hash, reply.key, JSON.stringify(reply)));
      return reply;
    },
    reserve,
    async play(count, { concurrency, playOne, stopped, leave, settled, onProgress }) {
      const prefix = 'agora-jobs';
      const queue = new Queue(name, { connection: redis, prefix });
      const workerConnection = connect();
      connections.push(workerConnection);
      let isStopped = false;
      let failure: Error | undefined;
      /**
       * Callbacks to run when this process stops. A callback can be removed from this set, whereas a callback attached
       * to the promise `stopped` would stay in memory.
       */
      const whenStopped = new Set<() => void>();
      const wakeAll = (): void => {
        for (const call of whenStopped) call();
      };
      void stopped.then(() => {
        isStopped = true;
        wakeAll();
        // The replies are in the folder, so a process that stops need not wait for Redis to answer again.
        const giveUp = (): void => {
          if (awaySince !== undefined) for (const end of waiting) end();
        };
        setTimeout(giveUp, firstPatience).unref();
      });
      const fail = (error: unknown): void => {
        failure ??= error as Error;
        wakeAll();
      };
      const playing = new Map<number, Promise<Collaboration>>();
      /** Plays a collaboration. Returns undefined if this process has to stop. */
      const played = (index: number): Promise<Collaboration | undefined> =>
        new Promise((resolve, reject) => {
          const quit = (): void => resolve(undefined);
          if (isStopped || failure !== undefined) return quit();
          whenStopped.add(quit);
          // BullMQ may assign a collaboration to the process that is already playing it.
          const one = playing.get(index) ?? playOne(index).finally(() => playing.delete(index));
          playing.set(index, one);
          one.then(resolve, reject).finally(() => whenStopped.delete(quit));
        });
      const store = async (field: string, collaboration: Collaboration): Promise<void> => {
        if ((await ask(redis.exists(key('agreement')))) === 0) throw lost();
        const line = JSON.stringify(collaboration);
        await ask(redis.hsetnx(key('collaborations'), field, line));
      };

      const worker = new Worker(
        name,
        async (job: Job<{ index: number }>, token?: string) => {
          const field = String(job.data.index);
          try {
            if ((await ask(redis.hexists(key('collaborations'), field))) === 1) return;
            await ask(redis.hset(key('players'), field, self));
            const collaboration = await played(job.data.index);
            if (collaboration !== undefined) return await store(field, collaboration);
          } catch (error) {
            if (error instanceof TakenOver) return;
            fail(error);
          }
          // This process is stopping. Store the calls in flight, and return the collaboration to the other processes.
          await settled();
          await worker.pause(true);
          await job.moveToWait(token);
          throw new WaitingError();
        },
        {
          connection: workerConnection,
          prefix,
          autorun: false,
          concurrency,
          lockDuration: waits.lock,
          stalledInterval: waits.lock / 2,
          maxStalledCount: Number.MAX_SAFE_INTEGER,
          drainDelay: 1,
        },
      );
      worker.on('error', () => undefined); // BullMQ reconnects, and reassigns lost jobs
      queue.on('error', () => undefined);

      /** Adds a job for each unfinished collaboration. Does not add existing jobs again. */
      const addJobs = async (done: ReadonlySet<number>): Promise<void> => {
        const missing = Array.from({ length: count }, (_, index) => index).filter(
          (index) => !done.has(index),
        );
        const opts = { removeOnComplete: true, removeOnFail: true };
        await ask(
          queue.addBulk(
            missing.map((index) => ({
              name: 'collaboration',
              data: { index },
              opts: { ...opts, jobId: `collaboration-${index}` },
            })),
          ),
        );
      };

      /** Sleeps until the time is up or this process stops. */
      const pause = (milliseconds: number): Promise<void> =>
        new Promise((resolve) => {
          const wake = (): void => {
            clearTimeout(timer);
            whenStopped.delete(wake);
            resolve();
          };
          const timer = setTimeout(wake, milliseconds);
          whenStopped.add(wake);
        });

      try {
        const turn = 250;
        for (let waited = 0; !isStopped; waited += turn) {
          if (failure !== undefined) throw failure;
          const [finished, isThere] = await ask(
            Promise.all([redis.hlen(key('collaborations')), redis.exists(key('agreement'))]),
          );
          if (isThere === 0) throw lost();
          onProgress(Math.min(finished, count));
          const isDue = waited % waits.lock === 0;
          if (finished >= count || isDue) {
            const fields = await ask(redis.hkeys(key('collaborations')));
            const done = new Set(fields.map(Number).filter((index) => index < count));
            if (done.size === count) break;
            if (isDue) await addJobs(done); // Redis may have lost jobs in a restart
          }
          if (isDue && reserved !== undefined) await reserve(reserved);
          if (waited === 0) worker.run().catch((error: unknown) => fail(failed(error)));
          await pause(turn);
        }
      } finally {
        leave();
        // Do not wait for an unreachable Redis. It will reassign this process's collaborations.
        await settled();
        const isAway = awaySince !== undefined;
        await within(isAway ? 1000 : firstPatience, worker.close(isAway), '').catch(() => undefined);
      }
    },
    async *finished(count) {
      for (let index = 0; index < count; index++) {
        const line = await ask(redis.hget(key('collaborations'), String(index)));
        if (line === null) throw lost();
        yield JSON.parse(line) as Collaboration;
      }
    },
    async close() {
      isClosed = true;
      await within(1000, redis.hdel(key('reserved'), self), '').catch(() => undefined);
      for (const connection of connections) connection.disconnect();
    },
  };
}

type Agreement = Record<string, unknown> & { readonly questions?: readonly string[] };

/** The names that error messages use for the parts of an agreement. */
const names: Record<string, string> = {
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

/** Returns an address without the user name and password. */
function placeOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol))
    throw new AgoraError('`queue` must be an address such as redis://127.0.0.1:6379.');
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Returns a duration in words. */
function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
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
