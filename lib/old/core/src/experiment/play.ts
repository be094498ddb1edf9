import { join } from 'node:path';
import { AgoraError, hasCode, Random } from 'agora-voting';
import {
  withBudget,
  withCache,
  withContext,
  withLimit,
  type BatchedRun,
  type ChatModel,
  type Prices,
} from '../models';
import type { BudgetAccount } from '../models/budget-account';
import { CallLimiter, type CallLimits, type Rate } from '../models/call-limiter';
import { withLimiter, type Limiter } from '../models/limiter';
import { homeFolder } from '../project';
import type { Event, RunDescription } from '../transcripts';
import { ConversationRoom } from './conversation-room';
import type { ExperimentOptions } from './experiment-options';
import { shorterPromptsOf } from './estimate';
import { FailureLimit, readMaxFailures } from './failure-limit';
import { Notices } from './notices';
import { stoppedText, type ProgressListener } from './progress';
import type { Stopped } from './run';
import type { RunTally } from './run-tally';
import { samplingOf } from './sampling';
import type { Claim, Journal, WorkSource } from './seam';
import { CollaborationSession } from './session';

/** An open run, and everything that is needed to play it. */
export interface Play<Instance, Proposal> {
  readonly options: ExperimentOptions<Instance, Proposal>;
  readonly description: RunDescription;
  readonly work: WorkSource;
  readonly journal: Journal;
  readonly model: ChatModel;
  /** The batches of `model`, if it is a batched one that was opened for this run. */
  readonly batches?: BatchedRun;
  readonly prices: Prices | null;
  /** Decides when calls are sent. Default: the limits of the options, for this process alone. */
  readonly limiter?: Limiter;
  /** The remaining budget. Default: the budget of the options, for this process alone. */
  readonly account?: BudgetAccount;
  /** Counts unusable answers. Default: those of this process, against the limit of the options. */
  readonly failureLimit?: FailureLimit;
  readonly tally: RunTally;
  readonly listener: ProgressListener;
  /** The most tokens that prompt and answer may have together, if known. */
  readonly contextTokens: number | undefined;
  /** Aborted when no more calls may begin. */
  readonly signal: AbortSignal;
  /** Aborted when calls in flight must end too. */
  readonly abandon: AbortSignal | undefined;
}

/**
 * Plays all unfinished collaborations, `concurrency` of them at a time, or fewer where the model could not remember the
 * conversations of all their agents. As soon as one of them cannot continue, all waiting calls are dropped, unless its
 * problem is only its own (`WorkSource.endsAll`).
 * @returns why the run ended early, or null; no call is in flight then
 * @throws AgoraError 'model-unavailable' when the endpoint fails, or has not answered a single call
 */
export async function play<I, P>(setting: Play<I, P>): Promise<Stopped | null> {
  const { work, tally, listener } = setting;
  const halt = new AbortController();
  let problem: Error | undefined;
  const broken = (error: unknown): void => {
    // A call that is dropped because of a problem is not a problem itself.
    if (problem === undefined || hasCode(problem, 'interrupted')) problem = error as Error;
    halt.abort(problem);
  };
  const prepared: Prepared<I, P> = {
    ...setting,
    model: prepare(setting),
    limit: setting.failureLimit ?? failureLimitOf(setting),
    notices: new Notices(listener),
    room: new ConversationRoom(setting.model.conversations),
    broken,
  };
  const { room } = prepared;
  const signal = AbortSignal.any([setting.signal, halt.signal]);
  const worker = async (): Promise<void> => {
    const leave = setting.batches?.join();
    while (!signal.aborted) {
      await room.enter();
      try {
        if (signal.aborted) break;
        const claim = await work.claim(signal);
        if (claim === null) break;
        await playClaim(prepared, claim, signal);
      } catch (error) {
        broken(error);
      } finally {
        room.leave();
      }
      listener.update(tally.progress());
      // Simulated models answer without waiting, so timers and signals get their turn here.
      await new Promise((done) => setImmediate(done));
    }
    leave?.();
  };
  await Promise.all(Array.from({ length: openCollaborations(setting) }, worker));
  const reason = tally.onlyFailure();
  if (reason !== null && (problem === undefined || hasCode(problem, 'too-many-failures')))
    throw new AgoraError('model-unavailable', `No call succeeded. ${reason}`, { details: { answered: 0 } });
  if (hasCode(problem, 'budget-exhausted')) return { reason: 'budget', message: problem.message };
  if (hasCode(problem, 'too-many-failures')) return { reason: 'failures', message: problem.message };
  if (problem !== undefined && !hasCode(problem, 'interrupted')) throw problem;
  if (tally.finished === tally.requested) return null;
  return { reason: 'interrupted', message: stoppedText(tally.progress()) };
}

/** A run whose model is wrapped, with its observers. */
interface Prepared<I, P> extends Play<I, P> {
  readonly limit: FailureLimit;
  readonly notices: Notices;
  readonly room: ConversationRoom;
  /** Drops all waiting calls because of an error. */
  readonly broken: (error: unknown) => void;
}

