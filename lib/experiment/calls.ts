import PQueue from 'p-queue';
import { AgoraError } from '../error';
import { isRejection } from '../models/attempts';
import type { Model, Reply, Request } from '../models/model';
import { countMessages } from '../models/tokens';
import type { Budget } from './budget';
import { notebookCell, type Tally } from './progress';
import type { Spent, StoredReply } from './store';

/** The fields that identify a reply within a run. */
export type Place = Omit<StoredReply, keyof Reply | 'messages'>;

/** The source of replies. */
export type CallSource = Pick<Calls, 'tally' | 'knownReplies' | 'reply' | 'stop'>;

/** A store of replies. Only a store that several processes share has `beforeCall` and `reserve`. */
interface ReplyStore {
  readonly spent: Spent;
  repliesOf(collaboration: number): Map<string, Reply> | Promise<Map<string, Reply>>;
  /** Stores a reply. A shared store then returns the reply to use, which another process may have stored earlier. */
  addReply(reply: StoredReply): void | Promise<Reply>;
  /**
   * Waits for the rate limit. Returns the reply if another process has stored it in the meantime.
   *
   * @throws TakenOver if another process has taken over the collaboration
   */
  beforeCall?(collaboration: number, key: string): Promise<Reply | undefined>;
  /**
   * Reserves tokens or dollars for this process's calls in flight. Returns the total that other processes have
   * reserved.
   */
  reserve?(amount: number): Promise<number>;
}

/** Ends a collaboration in this process, because another process has taken it over. The run goes on. */
export class TakenOver extends AgoraError {}

interface CallOptions {
  readonly model: Model;
  readonly budget: Budget;
  readonly concurrency: number;
  readonly requestsPerMinute?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Supplies replies from the store or the model. It limits the calls in flight, enforces the budget, and stops all
 * collaborations at the first error that a repair question cannot fix.
 */
export class Calls {
  private readonly queue: PQueue;
  private readonly signal: AbortSignal;
  private readonly forgetSignals: () => void;
  /** The maximum amount that the calls in flight can use, in the unit of the budget. */
  private reserved = 0;
  private failure: Error | undefined;
  private hasLeft = false;
  private readonly inFlight = new Set<Promise<unknown>>();
  private announceStop: () => void = () => undefined;
  /** Resolves once no further call will start. */
  readonly stopped = new Promise<void>((resolve) => (this.announceStop = resolve));

  constructor(
    private readonly options: CallOptions,
    private readonly store: ReplyStore,
    readonly tally: Tally,
  ) {
    const { concurrency, requestsPerMinute, signal } = options;
    // Space calls evenly instead of sending them all at the start of each minute.
    const rate = requestsPerMinute !== undefined && { interval: 60_000 / requestsPerMinute, intervalCap: 1 };
    this.queue = new PQueue({ concurrency, ...rate });
    const terminal = signal === undefined && notebookCell() === undefined ? controlC() : undefined;
    const signals = [signal, notebookCell()?.signal, terminal?.signal].filter((one) => one !== undefined);
    this.signal = AbortSignal.any(signals);
    const halt = (): void => this.stop(interrupted());
    if (this.signal.aborted) halt();
    this.signal.addEventListener('abort', halt, { once: true });
    this.forgetSignals = () => {
      this.signal.removeEventListener('abort', halt);
      terminal?.forget();
    };
  }

  knownReplies(collaboration: number): Map<string, Reply> | Promise<Map<string, Reply>> {
    return this.store.repliesOf(collaboration);
  }

  /** Resolves when no call is waiting to start. */
  turn(): Promise<void> {
    return this.queue.onSizeLessThan(1);
  }

  get isStopped(): boolean {
    return this.failure !== undefined || this.hasLeft;
  }

  /** Prevents further calls. Calls in flight finish, and their replies are stored. */
  stop(error: unknown): void {
    if (this.isStopped) return;
    this.failure = error instanceof Error ? error : new Error(String(error));
    this.queue.clear();
    this.announceStop();
  }

  /** Prevents further calls because this process has nothing left to do. This is not a failure. */
  leave(): void {
    if (this.isStopped) return;
    this.hasLeft = true;
    this.queue.clear();
    this.announceStop();
  }

