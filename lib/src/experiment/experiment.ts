import { join, resolve } from 'node:path';
import { AgoraError, hasCode } from '../agora-error';
import type { Environment } from '../environments/environment';
import {
  fromEnvironment,
  pricesOf,
  withBudget,
  withCache,
  withLimit,
  type Budget,
  type ChatModel,
  type Prices,
  type Sampling,
} from '../models';
import type { Protocol, StoppingPolicy } from '../protocols';
import { homeFolder } from '../project';
import { Random } from '../random';
import { RunRecord, type Event, type RunDescription } from '../transcripts';
import { barProgress } from './bar-progress';
import { describeRun } from './describe-run';
import { InterruptedError } from './experiment-error';
import { lineProgress, silentProgress, type Progress, type ProgressListener } from './progress';
import { Run, type Stopped } from './run';
import { CollaborationSession } from './session';
import { RunTally } from './run-tally';

export interface ExperimentOptions<Instance, Proposal> {
  /** WHAT is decided. */
  readonly environment: Environment<Instance, Proposal>;
  /** HOW the group decides. */
  readonly protocol: Protocol;
  /** Who answers. Default: what AGORA_MODEL names, else simulated agents. */
  readonly model?: ChatModel;
  /** How many independent collaborations. Default 10. A finished run is extended by asking for more. */
  readonly collaborations?: number;
  /** Default 7. */
  readonly seed?: number;
  /** WHEN to stop, where the protocol allows an early end. Default: the protocol's own limit. */
  readonly stop?: StoppingPolicy;
  /** How answers are drawn. Default: as the protocol says, else as the model does. */
  readonly sampling?: Sampling;
  /** What to call the run, in its folder and its progress. Default: environment and protocol. */
  readonly name?: string;
  /** Where the run is kept. Default: a folder of its own under AGORA_HOME (.agora in the project). */
  readonly folder?: string;
  /** Calls in flight at once. Default 8 for live models, 1 otherwise. */
  readonly concurrency?: number;
  /** Tokens, and cost in US dollars, that this run may use, earlier sessions of it included. */
  readonly budget?: Budget;
  /** US dollars per million tokens, for models whose prices the library does not know. */
  readonly prices?: Prices;
  /** Keep replies, in AGORA_HOME/cache, for other runs that ask the very same. Default true for live models. */
  readonly cache?: boolean;
  readonly progress?: 'auto' | 'none' | ProgressListener;
  /** Abort it to stop cleanly: calls in flight are finished and recorded, no new ones begin. */
  readonly signal?: AbortSignal;
}

/**
 * Runs collaborations until as many are finished as were asked for, and records them in a folder. Asked again for
 * the same experiment, it goes on where it was stopped or killed, repeats no finished call, and returns at once
 * when nothing is left to do.
 *
 * @returns the run; `stopped` says why, when the budget or an interruption left it short
 * @throws AgoraError 'setting', AgoraError 'setting' before anything is asked
 * @throws AgoraError 'model-unavailable' when the endpoint gives out; what was answered is on record
 * @throws AgoraError 'stale-run', 'corrupt-record', 'run-locked', 'record-write' from the record
 */
export async function experiment<Instance, Proposal>(
  options: ExperimentOptions<Instance, Proposal>,
): Promise<Run> {
  const { seed = 7, collaborations = 10 } = options;
  requireWhole('collaborations', collaborations, 1);
  const bare = options.model ?? fromEnvironment();
  const concurrency = options.concurrency ?? (bare.evidence === 'live' ? 8 : 1);
  requireWhole('concurrency', concurrency, 1);
  requireWhole('seed', seed, Number.MIN_SAFE_INTEGER);
  const prices = options.prices ?? pricesOf(bare) ?? null;
  const description = describeRun(options, bare, seed, collaborations);
  const folder = resolve(options.folder ?? join(homeFolder(), 'runs', description.id));

  const tally = new RunTally(description.name, collaborations, prices);
  const record = RunRecord.open(folder, description, (event) => tally.add(event));
  tally.beginSession();
  const listener = progressListener(options.progress ?? 'auto');
  try {
    const model = prepare(bare, options, concurrency, prices, tally);
    const stopped = await play({ options, description, record, model, concurrency, tally, listener });
    return new Run(folder, description, tally.finished, collaborations, tally.totals(), stopped);
  } catch (error) {
    throw hasCode(error, 'model-unavailable') ? withWhereabouts(error, folder, tally.progress()) : error;
  } finally {
    listener.end(tally.progress());
    record.close();
  }
}

