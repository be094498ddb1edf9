import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { AgoraError } from 'agora-voting';
import type { ChatOptions } from '../chat-model';
import { endsWaiting, onAnyAbort } from '../on-abort';
import type {
  FromChild,
  LoadedFacts,
  LoadSettings,
  LocalAnswer,
  LocalQuestion,
  ToChild,
} from './child-messages';
import { FairQueue } from './fair-queue';

export interface ProcessSettings {
  /** How the model is called in messages. */
  readonly name: string;
  readonly load: Omit<LoadSettings, 'rememberedThreads'>;
  /** The program of the child process: tests bring their own. */
  readonly program: string;
  /** The threads that an earlier measurement on this machine found best. */
  readonly rememberedThreads: () => number | null;
  readonly rememberThreads: (threads: number) => void;
}

/** A question to the model. */
export interface LocalCall {
  readonly question: LocalQuestion;
  /** Which call it is; the same when it is asked again. */
  readonly key: string;
  /** Which run it belongs to: runs take turns. */
  readonly run: string;
  /** The longest that the answer may take once the child has the question, in seconds. */
  readonly timeout: number;
}

/** A question that waits for its answer. Settling it a second time does nothing. */
interface Job {
  readonly id: number;
  readonly call: LocalCall;
  readonly settle: (outcome: LocalAnswer | AgoraError) => void;
  timer?: NodeJS.Timeout;
}

/** A child that was told to give up a call is given so long before it is ended. */
const patienceMs = 10_000;
/** What a child wrote last on standard error, for messages. */
const mostLastWords = 2000;

/**
 * A child process that holds one language model, and the questions that wait for it. It is started by the first
 * question, started again after a crash, and keeps nobody alive while nothing is asked.
 *
 * A crash fails the calls in flight with 'no-answer', so that they are asked again; after it they are asked one at a
 * time, and the one that crashes the model a second time is 'request-failed'. The run goes on.
 */
export class LocalProcess {
  private child: ChildProcess | null = null;
  private loading: Promise<LoadedFacts> | null = null;
  private readonly queue = new FairQueue<Job>();
  private readonly inFlight = new Map<number, Job>();
  /** Calls that were in flight when the child crashed, and how often. */
  private readonly crashes = new Map<string, number>();
  private nextId = 1;

  constructor(private readonly settings: ProcessSettings) {}

  /**
   * Loads the weights, unless they are loaded.
   * @throws AgoraError 'model-unavailable' when they cannot be
   */
  facts(): Promise<LoadedFacts> {
    this.loading ??= this.start();
    return this.loading;
  }

  /**
   * @throws AgoraError 'model-unavailable', 'request-failed' or 'no-answer' (a crash, which may not come again)
   * @throws the signal's reason
   */
  ask(call: LocalCall, options?: ChatOptions): Promise<LocalAnswer> {
    const signals = endsWaiting(options);
    return new Promise((resolve, reject) => {
      const aborted = signals.find((signal) => signal.aborted);
      if (aborted !== undefined) return reject(aborted.reason as Error);
      const job: Job = {
        id: this.nextId++,
        call,
        settle: (outcome) => {
          forget();
          if (outcome instanceof AgoraError) reject(outcome);
          else resolve(outcome);
        },
      };
      const forget = onAnyAbort(signals, (reason) => {
        // Told to stop, a call in flight is finished; told to end, it is not.
        if (this.inFlight.has(job.id) && options?.signal?.aborted !== true) return;
        forget();
        this.drop(job);
        reject(reason);
      });
      this.queue.add(call.run, job);
      this.serve();
    });
  }

  /** Ends the child, if there is one. Calls in flight fail as in a crash. */
  end(): void {
    this.child?.kill('SIGKILL');
  }

  private start(): Promise<LoadedFacts> {
    const { name, load, program } = this.settings;
    const child = fork(program, [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child = child;
    let lastWords = '';
    child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      lastWords = (lastWords + words).slice(-mostLastWords);
    });
    return new Promise((resolve, reject) => {
      child.on('message', (message: FromChild) => {
        if (message.type === 'loaded') {
          if (message.facts.measured) this.settings.rememberThreads(message.facts.threads);
          this.rest();
          resolve(message.facts);
        } else if (message.type === 'refused') {
          reject(new AgoraError('model-unavailable', message.reason));
          this.forgetChild(child);
          child.kill('SIGKILL');
        } else this.take(message);
      });
      child.on('error', (error) => {
        this.forgetChild(child);
        reject(
          new AgoraError('model-unavailable', `The process of ${name} cannot be started: ${error.message}`),
        );
      });
      child.on('exit', (code, signal) => {
        const how = `${signal ?? `exit code ${code}`}${said(lastWords)}`;
        this.forgetChild(child);
        reject(
          new AgoraError(
            'model-unavailable',
            `The process of ${name} ended while it loaded the weights (${how}). SIGKILL usually means too little memory: set fewer sequences or a smaller context`,
          ),
        );
        this.crashed(how);
      });
      this.send({
        type: 'load',
        settings: { ...load, rememberedThreads: this.settings.rememberedThreads() },
      });
    });
  }

