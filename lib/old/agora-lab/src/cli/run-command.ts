import { createInterface } from 'node:readline/promises';
import {
  barProgress,
  estimate,
  experiment,
  type ExperimentOptions,
  type Extent,
  isLarge,
  lineProgress,
  type ProgressListener,
  readShard,
  type Run,
  type RunEstimate,
  type Stopped,
} from 'agora-core/experiment';
import {
  type Basis,
  basisText,
  batchesText,
  inBatches,
  mayBeLong,
  modelToEstimate,
  type Rate,
} from 'agora-core/internal';
import {
  batched,
  type ChatModel,
  openai,
  parseModel,
  pool,
  type Prices,
  type Sampling,
  simulated,
} from 'agora-core/models';
import { textTable } from 'agora-report/internal';
import { AgoraError, hasCode } from 'agora-voting';
import { experimentByName, planOf, type ExperimentSettings, type PlannedRun } from './experiments';
import { evidenceText, runTotalsText } from './status-command';
import type { Summary } from './summaries';

export interface RunCommandOptions extends ExperimentSettings {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly malformedRate?: number;
  readonly batch?: boolean;
  readonly concurrency?: number | 'auto';
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly budgetTokens?: number;
  readonly budgetCost?: number;
  readonly priceInput?: number;
  readonly priceOutput?: number;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly timeout?: number;
  readonly maxFailures?: number;
  readonly shard?: string;
  readonly estimate?: boolean;
  readonly yes?: boolean;
  readonly name?: string;
  readonly folder?: string;
  readonly cache: boolean;
  readonly quiet?: boolean;
}

/** Exit codes beyond 0 and 1, so that a script can tell a short run from a failed one. */
export const exitCodes = { budget: 3, failures: 4, declined: 5, incomplete: 6, interrupted: 130 } as const;

/** `agora run`: runs or resumes an experiment and prints its results. Returns the exit code. */
export async function runCommand(experimentName: string, options: RunCommandOptions): Promise<number> {
  if (options.batch === true) checkBatch(options);
  const named = experimentByName(experimentName);
  const model = chooseModel(options);
  const plans = planOf(named, options);
  if (options.folder !== undefined && plans.length > 1) {
    throw new AgoraError('command', '--folder takes one run, and "all" makes several: omit --folder');
  }
  const interruption = onInterrupt(options.batch === true ? stoppingBatches : undefined);
  try {
    const all = plans.map((plan) => experimentOf(plan, model, options, interruption));
    if (options.estimate === true) {
      for (const { text } of await estimatesOf(all, true)) console.log(text);
      return 0;
    }
    if (model.batches !== undefined && options.quiet !== true) await tellSavings(all);
    if (model.evidence === 'live' && options.yes !== true && !(await mayBegin(all)))
      return exitCodes.declined;
    return await runAll(all, named.summary, options);
  } catch (error) {
    if (!hasCode(error, 'interrupted')) throw error;
    console.error(`${error.message} ${howToGoOn.interrupted}`);
    return exitCodes.interrupted;
  } finally {
    interruption.off();
  }
}

/** One experiment as the command line wants it. */
export type Planned = ExperimentOptions<never, never>;

