import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Queue, QueueOptions, Worker } from 'bullmq';
import pLimit from 'p-limit';
import { AgoraError, hasCode } from 'agora-voting';
import type { Claim, WorkSource } from '../experiment/seam';
import { unlessAborted } from '../models/on-abort';
import { missingPackage } from '../optional-package';
import { readAddress } from './address';
import type { SharedRun } from './journal';
import type { RunJournal } from './run-journal';

/** What a job holds. A worker finds everything else in the journal and in its own code. */
interface Work {
  readonly run: string;
  readonly collaboration: number;
}

/** How many jobs are sent at once. */
const atOnce = 1000;
/** A job whose worker is gone is given to another one however often that happens: the journal counts. */
const anyNumber = 1e9;
/** How long a worker that only finds what is for the others lets them take it, and the most that it keeps meanwhile. */
const forOthersMs = 1000;
const mostKept = 100;
/** How long a server may be away before a worker gives up. */
const patienceMs = 15 * 60_000;

/** Where queues are: a Redis or Valkey server, or a PostgreSQL one. BullMQ does the work. */
export class QueueServer {
  private constructor(
    private readonly bullmq: typeof import('bullmq'),
    private readonly url: string,
    private readonly protocol: string,
    /** Without credentials. */
    readonly address: string,
  ) {}

  /**
   * @param who - what needs it, for errors: "agora worker"
   * @throws AgoraError 'missing-package'; 'setting' for what is no address; 'queue' when no server answers
   */
  static async open(url: string, who: string): Promise<QueueServer> {
    const { protocol, address } = readAddress('--queue', url, [
      'redis:',
      'rediss:',
      'postgres:',
      'postgresql:',
    ]);
    const driver = protocol.startsWith('redis') ? 'ioredis' : 'pg';
    let bullmq: typeof import('bullmq');
    try {
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      bullmq = require('bullmq') as typeof import('bullmq');
      require.resolve(driver);
    } catch (error) {
      throw missingPackage(who, ['bullmq', driver], error);
    }
    const server = new QueueServer(bullmq, url, protocol, address);
    await server.check();
    return server;
  }

  /** Puts collaborations of a run into its queue, unless they are in it. */
  async fill(run: SharedRun, collaborations: readonly number[]): Promise<void> {
    await this.within(run, async (queue) => {
      for (let from = 0; from < collaborations.length; from += atOnce)
        await queue.addBulk(
          collaborations.slice(from, from + atOnce).map((collaboration) => ({
            name: 'collaboration',
            data: { run: run.name, collaboration },
            // eslint-disable-next-line id-denylist -- BullMQ's name
            opts: { jobId: `collaboration-${collaboration}`, removeOnComplete: true },
          })),
        );
    });
  }

  /** How many jobs of a run wait, and how many are claimed. */
  async counts(run: SharedRun): Promise<{ readonly waiting: number; readonly claimed: number }> {
    return this.within(run, async (queue) => {
      const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
      return { waiting, claimed: active };
    });
  }

  /**
   * Work on a run.
   * @param leaseMs - a claim that is not renewed for this long goes to another worker
   * @param tell - is told when the server gives no jobs, once for each time that this happens
   */
  async work(
    run: SharedRun,
    journal: RunJournal,
    isOpen: () => Promise<boolean>,
    leaseMs: number,
    tell: (line: string) => void,
  ) {
    const { Worker } = this.bullmq;
    const options = {
      ...this.options(true),
      autorun: false,
      // So many seconds without a job, and the journal is asked whether any can come.
      drainDelay: 1,
      lockDuration: leaseMs,
      stalledInterval: Math.ceil(leaseMs / 2),
      maxStalledCount: anyNumber,
    };
    const worker = new Worker<Work>(run.queue, null, options, ...this.backend());
    // The server is away for a moment: what is asked of it meanwhile waits.
    worker.on('error', () => undefined);
    await worker.startStalledCheckTimer();
    return new QueuedWork({ worker, run, journal, isOpen, leaseMs, tell, address: this.address });
  }