  private forgetChild(child: ChildProcess): void {
    if (this.child !== child) return;
    this.child = null;
    this.loading = null;
  }

  /** Sends what waits, as long as sequences are free. A call that was in a crash is sent alone. */
  private dispatch(): void {
    while (this.inFlight.size < this.settings.load.sequences) {
      const next = this.queue.peek();
      if (next === undefined || this.child === null) break;
      const suspicious = [next, ...this.inFlight.values()].some(({ call }) => this.crashes.has(call.key));
      if (suspicious && this.inFlight.size > 0) break;
      this.queue.take();
      this.inFlight.set(next.id, next);
      next.timer = setTimeout(() => this.overdue(next), next.call.timeout * 1000);
      this.work();
      this.send({ type: 'ask', id: next.id, question: next.call.question });
    }
    if (this.inFlight.size === 0) this.rest();
  }

  /** Has the weights loaded where they are not, and those that wait answered. */
  private serve(): void {
    this.facts().then(
      () => this.dispatch(),
      (error: unknown) => {
        for (const job of this.queue.takeAll()) job.settle(error as AgoraError);
      },
    );
  }

  private take(message: Extract<FromChild, { type: 'answered' | 'failed' }>): void {
    const job = this.inFlight.get(message.id);
    if (job !== undefined) {
      this.inFlight.delete(job.id);
      clearTimeout(job.timer);
      if (message.type === 'answered') {
        this.crashes.delete(job.call.key);
        job.settle(message.answer);
      } else {
        const text = `${this.settings.name}: ${message.reason}`;
        job.settle(new AgoraError('request-failed', text, { details: message.details }));
      }
    }
    this.dispatch();
  }

  private crashed(how: string): void {
    const { name } = this.settings;
    const jobs = [...this.inFlight.values()];
    this.inFlight.clear();
    for (const job of jobs) {
      clearTimeout(job.timer);
      const times = (this.crashes.get(job.call.key) ?? 0) + 1;
      this.crashes.set(job.call.key, times);
      const what = `The process of ${name} ended in the middle of a call (${how})`;
      job.settle(
        times > 1
          ? new AgoraError('request-failed', `${what}, for the second time on this call`)
          : new AgoraError('no-answer', what),
      );
    }
    if (this.queue.size > 0) this.serve();
  }

  /** A call takes too long: the child gives it up, or is ended. */
  private overdue(job: Job): void {
    const { name } = this.settings;
    const { timeout } = job.call;
    this.drop(job);
    job.settle(
      new AgoraError(
        'no-answer',
        `${name} gave no answer within ${timeout} s: ask for fewer tokens, or set a longer timeout`,
        { details: { timedOut: 1 } },
      ),
    );
  }

  /** Forgets a call. One that is being answered keeps its sequence until the child has given it up. */
  private drop(job: Job): void {
    if (this.queue.remove(job.call.run, job)) return;
    if (!this.inFlight.has(job.id)) return;
    clearTimeout(job.timer);
    const { child } = this;
    this.send({ type: 'cancel', id: job.id });
    setTimeout(() => {
      if (this.inFlight.has(job.id)) child?.kill('SIGKILL');
    }, patienceMs).unref();
  }

  private send(message: ToChild): void {
    // What cannot be sent because the child has just ended is told by its exit.
    this.child?.send(message, () => undefined);
  }

  /** While something is asked, the child keeps this process alive; else not. */
  private work(): void {
    this.child?.ref();
    this.child?.channel?.ref();
  }

  private rest(): void {
    this.child?.unref();
    this.child?.channel?.unref();
    (this.child?.stderr as Socket | null | undefined)?.unref();
  }
}

function said(lastWords: string): string {
  const line = lastWords.trim().split('\n').at(-1) ?? '';
  return line === '' ? '' : `; it said: ${line.slice(0, 300)}`;
}
