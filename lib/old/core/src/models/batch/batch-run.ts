import { randomUUID } from 'node:crypto';
import { AgoraError, hasCode } from 'agora-voting';
import type { ChatOptions } from '../chat-model';
import { endsWaiting, onAnyAbort } from '../on-abort';
import { BatchBook, type PlannedBatch } from './batch-book';
import type { BatchEndpoint, BatchState } from './batch-endpoint';
import { readResults, requestLine, type BatchResult } from './batch-lines';
import { Gathering } from './gathering';

/** A call to be answered by a batch. */
export interface BatchCall {
  /** Its name in batches. */
  readonly name: string;
  /** The body of its request, and the tokens of its prompt by our own count. */
  readonly body: Parameters<typeof requestLine>[1];
  readonly tokens: () => number;
}

/** The answer of a batch to a call. */
export interface BatchAnswer {
  readonly result: BatchResult;
  /** From the batch's creation to its end; 0 if the endpoint does not say. */
  readonly latencyMs: number;
  /** How many batches this call has been in. */
  readonly attempts: number;
  /** Whether the same batch answered another call. */
  readonly othersAnswered: boolean;
  /** Lets the call be submitted again. @param anew - whether its attempts are counted from the beginning */
  readonly release: (anew: boolean) => void;
}

export interface BatchLimits {
  readonly mostRequests: number;
  readonly mostFileBytes: number;
  /** The longest wait between two looks at a batch. */
  readonly pollMs: number;
  /** How long the endpoint may be away. */
  readonly awayMs: number;
  readonly quietMs: number;
  /** See `Patience`. */
  readonly busyMs: number;
}

/** A call that waits for its answer. */
interface Waiting {
  readonly call: BatchCall;
  readonly line: string;
  resolve(answer: BatchAnswer): void;
  reject(error: Error): void;
  isOver: boolean;
}

/** A submitted batch with calls that wait for it. */
interface Followed {
  readonly batch: PlannedBatch;
  readonly id: string;
  readonly waiting: Map<string, Waiting[]>;
  state: BatchState | undefined;
  /** Ends the wait for the next look, when no call waits any more. */
  readonly idle: AbortController;
}

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** The share of an account's limit of enqueued tokens that is used, as the endpoint counts tokens otherwise. */
const shareOfLimit = 0.8;

/**
 * The batches of a run: gathers calls, submits them, waits and hands out what comes. A call that an earlier process
 * has submitted is waited for and not submitted again; the book in the run's folder knows.
 */
export class BatchRun {
  private readonly book: BatchBook;
  private readonly gathering: Gathering<Waiting>;
  private readonly followed = new Map<PlannedBatch, Followed>();
  private unsent: Waiting[] = [];
  /** One step of submitting after the other. */
  private sending: Promise<void> = Promise.resolve();
  private readonly closed = new AbortController();
  /** The most tokens that may be enqueued at the endpoint; learnt when it is exceeded. */
  private mostTokens = Infinity;
  private fullForMs = 0;
  private ending: NodeJS.Immediate | undefined;

  /** @throws AgoraError 'corrupt-record' */
  constructor(
    private readonly endpoint: BatchEndpoint,
    private readonly about: { readonly address: string; readonly model: string },
    private readonly limits: BatchLimits,
    folder: string,
    private readonly tell: (text: string) => void,
    private readonly redact: (text: string) => string,
  ) {
    this.book = new BatchBook(folder);
    this.gathering = new Gathering(limits, (calls) => this.next(() => this.send(calls)));
  }

  join(): () => void {
    return this.gathering.join();
  }

  /** The collaboration waits from here on. @returns ends this */
  enter(collaboration: number): () => void {
    return this.gathering.enter(collaboration);
  }