export function experimentOf(
  plan: PlannedRun,
  model: ChatModel,
  options: RunCommandOptions,
  interruption: Interruption,
): Planned {
  const { temperature, maxTokens, maxFailures, folder, concurrency } = options;
  const prices = choosePrices(options);
  const sampling: Sampling = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  return {
    environment: plan.environment,
    protocol: plan.protocol,
    model,
    name: options.name ?? plan.name,
    collaborations: options.collaborations,
    seed: options.seed,
    sampling,
    cache: options.cache && model.evidence === 'live',
    progress: progressOf(options),
    signal: interruption.signal,
    abandon: interruption.abandon,
    // What is large was asked about before the first run.
    confirm: () => true,
    ...(folder === undefined ? {} : { folder }),
    ...(options.shard === undefined ? {} : { shard: readShard(options.shard) }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...rateOf(options),
    ...(prices === null ? {} : { prices }),
    ...(maxFailures === undefined ? {} : { maxFailures }),
    ...budgetOf(options),
  };
}

async function runAll(
  all: readonly Planned[],
  summary: Summary,
  options: RunCommandOptions,
): Promise<number> {
  const rows: string[][] = [];
  const bases: Basis[] = [];
  for (const planned of all) {
    const run = await runThrough(planned, options);
    console.log(`${run.name}: ${runTotalsText(run)}\n  kept in ${run.folder}`);
    if (run.finished > 0) {
      const line = await summary.of(run);
      rows.push([run.name, String(run.finished), evidenceText(run.description), ...line.cells]);
      bases.push(...line.bases);
    }
    if (run.stopped !== null) {
      printTable(summary.titles, rows, bases);
      return reportStop(run, run.stopped.reason);
    }
  }
  printTable(summary.titles, rows, bases);
  return 0;
}

/** Runs one; where too many answers were unusable, a terminal is asked whether to go on all the same. */
async function runThrough(planned: Planned, options: RunCommandOptions): Promise<Run> {
  const run = await experiment(planned);
  if (run.stopped?.reason !== 'failures' || options.yes === true) return run;
  console.error(run.stopped.message);
  return (await askYes('Go on all the same?', false)) ? experiment({ ...planned, maxFailures: 1 }) : run;
}

/** Says what large runs will ask, and asks a terminal whether to begin. */
export async function mayBegin(all: readonly Planned[]): Promise<boolean> {
  let estimates: RunEstimate[];
  try {
    estimates = await estimatesOf(all, false);
    if (!isLarge(inAll(estimates)) && !mayBeLong(inAll(estimates))) return true;
    estimates = await estimatesOf(all, true);
    if (!isLarge(inAll(estimates))) return true;
  } catch (error) {
    // Simulated agents cannot play everything; what else is wrong, the run itself will say.
    if (error instanceof AgoraError && !hasCode(error, 'interrupted')) return true;
    throw error;
  }
  for (const { text } of estimates) console.error(text);
  return askYes('Begin?');
}

/** @param isTimed - whether to time an answer, where a model's prices are not known: it tells of all runs */
export async function estimatesOf(all: readonly Planned[], isTimed: boolean): Promise<RunEstimate[]> {
  const estimates: RunEstimate[] = [];
  for (const planned of all) {
    const speed = estimates.find((known) => known.speed !== null)?.speed;
    estimates.push(await estimate(planned, isTimed ? (speed ? { timed: speed } : {}) : { timed: false }));
  }
  return estimates;
}

/** The calls, tokens, cost and time of several runs together, to decide whether they are large. */
export function inAll(estimates: readonly RunEstimate[]): Pick<RunEstimate, Extent> {
  const sum = (of: (one: RunEstimate) => number) => estimates.reduce((total, one) => total + of(one), 0);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: sum(({ cost }) => cost ?? 0),
    seconds: sum(({ seconds }) => seconds ?? 0),
  };
}

/**
 * Asks somebody at a terminal.
 * @param without - the answer where nobody sits at one
 */
export async function askYes(question: string, without = true): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return without;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

/** Prints, before a batched run begins, what batches save and how long it may take. */
async function tellSavings(all: readonly Planned[]): Promise<void> {
  for (const planned of all) {
    try {
      const { name, collaborations, batches, cost } = await estimate(planned, { timed: false });
      if (collaborations > 0 && batches !== null) console.error(`${name}: ${batchesText(batches, cost)}`);
    } catch (error) {
      // Simulated agents cannot play everything; what else is wrong, the run itself will say.
      if (!(error instanceof AgoraError) || hasCode(error, 'interrupted')) throw error;
    }
  }
}

/** @throws AgoraError 'command' when something else on the command line does not go with --batch */
function checkBatch(options: RunCommandOptions): void {
  const text = modelText(options);
  if (!text.startsWith('openai:'))
    throw new AgoraError(
      'command',
      `--batch goes with --model openai:MODEL: ${JSON.stringify(text)} is not asked through an endpoint with batches`,
    );
  if (options.baseUrl?.includes(',') === true)
    throw new AgoraError('command', '--batch goes with one --base-url: one endpoint takes a batch');
  if (options.requestsPerMinute !== undefined || options.tokensPerMinute !== undefined)
    throw new AgoraError(
      'command',
      '--requests-per-minute and --tokens-per-minute do not go with --batch: endpoints limit batches themselves',
    );
}

function modelText({ model }: RunCommandOptions): string {
  return model ?? process.env['AGORA_MODEL'] ?? 'simulated';
}