  /** @throws AgoraError 'queue' when no server answers */
  private async check(): Promise<void> {
    const queue = this.queue('agora-check', false);
    let reason = 'it does not answer';
    queue.on('error', (error: Error & { code?: string }) => (reason = error.code ?? error.message));
    try {
      const answer = await Promise.race([
        queue.getJobCounts('waiting').then(() => 'there'),
        wait(5000, 'late', { ref: false }),
      ]);
      if (answer === 'there') return;
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (reason === 'it does not answer') reason = code ?? message;
    } finally {
      await queue.close().catch(() => undefined);
      await queue.disconnect().catch(() => undefined);
    }
    throw new AgoraError('queue', `No queue server answers at ${this.address} (${reason})`);
  }

  /** @throws AgoraError 'queue' when the server does not do what it is asked to */
  private async within<T>(run: SharedRun, act: (queue: Queue<Work>) => Promise<T>): Promise<T> {
    const queue = this.queue(run.queue, true);
    queue.on('error', () => undefined);
    try {
      return await act(queue);
    } catch (error) {
      throw new AgoraError('queue', problemOf(this.address, error), { cause: error });
    } finally {
      await queue.close();
    }
  }

  private queue(name: string, isPatient: boolean): Queue<Work> {
    return new this.bullmq.Queue<Work>(name, this.options(isPatient), ...this.backend());
  }

  /** @param isPatient - whether to wait for a server that is away, however long */
  private options(isPatient: boolean): QueueOptions {
    if (!this.protocol.startsWith('redis'))
      return { connection: { connectionString: this.url, migrate: true } };
    const connection = isPatient
      ? { url: this.url, maxRetriesPerRequest: null }
      : { url: this.url, maxRetriesPerRequest: 1, retryStrategy: () => null };
    return { connection };
  }

  /** The last arguments of BullMQ's constructors: none for Redis. */
  private backend(): never[] {
    return this.protocol.startsWith('redis') ? [] : [this.bullmq.createPostgresBackend as never];
  }
}

interface QueuedWorkSetting {
  readonly worker: Worker<Work>;
  readonly run: SharedRun;
  readonly journal: RunJournal;
  /** Whether collaborations are still to be played, by whomever. */
  readonly isOpen: () => Promise<boolean>;
  readonly leaseMs: number;
  readonly tell: (line: string) => void;
  /** The queue's server, without credentials. */
  readonly address: string;
}

/** The collaborations of a run that wait in its queue. */
export class QueuedWork implements WorkSource {
  /** One caller waits for the queue, the others behind it. */
  private readonly line = pLimit(1);
  private isOver = false;
  /** What is played here now, by collaboration; resolved when its calls have ended. */
  private readonly held = new Map<number, Promise<void>>();

  /** Since when the queue's server has given errors in place of jobs; null while it gives none. */
  private awaySince: number | null = null;

  constructor(private readonly setting: QueuedWorkSetting) {}

  claim(signal: AbortSignal): Promise<Claim | null> {
    return this.line(() => this.next(signal));
  }

  endsAll(problem: Error): boolean {
    return problem instanceof AgoraError && endingAll.has(problem.code);
  }

  /** Leaves the queue. What is still claimed goes to others when its lease has ended. */
  async close(): Promise<void> {
    await this.setting.worker.close(true).catch(() => undefined);
  }