/** Plays a claimed collaboration, and renews the claim meanwhile. */
async function playClaim<I, P>(prepared: Prepared<I, P>, claim: Claim, signal: AbortSignal): Promise<void> {
  const { work, journal, broken } = prepared;
  const own = new AbortController();
  const renewing = renewEvery(claim, () => own.abort(leaseLost(claim.index)));
  const brokenHere = (error: unknown): void => {
    if (work.endsAll(error as Error)) broken(error);
    else own.abort(error);
  };
  try {
    const ended = AbortSignal.any([signal, own.signal]);
    const events = await playOne({ ...prepared, broken: brokenHere }, claim.index, ended);
    await journal.finish(claim.index, events);
    await claim.finish();
  } catch (thrown) {
    const error = own.signal.aborted ? (own.signal.reason as Error) : (thrown as Error);
    await claim.giveBack(isStop(error) ? undefined : error).catch((lost: Error) => {
      lost.cause ??= error;
      throw lost;
    });
    // Where only this collaboration has ended, this process goes on with the next.
    if (!own.signal.aborted && work.endsAll(error)) throw error;
  } finally {
    clearInterval(renewing);
  }
}

function isStop(error: Error): boolean {
  return hasCode(error, 'interrupted') || hasCode(error, 'budget-exhausted');
}

/** Renews a claim time and again. It is lost when somebody else has it, and when no renewal came through in time. */
function renewEvery(claim: Claim, lose: () => void): NodeJS.Timeout | undefined {
  const { leaseMs } = claim;
  if (leaseMs === null) return undefined;
  let renewed = performance.now();
  const renew = async (): Promise<void> => {
    const sent = performance.now();
    if (sent - renewed > leaseMs) lose();
    try {
      if (await claim.renew()) renewed = sent;
      else lose();
    } catch {
      // A server that is away for a moment may be back before the lease ends.
    }
  };
  return setInterval(() => void renew(), leaseMs / 3);
}

function leaseLost(index: number): AgoraError {
  return new AgoraError('lease-lost', `The claim on collaboration ${index} has ended.`);
}

/** @returns the events of the collaboration */
async function playOne<I, P>(
  prepared: Prepared<I, P>,
  index: number,
  signal: AbortSignal,
): Promise<readonly Event[]> {
  const { options, description, journal, tally, listener, model, limit, notices, room, broken, abandon } =
    prepared;
  const { environment } = options;
  const random = Random.from(description.seed, 'collaboration', index);
  const instance = await environment.instance(index, random.split('instance'));
  room.learn(environment.agents(instance).length);
  const session = new CollaborationSession<I, P>({
    environment,
    instance,
    index,
    run: description.name,
    seed: description.seed,
    random: random.split('protocol'),
    model,
    sampling: samplingOf(options.protocol, model, options.sampling),
    stop: options.stop ?? null,
    signal,
    ...(abandon === undefined ? {} : { abandon }),
    recorded: await journal.read(index),
    journal,
    watch(event: Event) {
      tally.add(event);
      if (event.type === 'failure') limit.note(`${event.agent}, ${event.phase}: ${event.reason}`);
      if (event.type === 'incident') notices.tell(event);
      if (event.type === 'reply' || event.type === 'incident') listener.update(tally.progress());
    },
    settled: (settled) => limit.count(settled),
    broken,
  });
  try {
    session.finish(await options.protocol.run(session));
  } finally {
    await session.settled();
  }
  return session.events;
}

/** The limit of failures. By default only live models have one: the failures of simulated models are a setting. */
export function failureLimitOf<I, P>({
  options,
  model,
}: Pick<Play<I, P>, 'options' | 'model'>): FailureLimit {
  const isLimited = model.evidence === 'live' || options.maxFailures !== undefined;
  return new FailureLimit(isLimited ? readMaxFailures(options.maxFailures) : null);
}

/** The most calls in flight when a live run's options do not say. */
const usualConcurrency = 8;
/** The collaborations that are open at once when the calls in flight adapt to the endpoint. */
const openWithAuto = 64;

/** The most collaborations that are open at once with a batched model: each takes some memory. */
const openWithBatches = 5000;

/** How many collaborations are played at once. */
function openCollaborations<I, P>({
  options,
  model,
  batches,
  tally,
}: Pick<Play<I, P>, 'options' | 'model' | 'batches' | 'tally'>): number {
  const { concurrency } = options;
  const { evidence } = model;
  if (batches !== undefined && typeof concurrency !== 'number')
    return Math.min(openWithBatches, Math.max(1, tally.requested - tally.finished));
  if (concurrency === 'auto') return evidence === 'live' ? openWithAuto : 1;
  return concurrency ?? (evidence === 'live' ? usualConcurrency : 1);
}

/** How many calls of one process may be in flight. */
export function concurrencyOf<I, P>({
  concurrency = usualConcurrency,
}: ExperimentOptions<I, P>): Omit<CallLimits, keyof Rate> {
  return { concurrency, most: openWithAuto };
}

/** The model, wrapped as the settings require. */
function prepare<I, P>(setting: Play<I, P>): ChatModel {
  const { model: bare, options, batches, limiter, account, prices, tally, contextTokens } = setting;
  const isLive = bare.evidence === 'live';
  let model = isLive ? withContext(bare, contextTokens, shorterPromptsOf(options.protocol)) : bare;
  // Calls of a batch are sent together, however many they are.
  if (batches !== undefined)
    model = withContext(batches.model, contextTokens, shorterPromptsOf(options.protocol));
  // Models that answer without waiting never have more calls in flight than open collaborations.
  else if (isLive)
    model = withLimiter(model, limiter ?? new CallLimiter({ ...concurrencyOf(options), ...options.rate }));
  else if (options.concurrency !== undefined) model = withLimit(model, openCollaborations(setting));
  if (options.budget !== undefined) {
    const spent = tally.spent();
    model = withBudget(model, account ?? options.budget, { ...(prices === null ? {} : { prices }), spent });
  }
  const cache = options.cache ?? isLive;
  return cache ? withCache(model, join(homeFolder(), 'cache')) : model;
}
