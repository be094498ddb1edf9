import { z } from 'zod';
import { AgoraError, hasCode } from 'agora-voting';
import { check, type JsonObject, text } from 'agora-voting/internal';
import { fromEnvironment, type BatchedRun, type ModelFacts } from '../models';
import { openBatches } from '../models/batch/batch-book';
import { largerContext } from '../models/context-room';
import { pricesOf } from '../models/prices';
import { notebookCell, type NotebookCell } from '../notebook';
import { RunCounts } from '../transcripts/run-counts';
import { RunRecord } from '../transcripts/run-record';
import { barProgress } from './bar-progress';
import { cellProgress } from './cell-progress';
import { describeRun, runFolder } from './describe-run';
import {
  batchesText,
  checkFit,
  copiesText,
  estimateLeft,
  isLarge,
  shorterPromptsOf,
  type RunEstimate,
} from './estimate';
import { experimentSettings, type ExperimentOptions } from './experiment-options';
import { Notices } from './notices';
import { play, type Play } from './play';
import { lineProgress, silentProgress, stoppedText, type ProgressListener } from './progress';
import { Run, type Stopped } from './run';
import { folderJournal, folderWork } from './folder-run';
import { RunTally } from './run-tally';
import { inShard, shardSize } from './shard';

/**
 * Runs collaborations until the requested number is finished, and records them in a folder. The same experiment again
 * resumes a run that was stopped or killed: it repeats no finished call, and returns at once when nothing is left to
 * do. In a notebook, the kernel's interrupt stops the run like `signal`, and ends the cell.
 *
 * Before a live model is asked, simulated agents play a collaboration. This predicts the number of calls, and whether
 * prompts fit into the model's context (see `estimate`). A free model is timed beforehand with a question of the run,
 * if its speed decides whether the run is large. A resumed live run asks failed calls again.
 *
 * @returns the run; `stopped` says why it is unfinished (the budget, unusable answers or an interruption)
 * @throws AgoraError 'setting' before anything is asked
 * @throws AgoraError 'context' before anything is asked, when the first prompts do not fit into the model's context
 * @throws AgoraError 'model-unavailable' when the endpoint fails, or rejects every call; the answers so far are
 * recorded
 * @throws AgoraError 'interrupted' in a notebook cell that was interrupted
 * @throws AgoraError 'stale-run', 'corrupt-record', 'run-locked', 'record-write' from the record
 * @example
 * const environment = environments.exchangeEconomy();
 * const protocol = protocols.roundTable({ rule: voting.borda, rounds: 2 });
 * const run = await experiment({ environment, protocol, model: models.simulated(), collaborations: 3, progress: 'none' });
 * run.finished; // => 3
 */
export async function experiment<Instance, Proposal>(
  options: ExperimentOptions<Instance, Proposal>,
): Promise<Run> {
  check('experiment', experimentSettings, options);
  return start(options, '');
}

/**
 * Runs one experiment per condition, in order, and returns the runs by the conditions' labels. The label is the run's
 * name, unless the run has its own.
 * @throws what `experiment` throws. Invalid settings of any condition throw before the first one runs
 * @example
 * const under = (rule) => ({ environment: environments.exchangeEconomy(), protocol: protocols.roundTable({ rule, rounds: 1 }) });
 * const common = { model: models.simulated(), collaborations: 2, progress: 'none' };
 * const runs = await sweep({ majority: { ...under(voting.majority), ...common }, borda: { ...under(voting.borda), ...common } });
 * runs.borda.finished; // => 2
 */
export async function sweep<Label extends string, Instance, Proposal>(
  conditions: Readonly<Record<Label, ExperimentOptions<Instance, Proposal>>>,
): Promise<Record<Label, Run>> {
  const all = z.record(text(), experimentSettings, { error: 'an object of experiments by their labels' });
  check('sweep', all, conditions);
  const entries = Object.entries<ExperimentOptions<Instance, Proposal>>(conditions);
  const runs: [string, Run][] = [];
  for (const [place, [label, options]] of entries.entries())
    runs.push([label, await start({ name: label, ...options }, ` (${place + 1} of ${entries.length})`)]);
  return Object.fromEntries(runs) as Record<Label, Run>;
}