  private async next(signal: AbortSignal): Promise<Claim | null> {
    const { run, journal, isOpen, leaseMs } = this.setting;
    // What is for the others is kept until this worker has another job: it would come back at once.
    const kept: (() => Promise<void>)[] = [];
    let keptSince = 0;
    // A server that is away keeps nobody here: what is not given back comes back when its lease has ended.
    const giveToOthers = (): void => {
      for (const give of kept.splice(0)) void give();
    };
    const letOthersTake = async (): Promise<void> => {
      giveToOthers();
      await wait(forOthersMs, undefined, { signal }).catch(() => undefined);
    };
    try {
      while (!signal.aborted && !this.isOver) {
        const token = randomUUID();
        const job = await this.nextJob(token, signal);
        if (job === undefined) {
          if (kept.length > 0) await letOthersTake();
          // Those that other workers hold may come back.
          this.isOver = !signal.aborted && !(await isOpen());
          continue;
        }
        const { collaboration } = job.data;
        // It comes back to the worker whose lease on it has ended.
        await this.held.get(collaboration);
        const whether = job.data.run === run.name ? await journal.begin(collaboration) : 'no';
        if (whether === 'yes') return this.claimOf(job, token, collaboration);
        if (whether === 'no') {
          await done(job, token);
          continue;
        }
        if (kept.length === 0) keptSince = performance.now();
        kept.push(() => settled(job.moveToWait(token)));
        if (kept.length === mostKept || performance.now() - keptSince > leaseMs / 3) await letOthersTake();
      }
      return null;
    } finally {
      giveToOthers();
    }
  }

  /**
   * The next job, or undefined where none has come, for a second at the most.
   * @throws AgoraError 'queue' when the server has been away for a quarter of an hour
   */
  private async nextJob(token: string, signal: AbortSignal): Promise<Job<Work> | undefined> {
    const coming = this.setting.worker.getNextJob(token);
    const away = new AbortController();
    const timer = setTimeout(() => away.abort(), patienceMs);
    try {
      const job = await unlessAborted(coming, AbortSignal.any([signal, away.signal]));
      this.awaySince = null;
      return job;
    } catch (error) {
      const now = performance.now();
      if (away.signal.aborted || now - (this.awaySince ?? now) > patienceMs)
        throw new AgoraError('queue', `The queue server at ${this.setting.address} does not answer any more`);
      // One that comes too late is for others.
      if (signal.aborted) {
        void coming.then((job) => job?.moveToWait(token)).catch(() => undefined);
        return undefined;
      }
      if (this.awaySince === null)
        this.setting.tell(`${problemOf(this.setting.address, error)} It is asked again.`);
      this.awaySince ??= now;
      await wait(500);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  private claimOf(job: Job<Work>, token: string, index: number): Claim {
    const { journal, leaseMs } = this.setting;
    let release = (): void => undefined;
    this.held.set(index, new Promise((resolve) => (release = resolve)));
    const letGo = (): void => {
      this.held.delete(index);
      release();
    };
    return {
      index,
      leaseMs,
      renew: async () => Number(await job.extendLock(token, leaseMs)) === 1,
      finish: () => {
        letGo();
        return done(job, token);
      },
      giveBack: async (problem) => {
        letGo();
        // Whoever has it now counts for itself.
        if (hasCode(problem, 'lease-lost')) return;
        await journal.giveBack(index, problem === undefined || this.endsAll(problem) ? undefined : problem);
        await settled(job.moveToWait(token));
      },
    };
  }
}

/** What an error of a queue's server says, in a line: without the scripts that were to run there. */
function problemOf(address: string, error: unknown): string {
  const { message } = error as Error;
  if (message.includes('OOM command not allowed'))
    return `The memory of the queue's server at ${address} is full (maxmemory). Nothing is lost: give it more memory, then "npx agora serve-run" fills the queue again.`;
  const [line = ''] = message.split('\n');
  return `The queue at ${address}: ${line.replace(/,? script: .*$/, '').replace(/\.$/, '')}.`;
}

/** The codes of problems that are not one collaboration's own. */
const endingAll = new Set([
  'interrupted',
  'budget-exhausted',
  'too-many-failures',
  'model-unavailable',
  'record-write',
  'journal',
  'queue',
]);

function done(job: Job<Work>, token: string): Promise<void> {
  return settled(job.moveToCompleted(true, token, false));
}

/**
 * Waits for a move whose failure does not matter: what counts is in the journal, and a job that was not moved comes back
 * when its lease has ended.
 */
async function settled(move: Promise<unknown>): Promise<void> {
  await move.catch(() => undefined);
}
