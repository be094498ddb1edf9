import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from 'agora-voting/internal';
import { AgoraError } from 'agora-voting';
import { concurrencyOf, failureLimitOf, play } from '../experiment/play';
import type { ProgressListener } from '../experiment/progress';
import { RunTally } from '../experiment/run-tally';
import type { ModelFacts } from '../models';
import { BudgetAccount } from '../models/budget-account';
import { CallLimiter } from '../models/call-limiter';
import { costOf } from '../models/prices';
import { type AnyExperiment, checkSame, modelOf } from './configuration';
import { Journal, type SharedRun } from './journal';
import { SharedLimiter } from './pace';
import { QueueServer } from './queue';
import { RunJournal } from './run-journal';

export interface WorkerSetting {
  /** The address of the queues: redis://… or postgres://… */
  readonly queue: string;
  /** The address of the journal: postgres://… */
  readonly journal: string;
  /**
   * The experiment that a run's configuration names. It checks the configuration, which came over the network.
   * @throws AgoraError 'setting'
   */
  readonly experimentOf: (run: SharedRun) => AnyExperiment;
  /** A claim that is not renewed for this long goes to another worker, in milliseconds. */
  readonly leaseMs: number;
  /** The only run to play: its name or its id, or the beginning of one of them. Default: all. */
  readonly run?: string;
  /** Whether to end when nothing is left to play. */
  readonly untilDone: boolean;
  readonly listener: ProgressListener;
  readonly tell: (line: string) => void;
  /** Aborted when no more calls may begin: the worker ends when those in flight are on record. */
  readonly signal: AbortSignal;
  /** Aborted when calls in flight must end too. */
  readonly abandon: AbortSignal;
}

/** How often a worker without work looks for a run, and how often one with work shows that it is there. */
const lookMs = 2000;
const seenMs = 5000;

/**
 * Why a worker has ended: all that it played is `done`, or a run was stopped for all workers (`budget`, `failures`), or
 * is `incomplete` since collaborations were set aside; none of the open runs can be played here (`unplayable`); or the
 * worker was told to end (`interrupted`).
 */
export type WorkEnd = 'done' | 'budget' | 'failures' | 'incomplete' | 'unplayable' | 'interrupted';

/**
 * Plays the runs of a journal, one after the other, the oldest first; other workers play other collaborations of the
 * same run at the same time. A run that cannot be played here, because its version, its settings or its endpoint are
 * others, is told of once and skipped. Nothing that comes from a queue or a journal is run as code: a job is a name and
 * a number, and a configuration names an experiment that this process knows.
 * @returns why it has ended, after telling what is left
 * @throws AgoraError 'no-run', 'model-unavailable', 'journal', 'queue', 'record-write'
 */
export async function work(setting: WorkerSetting): Promise<WorkEnd> {
  const { signal, tell, untilDone } = setting;
  const journal = await Journal.open(setting.journal, 'agora worker');
  try {
    await journal.checkVersion();
    const queues = await QueueServer.open(setting.queue, 'agora worker');
    const only = setting.run === undefined ? undefined : (await journal.find(setting.run)).name;
    const skipped = new Set<string>();
    /** How the runs ended that were played here, by their names. */
    const ends = new Map<string, WorkEnd>();
    while (!signal.aborted) {
      const next = await nextRun(setting, journal, only, skipped);
      if (next !== undefined) {
        const { name } = next.run;
        tell(`Playing "${name}"`);
        await playRun(setting, journal, queues, next);
        ends.set(name, await tellWhatIsLeft(journal, await journal.run(name), tell));
      } else if (untilDone) {
        if (ends.size === 0 && skipped.size > 0) return 'unplayable';
        if (ends.size === 0)
          for (const run of await journal.runs())
            if (only === undefined || run.name === only)
              ends.set(run.name, await tellWhatIsLeft(journal, run, tell));
        const end = [...ends.values()].find((each) => each !== 'done') ?? 'done';
        if (end === 'done') tell('Nothing is left to play.');
        return end;
      } else await wait(lookMs, undefined, { signal }).catch(() => undefined);
    }
    return 'interrupted';
  } finally {
    await journal.close();
  }
}

/** A run, and the experiment that it is here. */
interface Playable {
  readonly run: SharedRun;
  readonly options: AnyExperiment;
}

/**
 * The oldest run with something left to play that can be played here.
 * @param only - the name of the only run to play, if there is one
 * @param skipped - what was skipped before and has not changed since; what is skipped now is added
 */
