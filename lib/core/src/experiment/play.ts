import { join } from 'node:path';
import { AgoraError, hasCode, Random } from 'agora-voting';
import { withBudget, withCache, withContext, withLimit, type ChatModel, type Prices } from '../models';
import { CallLimiter, type CallLimits } from '../models/call-limiter';
import { withLimiter, type Limiter } from '../models/limiter';
import { homeFolder } from '../project';
import type { Event, RunDescription } from '../transcripts';
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
  readonly prices: Prices | null;
  /** What decides when calls are sent. Default: the limits of the options, for this process alone. */
  readonly limiter?: Limiter;
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
 * Plays all unfinished collaborations, `concurrency` of them at a time; those that have already begun come first. As
 * soon as one of them cannot continue, all waiting calls are dropped.
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
    limit: limitOf(setting),
    notices: new Notices(listener),
    broken,
  };
  const signal = AbortSignal.any([setting.signal, halt.signal]);
  const worker = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const claim = await work.claim(signal);
        if (claim === null) return;
        await playClaim(prepared, claim, signal);
      } catch (error) {
        broken(error);
      }
      listener.update(tally.progress());
      // Simulated models answer without waiting, so timers and signals get their turn here.
      await new Promise((done) => setImmediate(done));
    }
  };
  await Promise.all(Array.from({ length: openCollaborations(setting.options, setting.model) }, worker));
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
  /** Drops all waiting calls because of an error. */
  readonly broken: (error: unknown) => void;
}

/** Plays a claimed collaboration, and renews the claim meanwhile. */
async function playClaim<I, P>(prepared: Prepared<I, P>, claim: Claim, signal: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const renewing = renewEvery(claim, () => lost.abort(leaseLost(claim.index)));
  try {
    await playOne(prepared, claim.index, AbortSignal.any([signal, lost.signal]));
    await prepared.journal.flush(claim.index);
    await claim.finish();
  } catch (error) {
    const isStop = hasCode(error, 'interrupted') || hasCode(error, 'budget-exhausted');
    await claim.giveBack(isStop ? undefined : (error as Error));
    // Another process plays it now, and this one goes on with the next.
    if (!lost.signal.aborted) throw error;
  } finally {
    clearInterval(renewing);
  }
}

function renewEvery(claim: Claim, lose: () => void): NodeJS.Timeout | undefined {
  if (claim.leaseMs === null) return undefined;
  const renew = (): void => {
    claim.renew().then(
      (isOurs) => isOurs || lose(),
      // A server that is away for a moment may be back before the lease ends.
      () => undefined,
    );
  };
  return setInterval(renew, claim.leaseMs / 3);
}

function leaseLost(index: number): AgoraError {
  return new AgoraError('interrupted', `The claim on collaboration ${index} has ended.`);
}

async function playOne<I, P>(prepared: Prepared<I, P>, index: number, signal: AbortSignal): Promise<void> {
  const { options, description, journal, tally, listener, model, limit, notices, broken, abandon } = prepared;
  const random = Random.from(description.seed, 'collaboration', index);
  const session = new CollaborationSession<I, P>({
    environment: options.environment,
    instance: await options.environment.instance(index, random.split('instance')),
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
}

/** The limit of failures. By default only live models have one: the failures of simulated models are a setting. */
function limitOf<I, P>({ options, model }: Play<I, P>): FailureLimit {
  const isLimited = model.evidence === 'live' || options.maxFailures !== undefined;
  return new FailureLimit(isLimited ? readMaxFailures(options.maxFailures) : null);
}

/** The most calls in flight when a live run's options do not say. */
const usualConcurrency = 8;
/** The collaborations that are open at once when the calls in flight adapt to the endpoint. */
const openWithAuto = 64;

/** How many collaborations are played at once. */
function openCollaborations<I, P>(
  { concurrency }: ExperimentOptions<I, P>,
  { evidence }: Pick<ChatModel, 'evidence'>,
): number {
  if (concurrency === 'auto') return evidence === 'live' ? openWithAuto : 1;
  return concurrency ?? (evidence === 'live' ? usualConcurrency : 1);
}

function limitsOf<I, P>({ concurrency = usualConcurrency, rate = {} }: ExperimentOptions<I, P>): CallLimits {
  return { concurrency, most: openWithAuto, ...rate };
}

/** The model, wrapped as the settings require. */
function prepare<I, P>(setting: Play<I, P>): ChatModel {
  const { model: bare, options, limiter, prices, tally, contextTokens } = setting;
  const isLive = bare.evidence === 'live';
  let model = isLive ? withContext(bare, contextTokens, shorterPromptsOf(options.protocol)) : bare;
  // Models that answer without waiting never have more calls in flight than open collaborations.
  if (isLive) model = withLimiter(model, limiter ?? new CallLimiter(limitsOf(options)));
  else if (options.concurrency !== undefined) model = withLimit(model, openCollaborations(options, bare));
  if (options.budget !== undefined) {
    const spent = tally.spent();
    model = withBudget(model, options.budget, { ...(prices === null ? {} : { prices }), spent });
  }
  const cache = options.cache ?? isLive;
  return cache ? withCache(model, join(homeFolder(), 'cache')) : model;
}
