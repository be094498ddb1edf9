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
  /** The model's name in messages. */
  readonly name: string;
  readonly load: Omit<LoadSettings, 'rememberedThreads'>;
  /** The program of the child process; tests use their own. */
  readonly program: string;
  /** The best number of threads by an earlier measurement on this machine. */
  readonly rememberedThreads: () => number | null;
  readonly rememberThreads: (threads: number) => void;
}

/** A question to the model. */
export interface LocalCall {
  readonly question: LocalQuestion;
  /** Identifies the call; the same when the call is repeated. */
  readonly key: string;
  /** The run that the call belongs to. Runs take turns. */
  readonly run: string;
  /** The longest time for an answer, in seconds, from when the child gets the question. */
  readonly timeout: number;
}

/** A question that waits for its answer. Only the first result counts. */
interface Job {
  readonly id: number;
  readonly call: LocalCall;
  readonly settle: (outcome: LocalAnswer | AgoraError) => void;
  timer?: NodeJS.Timeout;
}

/** How long a child may take to abandon a call before the child is killed. */
const patienceMs = 10_000;
/** The most characters of the child's last output on standard error that messages quote. */
const mostLastWords = 2000;

/**
 * A child process that runs one language model, and the questions that wait for it. The first question starts the
 * child, and it restarts after a crash. It does not keep the parent process alive while there are no questions.
 *
 * A crash fails the calls in flight with 'no-answer', so that they are asked again. They are then asked one at a
 * time. A call that crashes the model a second time fails with 'request-failed'. The run continues.
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
   * Loads the weights if they are not loaded yet.
   * @throws AgoraError 'model-unavailable' when the weights cannot be loaded
   */
  facts(): Promise<LoadedFacts> {
    this.loading ??= this.start();
    return this.loading;
  }

  /**
   * @throws AgoraError 'model-unavailable', 'request-failed' or 'no-answer' (a crash, which may not happen again)
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
        // `stop` lets a call in flight finish; `signal` does not.
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

  /** Sends waiting calls while there are free sequences. A call that was in flight during a crash is sent alone. */
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

  /** Loads the weights if necessary, and then answers the waiting calls. */
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

  /** Handles a call that takes too long: the child abandons it, or is killed. */
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

  /** Forgets a call. A call that is being answered keeps its sequence until the child has abandoned it. */
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
    // If a message cannot be sent because the child has just ended, the exit event reports it.
    this.child?.send(message, () => undefined);
  }

  /** The child keeps this process alive only while there are questions. */
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