interface Play<Instance, Proposal> {
  readonly options: ExperimentOptions<Instance, Proposal>;
  readonly description: RunDescription;
  readonly record: RunRecord;
  readonly model: ChatModel;
  readonly concurrency: number;
  readonly tally: RunTally;
  readonly listener: ProgressListener;
}

/** Plays all unfinished collaborations, `concurrency` of them open at a time, those begun earlier first. */
async function play<I, P>(setting: Play<I, P>): Promise<Stopped | null> {
  const { record, tally, listener, options } = setting;
  const halt = new AbortController();
  options.signal?.addEventListener('abort', () => halt.abort(), { once: true });
  if (options.signal?.aborted === true) halt.abort();
  const begun = [...record.state.unfinished.keys()].filter((index) => index < tally.requested);
  const fresh = unfinishedIndices(tally.requested, record.state.finished, new Set(begun));
  let problem: Error | undefined;
  const worker = async (): Promise<void> => {
    while (!halt.signal.aborted) {
      const index = begun.shift() ?? fresh.next().value;
      if (index === undefined) return;
      try {
        await playOne(setting, index, halt.signal);
      } catch (error) {
        problem ??= error as Error;
        halt.abort();
      }
      listener.update(tally.progress());
      // Simulated models answer without ever waiting: let timers and signals have their turn.
      await new Promise((done) => setImmediate(done));
    }
  };
  await Promise.all(Array.from({ length: setting.concurrency }, worker));
  if (hasCode(problem, 'budget-exhausted')) return { reason: 'budget', message: problem.message };
  if (problem !== undefined && !(problem instanceof InterruptedError)) throw problem;
  if (tally.finished === tally.requested) return null;
  return { reason: 'interrupted', message: 'The run was interrupted.' };
}

async function playOne<I, P>(setting: Play<I, P>, index: number, signal: AbortSignal): Promise<void> {
  const { options, description, record, model, tally, listener } = setting;
  const random = Random.from(description.seed, 'collaboration', index);
  const session = new CollaborationSession<I, P>({
    environment: options.environment,
    instance: await options.environment.instance(index, random.split('instance')),
    index,
    run: description.name,
    seed: description.seed,
    random: random.split('protocol'),
    model,
    sampling: { ...options.protocol.sampling, ...options.sampling },
    stop: options.stop ?? null,
    signal,
    recorded: record.state.unfinished.get(index) ?? [],
    append(event: Event) {
      record.append(event);
      tally.add(event);
      if (event.type === 'reply') listener.update(tally.progress());
    },
  });
  try {
    session.finish(await options.protocol.run(session));
  } finally {
    await session.settled();
  }
}

function prepare<I, P>(
  bare: ChatModel,
  options: ExperimentOptions<I, P>,
  concurrency: number,
  prices: Prices | null,
  tally: RunTally,
): ChatModel {
  // Models that answer without waiting never have more in flight than there are collaborations open.
  let model =
    bare.evidence === 'live' || options.concurrency !== undefined ? withLimit(bare, concurrency) : bare;
  if (options.budget !== undefined) {
    const spent = tally.spent();
    model = withBudget(model, options.budget, { ...(prices === null ? {} : { prices }), spent });
  }
  const cache = options.cache ?? bare.evidence === 'live';
  return cache ? withCache(model, join(homeFolder(), 'cache')) : model;
}

function* unfinishedIndices(
  requested: number,
  finished: ReadonlySet<number>,
  begun: ReadonlySet<number>,
): Generator<number, undefined, undefined> {
  for (let index = 0; index < requested; index++) if (!finished.has(index) && !begun.has(index)) yield index;
  return undefined;
}

function progressListener(choice: 'auto' | 'none' | ProgressListener): ProgressListener {
  if (choice === 'none') return silentProgress;
  if (choice !== 'auto') return choice;
  return process.stderr.isTTY ? barProgress() : lineProgress();
}

function requireWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new AgoraError(
      'setting',
      `experiment needs a whole number of at least ${least} as ${name}, got ${value}`,
    );
  }
}

function withWhereabouts(error: AgoraError, folder: string, { finished, requested }: Progress): Error {
  return new AgoraError(
    'model-unavailable',
    `${error.message}\n${finished} of ${requested} collaborations are finished and kept in ${folder}; run the same again to resume.`,
    { cause: error },
  );
}