/** Runs that this process has open, by folder. */
const open = new Map<string, { readonly stop: AbortController; readonly done: Promise<unknown> }>();

/** @param place - the position in a sweep, for the progress */
async function start<I, P>(options: ExperimentOptions<I, P>, place: string): Promise<Run> {
  const { seed = 7, collaborations = 10 } = options;
  const model = options.model ?? fromEnvironment();
  if (model.batches !== undefined && options.rate !== undefined)
    throw new AgoraError(
      'setting',
      'experiment: a batched model has no rate; an endpoint limits batches itself',
    );
  const description = describeRun(options, model, seed, collaborations);
  const folder = runFolder(options, description);
  const cell = notebookCell();
  // An interrupt ends a cell before its first await. The folder is locked later, so that it cannot stay locked.
  await Promise.resolve();
  // Stops a run that still continues for a cell that no longer waits for it.
  for (let other = open.get(folder); other !== undefined; other = open.get(folder)) {
    other.stop.abort();
    await Promise.allSettled([other.done]);
  }
  if (cell?.signal.aborted === true) throw new AgoraError('interrupted', 'The cell was interrupted.');

  const stop = new AbortController();
  const signals = [stop.signal, options.signal, cell?.signal].filter((signal) => signal !== undefined);
  const prices = options.prices ?? pricesOf(model) ?? null;
  const tally = new RunTally(
    description.name + place,
    shardSize(collaborations, options.shard),
    prices,
    new RunCounts(),
    collaborations,
  );
  const done = run({
    options,
    description,
    folder,
    model,
    prices,
    tally,
    cell,
    signal: AbortSignal.any(signals),
    abandon: options.abandon,
  });
  open.set(folder, { stop, done });
  cell?.runs.add(done);
  try {
    return await done;
  } finally {
    open.delete(folder);
    cell?.runs.delete(done);
  }
}

async function run<I, P>(
  setting: Omit<Play<I, P>, 'work' | 'journal' | 'listener' | 'contextTokens'> & {
    readonly folder: string;
    readonly cell: NotebookCell | undefined;
  },
): Promise<Run> {
  const { options, description, folder, model, tally, signal, cell } = setting;
  const record = RunRecord.open(folder, description, (event) => tally.add(event));
  const listener = progressListener(options.progress ?? 'auto', cell);
  let facts: ModelFacts = {};
  let batches: BatchedRun | undefined;
  try {
    let stopped: Stopped | null = null;
    if (tally.finished < tally.requested && model.evidence === 'live') {
      try {
        facts = (await model.facts?.({ signal })) ?? {};
      } catch (error) {
        // If the run was told to stop while weights were loading, `lookAhead` reports it.
        if (!signal.aborted) throw error;
      }
      if (Object.keys(facts).length > 0) record.describe(facts as JsonObject);
      stopped = await lookAhead(setting, facts, record.state.finished, new Notices(listener));
    }
    if (stopped === null) {
      tally.beginSession();
      if (tally.finished < tally.requested) listener.update(tally.progress());
      signal.addEventListener('abort', () => listener.stopping?.(tally.progress()), { once: true });
      batches = openBatched(setting, listener);
      stopped = await play({
        ...setting,
        ...(batches === undefined ? {} : { batches }),
        work: folderWork(record, description.collaborations, description.shard),
        journal: folderJournal(record),
        listener,
        contextTokens: facts.contextTokens,
      });
    }
    if (cell?.signal.aborted === true) {
      const text = `${tally.name}: ${stoppedText(tally.progress())}; run the cell again to resume`;
      throw new AgoraError('interrupted', text);
    }
    if (stopped?.reason === 'failures' && (options.progress ?? 'auto') === 'auto')
      new Notices(listener).say(`${tally.name} was stopped: ${stopped.message}\n${howToGoOn}`);
    const told = Object.keys(facts).length > 0 ? { ...description, facts: facts as JsonObject } : description;
    return new Run(folder, told, tally.finished, tally.requested, tally.totals(), stopped);
  } catch (error) {
    throw hasCode(error, 'model-unavailable') ? withWhereabouts(error, folder, tally) : error;
  } finally {
    batches?.close();
    listener.end(tally.progress());
    record.close();
  }
}