  /** Resolves when all calls in flight have finished and their replies are stored. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.inFlight);
  }

  /** Waits for the calls in flight, and then stops listening for signals. */
  async end(): Promise<void> {
    await this.settled();
    this.forgetSignals();
  }

  throwIfFailed(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  async reply(request: Request, place: Place, known: ReadonlyMap<string, Reply>): Promise<Reply> {
    const recorded = known.get(place.key);
    // A rejected question is asked again, because the endpoint may have been repaired.
    if (recorded !== undefined && !isRejection(recorded)) {
      this.tally.addKnownReply();
      return recorded;
    }
    this.throwIfStopped();
    // Calls for collaborations that began earlier go first.
    const reply = await this.queue.add(() => this.track(this.askModel(request, place)), {
      priority: -place.collaboration,
    });
    return reply;
  }

  private track<T>(call: Promise<T>): Promise<T> {
    this.inFlight.add(call);
    const forget = (): void => void this.inFlight.delete(call);
    call.then(forget, forget);
    return call;
  }

  private throwIfStopped(): void {
    this.throwIfFailed();
    if (this.hasLeft) throw new AgoraError('This process has no work left.', 'stopped');
  }

  private async askModel(request: Request, place: Place): Promise<Reply> {
    this.throwIfStopped();
    const { model, budget } = this.options;
    const isLimited = budget.limit < Number.POSITIVE_INFINITY;
    const most = isLimited
      ? budget.cost({ input: countMessages(request.messages), output: mostOutput(request) })
      : 0;
    this.reserved += most;
    try {
      if (this.store.beforeCall !== undefined) {
        const known = await this.unlessStopped(this.store.beforeCall(place.collaboration, place.key));
        if (known !== undefined && !isRejection(known)) {
          this.tally.addKnownReply();
          return known;
        }
      }
      const others = isLimited ? await this.unlessStopped(this.store.reserve?.(this.reserved)) : undefined;
      this.stopIfSpent(others ?? 0);
      this.throwIfStopped();
      const reply = await model.chat(request, this.signal);
      const { collaboration, key, round, phase, agent, attempt } = place;
      // The collaboration and the tokens come first, because a resumed run scans only the start of each line.
      const { usage, ...rest } = reply;
      const { input, output, ...details } = usage;
      const start = { collaboration, usage: { input, output, ...details } };
      const { messages } = request;
      const stored = { ...start, key, round, phase, agent, attempt, ...rest, messages };
      const used = await this.store.addReply(stored);
      this.tally.addReply(usage);
      return used ?? reply;
    } catch (error) {
      if (!(error instanceof TakenOver)) this.stop(error);
      throw error;
    } finally {
      this.reserved -= most;
      // Tell the other processes at once that this call no longer needs its reservation.
      if (isLimited) this.store.reserve?.(this.reserved).catch(() => undefined);
    }
  }

  /** Waits for a result from the store. Throws if the run stops first. */
  private async unlessStopped<T>(wait: Promise<T> | undefined): Promise<T | undefined> {
    const result = await Promise.race([wait, this.stopped]);
    this.throwIfStopped();
    return result as T | undefined;
  }

  /** Stops the run if the budget might not cover the next call. `reserved` already includes this call. */
  private stopIfSpent(reservedByOthers: number): void {
    const { budget } = this.options;
    const spent = budget.cost(this.store.spent);
    const reserved = this.reserved + reservedByOthers;
    if (spent + reserved <= budget.limit) return;
    const show = (amount: number): string => budget.show(amount);
    this.stop(
      new AgoraError(
        `The budget of ${show(budget.limit)} cannot cover another call. The run has used ${show(spent)}; the next call and the calls in flight can use up to ${show(reserved)}. ` +
          'Raise the budget, then call `experiment` again to resume.',
        'stopped',
      ),
    );
  }
}

const interrupted = (): AgoraError =>
  new AgoraError('The run was interrupted. Call `experiment` again to resume it.', 'stopped');

/** In a script, Ctrl-C stops the run with a message. A second Ctrl-C ends the process immediately. */
function controlC(): { readonly signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  process.once('SIGINT', abort);
  return { signal: controller.signal, forget: () => void process.off('SIGINT', abort) };
}

/** Returns the maximum number of tokens in a reply. A reply with probabilities has one token. */
export const mostOutput = ({ among, sampling }: Request): number =>
  among === undefined ? (sampling.maxTokens ?? 0) : 1;