async function nextRun(
  { experimentOf, tell }: WorkerSetting,
  journal: Journal,
  only: string | undefined,
  skipped: Set<string>,
): Promise<Playable | undefined> {
  for (const run of await journal.runs()) {
    const { id, code, versions } = run.description;
    const state = JSON.stringify([run.number, run.config, run.prompts, id, code, versions]);
    if (skipped.has(state) || (only !== undefined && run.name !== only)) continue;
    if (!(await journal.isOpen(run))) continue;
    try {
      const options = experimentOf(run);
      await checkSame(run, options);
      return { run, options };
    } catch (error) {
      if (!(error instanceof AgoraError)) throw error;
      skipped.add(state);
      tell(`"${run.name}" is skipped. ${error.message}`);
    }
  }
  return undefined;
}

/** The most collaborations that a line names. */
const mostNamed = 3;

/** Tells in a line what is left of a run that nobody plays now. @returns how it has ended */
async function tellWhatIsLeft(
  journal: Journal,
  run: SharedRun,
  tell: (line: string) => void,
): Promise<WorkEnd> {
  const { name, description, stopped, stopReason } = run;
  if (await journal.isOpen(run)) return 'done';
  // Others may have finished the last ones meanwhile, so what is left is asked after that.
  const { finished, setAside, problems } = await journal.left(run, mostNamed);
  if (finished === description.collaborations) return 'done';
  const said = [`"${name}": ${finished} of ${description.collaborations} collaborations are finished.`];
  if (setAside > 0) {
    const named = problems.map(({ collaboration, problem }) => `${collaboration} (${oneLine(problem)})`);
    const more = setAside > named.length ? ` and ${setAside - named.length} more` : '';
    said.push(`Set aside: ${named.join(', ')}${more}.`);
  }
  if (stopped !== null) said.push(oneLine(stopped));
  said.push(howToGoOn[stopReason ?? 'incomplete']);
  tell(said.join(' '));
  return stopReason ?? 'incomplete';
}

const howToGoOn = {
  budget: '"npx agora serve-run" with a larger budget goes on.',
  failures: '"npx agora serve-run" goes on, with --max-failures 1 whatever comes.',
  incomplete: '"npx agora serve-run" tries these again.',
};

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Plays collaborations of a run until none is left for this worker, or the run is stopped for all. */
async function playRun(
  setting: WorkerSetting,
  journal: Journal,
  queues: QueueServer,
  { run, options }: Playable,
): Promise<void> {
  const { database } = journal;
  const { description, prices } = run;
  const model = modelOf(options);
  const facts: ModelFacts = model.evidence === 'live' ? ((await model.facts?.(setting)) ?? {}) : {};
  await journal.describe(run, facts as JsonObject);

  const ended = new AbortController();
  const worker = await signIn(journal, run);
  const account = new BudgetAccount(options.budget ?? {});
  const failureLimit = failureLimitOf({ options, model });
  const tally = new RunTally(run.name, description.collaborations, prices);
  const own = new RunJournal({
    failureLimit,
    database,
    run,
    worker,
    used(all) {
      const cost = prices === null ? 0 : costOf(all, prices);
      account.learn({ tokens: all.inputTokens + all.outputTokens, cost });
      tally.answeredInAll = all.calls;
    },
    stopped: (reason) => ended.abort(new AgoraError('interrupted', reason)),
  });
  await own.learn();
  const isOpen = (): Promise<boolean> => journal.isOpen(run);
  const queued = await queues.work(run, own, isOpen, setting.leaseMs, setting.tell);
  // While the journal is away, one question waits for it.
  let asking: Promise<void> | null = null;
  const seen = setInterval(() => {
    asking ??= own
      .learn()
      .catch(() => undefined)
      .finally(() => (asking = null));
  }, seenMs);
  try {
    const stopped = await play({
      options,
      description,
      work: queued,
      journal: own,
      model,
      prices,
      // The rates are kept by all workers together, the calls in flight by each.
      limiter: new SharedLimiter(database, new CallLimiter(concurrencyOf(options)), options.rate ?? {}),
      account,
      failureLimit,
      tally,
      listener: setting.listener,
      contextTokens: facts.contextTokens,
      signal: AbortSignal.any([setting.signal, ended.signal]),
      abandon: setting.abandon,
    });
    if (stopped?.reason === 'budget' || stopped?.reason === 'failures')
      await journal.stop(run, stopped.reason, stopped.message);
  } finally {
    clearInterval(seen);
    await queued.close();
    await database.ask('update agora.workers set gone = now(), seen = now() where number = $1', [worker]);
  }
}

/** @returns the number of this worker */
async function signIn({ database }: Journal, run: SharedRun): Promise<number> {
  const [row] = await database.ask<{ number: number }>(
    'insert into agora.workers (run, name) values ($1, $2) returning number',
    [run.number, `${hostname()} ${process.pid}`],
  );
  return row!.number;
}