export function chooseModel(options: RunCommandOptions): ChatModel {
  const text = modelText(options);
  const { baseUrl, timeout } = options;
  if (options.batch === true)
    return batched({
      model: text.slice('openai:'.length),
      ...(timeout === undefined ? {} : { timeout }),
      ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    });
  if (baseUrl !== undefined || timeout !== undefined) {
    if (!text.startsWith('openai:'))
      throw new AgoraError(
        'command',
        `--${baseUrl === undefined ? 'timeout' : 'base-url'} goes with --model openai:MODEL`,
      );
    const model = text.slice('openai:'.length);
    const common = { model, ...(timeout === undefined ? {} : { timeout }) };
    const baseURLs = baseUrl?.split(',').map((each) => each.trim()) ?? [];
    if (baseURLs.length > 1) return pool({ ...common, baseURLs });
    return openai({ ...common, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) });
  }
  if (options.malformedRate !== undefined) {
    if (text !== 'simulated')
      throw new AgoraError('command', '--malformed-rate goes with the simulated model');
    return simulated({ malformedRate: options.malformedRate });
  }
  return options.estimate === true ? modelToEstimate(text) : parseModel(text);
}

function choosePrices({ priceInput, priceOutput, batch }: RunCommandOptions): Prices | null {
  if (priceInput === undefined && priceOutput === undefined) return null;
  if (priceInput === undefined || priceOutput === undefined) {
    throw new AgoraError(
      'command',
      '--price-input and --price-output go together, in US dollars per million tokens',
    );
  }
  const prices = { inputPerMillion: priceInput, outputPerMillion: priceOutput };
  return batch === true ? inBatches(prices) : prices;
}

function budgetOf({ budgetTokens, budgetCost }: RunCommandOptions): {
  budget?: { tokens?: number; cost?: number };
} {
  if (budgetTokens === undefined && budgetCost === undefined) return {};
  return {
    budget: {
      ...(budgetTokens === undefined ? {} : { tokens: budgetTokens }),
      ...(budgetCost === undefined ? {} : { cost: budgetCost }),
    },
  };
}

function rateOf({ requestsPerMinute, tokensPerMinute }: RunCommandOptions): { rate?: Rate } {
  if (requestsPerMinute === undefined && tokensPerMinute === undefined) return {};
  return {
    rate: {
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
    },
  };
}

export function progressOf(options: Pick<RunCommandOptions, 'quiet'>): 'none' | ProgressListener {
  if (options.quiet === true) return 'none';
  return process.stderr.isTTY ? barProgress() : lineProgress((line) => console.error(line), 5);
}

export interface Interruption {
  readonly signal: AbortSignal;
  readonly abandon: AbortSignal;
  readonly off: () => void;
}

const stoppingCalls = 'Stopping: waiting for the calls in flight. Press Ctrl-C again to end them.';
const stoppingBatches =
  'Stopping. Batches go on at the endpoint: the same command with --batch fetches their answers later.';

/**
 * The first Ctrl-C sends no more calls and lets those in flight finish; a second one ends those, too (they are asked again
 * when the run goes on); a third ends the process.
 */
export function onInterrupt(stopping = stoppingCalls): Interruption {
  const stop = new AbortController();
  const abandon = new AbortController();
  const interrupt = () => {
    if (abandon.signal.aborted) process.exit(exitCodes.interrupted);
    if (stop.signal.aborted) {
      abandon.abort();
      return;
    }
    stop.abort(); // first, so that the bar is over when the text is printed
    console.error(stopping);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: stop.signal,
    abandon: abandon.signal,
    off: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}

const howToGoOn: Readonly<Record<Stopped['reason'], string>> = {
  budget: 'Run the same command again to resume, with a larger budget.',
  failures:
    'Run the same command again to resume: failed calls are asked again. With --max-failures 1 the run never stops for unusable answers.',
  interrupted: 'Run the same command again to resume.',
  declined: 'Run the same command again to begin.',
};

function reportStop(run: Run, reason: Stopped['reason']): number {
  const done = `${run.finished} of ${run.requested} collaborations are finished.`;
  console.error([run.stopped?.message, `${done} ${howToGoOn[reason]}`].join('\n'));
  return exitCodes[reason];
}

function printTable(metrics: readonly string[], rows: readonly string[][], bases: readonly Basis[]): void {
  if (rows.length === 0) return;
  const columns = ['run', 'n', 'evidence', ...metrics];
  const table = textTable(
    columns.map((title, place) => ({ title, align: place === 0 || place === 2 ? 'left' : 'right' })),
    rows,
  );
  const foot = basisText(bases);
  console.log(foot === '' ? `\n${table}` : `\n${table}\n\n${foot}`);
}