  /** @throws what ends the run; 'request-failed' if the call alone is larger than a batch; a signal's reason */
  ask(call: BatchCall, options: ChatOptions | undefined): Promise<BatchAnswer> {
    this.closed.signal.throwIfAborted();
    const line = requestLine(call.name, call.body);
    if (Buffer.byteLength(line) > this.limits.mostFileBytes)
      throw new AgoraError(
        'request-failed',
        `The request alone is larger than a batch of ${this.limits.mostFileBytes} bytes`,
      );
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        call,
        line,
        isOver: false,
        resolve(answer) {
          if (this.isOver) return;
          this.isOver = true;
          forget();
          resolve(answer);
        },
        reject(error) {
          if (this.isOver) return;
          this.isOver = true;
          forget();
          reject(error);
        },
      };
      // The batch goes on at the endpoint, and its answer is fetched when the run is resumed.
      const forget = onAnyAbort([...endsWaiting(options), this.closed.signal], (reason) => {
        waiting.reject(reason);
        this.endIdleSoon();
      });
      this.gathering.add(waiting);
    });
  }

  close(): void {
    this.closed.abort(new AgoraError('interrupted', 'The run is over.'));
    this.gathering.close();
  }

  /** Takes the next step when the ones before are done. */
  private next(step: () => Promise<void>): void {
    this.sending = this.sending.then(step).catch((error: unknown) => this.fail(error));
  }

  /** Ends every wait with an error that concerns them all. */
  private fail(error: unknown): void {
    for (const waiting of this.unsent.splice(0)) waiting.reject(error as Error);
    for (const { waiting } of this.followed.values())
      for (const one of [...waiting.values()].flat()) one.reject(error as Error);
  }

  private async send(calls: readonly Waiting[]): Promise<void> {
    this.unsent.push(...calls);
    await this.decide();
    const rest: Waiting[] = [];
    for (const waiting of this.unsent.splice(0)) {
      if (waiting.isOver) continue;
      const batch = this.book.batchOf(waiting.call.name);
      if (batch?.id === undefined) rest.push(waiting);
      else this.follow(batch, batch.id, [waiting]);
    }
    this.unsent = rest;
    await this.submit();
  }

  /** Finds out whether the endpoint got the batches that an earlier process sent without an answer. */
  private async decide(): Promise<void> {
    for (const batch of this.book.undecided(this.about.address)) {
      const found = await this.persist((signal) => this.endpoint.find(batch.plan, batch.at, signal));
      if (found === undefined) this.book.dropped(batch);
      else this.book.submitted(batch, found.id, '');
    }
  }

  /** Submits as many of the unsent calls as the endpoint may have enqueued. */
  private async submit(): Promise<void> {
    for (;;) {
      const pack = this.pack();
      if (pack.length === 0) return;
      const names = [...new Set(pack.map(({ call }) => call.name))];
      const lines = new Map(pack.map(({ call, line }) => [call.name, line]));
      const { address, model } = this.about;
      const plan = randomUUID();
      try {
        const batch = this.book.plan({ plan, endpoint: address, model, calls: names });
        const file = await this.persist((signal) =>
          this.endpoint.upload([...lines.values()].join(''), plan, signal),
        );
        let isFirst = true;
        const state = await this.persist(async (signal) => {
          // Where an answer got lost, the endpoint may have the batch already.
          const found = isFirst ? undefined : await this.endpoint.find(plan, batch.at, signal);
          isFirst = false;
          return found ?? this.endpoint.create(file, plan, signal);
        });
        this.book.submitted(batch, state.id, file);
        this.follow(batch, state.id, pack);
      } catch (error) {
        for (const waiting of pack) waiting.reject(error as Error);
        throw error;
      }
    }
  }

  /** Takes the calls of the next batch from the unsent ones; none if they must wait for other batches to end. */
  private pack(): Waiting[] {
    const { mostRequests, mostFileBytes } = this.limits;
    const enqueued = [...this.followed.values()].filter(({ state }) => !hasEnded(state));
    let tokens = Number.isFinite(this.mostTokens) ? sum(enqueued, tokensOf) : 0;
    let bytes = 0;
    const pack: Waiting[] = [];
    this.unsent = this.unsent.filter(({ isOver }) => !isOver);
    for (const waiting of this.unsent) {
      bytes += Buffer.byteLength(waiting.line);
      if (Number.isFinite(this.mostTokens)) tokens += waiting.call.tokens();
      const isAlone = pack.length === 0 && enqueued.length === 0;
      if (!isAlone && (pack.length === mostRequests || bytes > mostFileBytes || tokens > this.mostTokens))
        break;
      pack.push(waiting);
    }
    this.unsent.splice(0, pack.length);
    return pack;
  }

  /** Adds calls to a batch's, and begins to look at it. */
  private follow(batch: PlannedBatch, id: string, calls: readonly Waiting[]): void {
    let followed = this.followed.get(batch);
    const isNew = followed === undefined;
    followed ??= { batch, id, waiting: new Map(), state: undefined, idle: new AbortController() };
    for (const waiting of calls) {
      const same = followed.waiting.get(waiting.call.name);
      if (same === undefined) followed.waiting.set(waiting.call.name, [waiting]);
      else same.push(waiting);
    }
    if (!isNew) return;
    this.followed.set(batch, followed);
    void this.watch(followed);
  }

  /** Looks at a batch until it has ended, and hands out its answers. */
  private async watch(followed: Followed): Promise<void> {
    const { batch, id, idle } = followed;
    try {
      for (let wait = Math.min(this.limits.pollMs, firstPauseMs); ;) {
        followed.state = await this.persist((signal) => this.endpoint.retrieve(id, signal));
        this.progress();
        if (hasEnded(followed.state)) break;
        if (followed.state.status === 'in_progress') this.fullForMs = 0;
        await sleep(wait, [this.closed.signal, idle.signal]);
        wait = Math.min(this.limits.pollMs, wait * 1.5);
      }
      await this.handOut(followed, followed.state);
    } catch (error) {
      const told = hasCode(error, 'unknown-batch') ? this.gone(error, id) : (error as Error);
      if (!idle.signal.aborted)
        for (const waiting of [...followed.waiting.values()].flat()) waiting.reject(told);
    }
    this.followed.delete(batch);
    if (this.closed.signal.aborted) return;
    this.progress();
    // Calls that came while the answers were fetched find them with the next look.
    const late = [...followed.waiting.values()].flat().filter(({ isOver }) => !isOver);
    this.next(() => this.send(late));
  }

  private gone(error: AgoraError, id: string): AgoraError {
    return new AgoraError(
      'model-unavailable',
      `${error.message}, which has answers of this run: another account's key, or it was deleted. To have the calls ` +
        `of batch ${id} submitted again, delete the line with "submitted" and this name from ${this.book.file}.`,
    );
  }

  private async handOut(followed: Followed, state: BatchState): Promise<void> {
    const { batch, waiting } = followed;
    if (state.status === 'failed') return this.refused(followed, state);
    const files: string[] = [];
    for (const file of [state.output_file_id, state.error_file_id])
      if (file != null) files.push(await this.persist((signal) => this.endpoint.download(file, signal)));
    const { results, malformed } = readResults(...files);
    this.closed.signal.throwIfAborted();
    this.book.ended(batch, state.status);
    this.mostTokens *= 2;
    const othersAnswered = [...results.values()].some(({ kind }) => kind === 'answer');
    const { created_at: from, completed_at: to } = state;
    const latencyMs = from == null || to == null ? 0 : Math.max(0, (to - from) * 1000);
    const missing = missingFrom(state, malformed);
    // Answers first: an error may end the run, and what was paid for is recorded before that.
    const entries = [...waiting].map(([name, calls]) => ({
      name,
      calls,
      result: results.get(name) ?? missing,
    }));
    const isAnswer = ({ result }: (typeof entries)[number]): number => (result.kind === 'answer' ? 0 : 1);
    entries.sort((one, other) => isAnswer(one) - isAnswer(other));
    const cancelled = new AgoraError(
      'model-unavailable',
      `Batch ${state.id} was cancelled at ${this.about.address}. What it did not answer is submitted again when the run is resumed.`,
    );
    for (const { name, calls, result } of entries) {
      waiting.delete(name);
      const isLost = state.status === 'cancelled' && result.kind === 'missing';
      if (isLost) this.book.released(batch, [name], true);
      for (const call of calls)
        if (isLost) call.reject(cancelled);
        else
          call.resolve({
            result,
            latencyMs,
            attempts: this.book.attempts(name),
            othersAnswered,
            release: (anew) => this.book.released(batch, [name], anew),
          });
    }
  }

  /** A batch that the endpoint did not begin. */
  private async refused(followed: Followed, state: BatchState): Promise<void> {
    const { batch, waiting } = followed;
    const [{ code = '', message = 'no reason is given' } = {}] = state.errors?.data ?? [];
    const said = this.redact(`${message}`).slice(0, 500);
    const calls = [...waiting.values()].flat();
    this.book.ended(batch, state.status);
    this.book.released(batch, batch.calls, true);
    if (code !== 'token_limit_exceeded')
      throw new AgoraError(
        'model-unavailable',
        `${this.about.address} refused the batch ${state.id} (${said}). Its calls are submitted again when the run is resumed.`,
      );
    const others = [...this.followed.values()].filter(
      (one) => one !== followed && !hasEnded(one.state),
    ).length;
    const tokens = tokensOf(followed);
    const [, limit] = /limit:?\s*([\d,]+)/i.exec(message ?? '') ?? [];
    const named = limit === undefined ? Infinity : Number(limit.replaceAll(',', '')) * shareOfLimit;
    if (others === 0) {
      // Batches of other programs count, too: the smaller it gets, the longer it waits.
      if (this.fullForMs >= this.limits.awayMs)
        throw new AgoraError('model-unavailable', `${this.about.address} takes no more batches (${said})`);
      this.mostTokens = tokens > named ? named : Math.max(1, tokens / 2);
      const first = Math.min(firstPauseMs, this.limits.pollMs);
      const pause = Math.min(longestPauseMs, Math.max(first, 2 * this.fullForMs));
      await sleep(pause, [this.closed.signal]);
      this.fullForMs += pause;
    } else {
      const besides = sum([...this.followed.values()], tokensOf) - tokens;
      this.mostTokens = Math.min(named, Math.max(1, besides));
    }
    waiting.clear();
    this.unsent.unshift(...calls);
  }

  /**
   * Repeats a request while the endpoint is away for a moment.
   * @throws AgoraError 'model-unavailable' when it has been away for too long
   */
  private async persist<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this.closed;
    let awayMs = 0;
    for (let pause = Math.min(firstPauseMs, this.limits.pollMs); ;) {
      signal.throwIfAborted();
      try {
        return await ask(signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!hasCode(error, 'no-answer') && !hasCode(error, 'malformed-answer')) throw error;
        const asked = (error.details['retryAfterMs'] as number | undefined) ?? pause;
        if (awayMs + asked > this.limits.awayMs)
          throw new AgoraError(
            'model-unavailable',
            `${error.message} (away for ${Math.round(awayMs / 1000)} s; batches that were submitted go on)`,
          );
        this.tell(`${error.message}; it is asked again`);
        await sleep(asked, [signal]);
        awayMs += asked;
        pause = Math.min(longestPauseMs, 2 * pause);
      }
    }
  }

  private progress(): void {
    const states = [...this.followed.values()];
    if (states.length === 0) return this.tell('');
    const calls = sum(states, ({ batch }) => batch.calls.length);
    const done = sum(
      states,
      ({ state }) => (state?.request_counts?.completed ?? 0) + (state?.request_counts?.failed ?? 0),
    );
    const status = [...new Set(states.map(({ state }) => (state?.status ?? 'sent').replaceAll('_', ' ')))];
    const what = states.length === 1 ? 'a batch' : `${states.length} batches`;
    this.tell(
      `${what} of ${calls.toLocaleString('en')} calls ${status.join(', ')}, ${done.toLocaleString('en')} done`,
    );
  }

  /** Stops looking at batches that no call waits for, once all calls that end together have ended. */
  private endIdleSoon(): void {
    this.ending ??= setImmediate(() => this.endIdle());
  }

  private endIdle(): void {
    this.ending = undefined;
    for (const { waiting, idle } of this.followed.values())
      if ([...waiting.values()].every((calls) => calls.every(({ isOver }) => isOver))) idle.abort();
  }
}

function hasEnded(state: BatchState | undefined): boolean {
  return state !== undefined && ['completed', 'failed', 'expired', 'cancelled'].includes(state.status);
}

/** What is said of a call without a line. Its line may be one of those that cannot be read. */
function missingFrom({ id, status }: BatchState, malformed: number): BatchResult {
  const reason = `batch ${id} (${status}) brought no answer to this call`;
  if (malformed === 0) return { kind: 'missing', code: 'no-answer', reason };
  const unread = `${reason}, and ${malformed} of its lines cannot be read`;
  return { kind: 'missing', code: 'malformed-answer', reason: unread };
}

function tokensOf({ waiting }: Followed): number {
  return sum([...waiting.values()], ([first]) => first?.call.tokens() ?? 0);
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

/** @throws the reason of a signal that aborts */
function sleep(milliseconds: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, milliseconds);
    const stop = (reason: Error): void => {
      clearTimeout(timer);
      forget();
      reject(reason);
    };
    const forget = onAnyAbort(signals, stop);
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) stop(aborted.reason as Error);
  });
}