/** Opens the batches of a run's model, if it has any. */
function openBatched<I, P>(
  { model, folder, tally }: Pick<Play<I, P>, 'model' | 'tally'> & { readonly folder: string },
  listener: ProgressListener,
): BatchedRun | undefined {
  if (tally.finished >= tally.requested) return undefined;
  if (model.batches !== undefined)
    return model.batches({
      folder,
      tell(text) {
        tally.batches = text;
        listener.update(tally.progress());
      },
    });
  const open = openBatches(folder);
  if (open > 0)
    new Notices(listener).say(
      `${tally.name}: ${open === 1 ? 'a batch' : `${open} batches`} of this run may still bring answers. They are not ` +
        'waited for now, and their calls are made again, as the model is not a batched one.',
    );
  return undefined;
}

const howToGoOn =
  'Run the same again to resume: failed calls are asked again. With maxFailures: 1 the run never stops for unusable answers.';

/**
 * Predicts a live run before it begins: how many calls it will make, whether its prompts fit, and whether it is so
 * large that it needs a confirmation.
 * @returns why the run does not begin, or null
 * @throws AgoraError 'context' when the prompts cannot fit
 */
async function lookAhead<I, P>(
  {
    options,
    description,
    model,
    tally,
    signal,
  }: Pick<Play<I, P>, 'options' | 'description' | 'model' | 'tally' | 'signal'>,
  facts: ModelFacts,
  finished: ReadonlySet<number>,
  notices: Notices,
): Promise<Stopped | null> {
  const { name, seed } = description;
  const all = Array.from({ length: description.collaborations }, (_, index) => index);
  const left = all.filter((index) => inShard(index, description.shard) && !finished.has(index));
  let estimate: RunEstimate;
  try {
    const unplayed = { name, seed, left, facts, signal };
    estimate = await estimateLeft(options, model, unplayed, { timed: 'if it decides' });
  } catch (error) {
    if (signal.aborted) return { reason: 'interrupted', message: stoppedText(tally.progress()) };
    if (!(error instanceof AgoraError)) throw error;
    // Simulated agents cannot play everything that real agents can.
    notices.say(`${name} begins without an estimate: ${error.message}`);
    return null;
  }
  tally.expectedCalls = estimate.calls / left.length;
  const doubt = checkFit(estimate, largerContext(model), shorterPromptsOf(options.protocol));
  if (doubt !== null) notices.say(doubt);
  const isAsked = isLarge(estimate);
  const isTold = isAsked && options.confirm === undefined;
  if (estimate.batches !== null && !isTold && options.confirm === undefined)
    notices.say(`${name}: ${batchesText(estimate.batches, estimate.cost)}`);
  // The estimate's own text contains it too.
  if (estimate.mayCopy && !isTold) notices.say(`${name}: ${copiesText}`);
  if (isTold) notices.say(estimate.text);
  if (isAsked && options.confirm !== undefined && !(await options.confirm(estimate)))
    return { reason: 'declined', message: 'The run was not begun.' };
  return null;
}

function progressListener(
  choice: 'auto' | 'none' | ProgressListener,
  cell: NotebookCell | undefined,
): ProgressListener {
  if (choice === 'none') return silentProgress;
  if (choice !== 'auto') return choice;
  if (cell !== undefined) return cellProgress(cell);
  return process.stderr.isTTY ? barProgress() : lineProgress();
}

function withWhereabouts(error: AgoraError, folder: string, { finished, requested }: RunTally): Error {
  const where =
    error.details['answered'] === 0
      ? `The failed calls are on record in ${folder}; run the same again to ask them again.`
      : `${finished} of ${requested} collaborations are finished and kept in ${folder}; run the same again to resume.`;
  return new AgoraError('model-unavailable', `${error.message}\n${where}`, { cause: error });
}
