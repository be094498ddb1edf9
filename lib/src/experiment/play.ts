import { join } from 'node:path';
import { hasCode } from '../agora-error';
import { withBudget, withCache, withLimit, type ChatModel, type Prices } from '../models';
import { homeFolder } from '../project';
import { Random } from '../random';
import type { Event, RunDescription } from '../transcripts';
import type { RunRecord } from '../transcripts/run-record';
import type { ExperimentOptions } from './experiment-options';
import { stoppedText, type ProgressListener } from './progress';
import type { Stopped } from './run';
import type { RunTally } from './run-tally';
import { CollaborationSession } from './session';

/** A run that is open, and what it is played with. */
export interface Play<Instance, Proposal> {
  readonly options: ExperimentOptions<Instance, Proposal>;
  readonly description: RunDescription;
  readonly record: RunRecord;
  readonly model: ChatModel;
  readonly prices: Prices | null;
  readonly concurrency: number;
  readonly tally: RunTally;
  readonly listener: ProgressListener;
  /** Aborted when no more calls are to begin. */
  readonly signal: AbortSignal;
}

/**
 * Plays all unfinished collaborations, `concurrency` of them open at a time, those begun earlier first.
 * @returns why it ended short, or null; no call is in flight by then
 */
export async function play<I, P>(setting: Play<I, P>): Promise<Stopped | null> {
  const { record, tally, listener } = setting;
  const model = prepare(setting);
  const halt = new AbortController();
  const signal = AbortSignal.any([setting.signal, halt.signal]);
  const begun = [...record.state.unfinished.keys()].filter((index) => index < tally.requested);
  const fresh = unfinishedIndices(tally.requested, record.state.finished, new Set(begun));
  let problem: Error | undefined;
  const worker = async (): Promise<void> => {
    while (!signal.aborted) {
      const index = begun.shift() ?? fresh.next().value;
      if (index === undefined) return;
      try {
        await playOne(setting, model, index, signal);
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
  if (problem !== undefined && !hasCode(problem, 'interrupted')) throw problem;
  if (tally.finished === tally.requested) return null;
  return { reason: 'interrupted', message: stoppedText(tally.progress()) };
}

async function playOne<I, P>(
  { options, description, record, tally, listener }: Play<I, P>,
  model: ChatModel,
  index: number,
  signal: AbortSignal,
): Promise<void> {
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
    appendPrompt: (lines) => record.appendPrompt(lines),
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

/** The model, wrapped in what the settings ask for. */
function prepare<I, P>({ model: bare, options, concurrency, prices, tally }: Play<I, P>): ChatModel {
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
