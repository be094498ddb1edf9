import { AgoraError } from '../agora-error';
import { barProgress, experiment, lineProgress, type ProgressListener, type Run } from '../experiment';
import { openai, parseModel, simulated, type ChatModel, type Prices, type Sampling } from '../models';
import { textTable } from '../report/table';
import { experimentByName, planOf, type ExperimentSettings } from './experiments';
import { runTotalsText } from './status-command';

export interface RunCommandOptions extends ExperimentSettings {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly malformedRate?: number;
  readonly concurrency?: number;
  readonly budgetTokens?: number;
  readonly budgetCost?: number;
  readonly priceInput?: number;
  readonly priceOutput?: number;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly timeout?: number;
  readonly name?: string;
  readonly folder?: string;
  readonly cache: boolean;
  readonly quiet?: boolean;
}

/** Exit codes beyond 0 and 1, so that a script can tell a short run from a failed one. */
export const exitCodes = { budget: 3, interrupted: 130 } as const;

/** `agora run`: runs, or resumes, an experiment and prints what came of it. Gives the exit code. */
export async function runCommand(experimentName: string, options: RunCommandOptions): Promise<number> {
  const named = experimentByName(experimentName);
  const model = chooseModel(options);
  const plans = planOf(named, options);
  if (options.folder !== undefined && plans.length > 1) {
    throw new AgoraError('command', '--folder holds one run, and "all" makes several; leave --folder out');
  }
  const prices = choosePrices(options);
  const sampling: Sampling = {
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...(options.maxTokens === undefined ? {} : { maxTokens: options.maxTokens }),
  };
  const interruption = onInterrupt();
  const rows: string[][] = [];
  try {
    for (const plan of plans) {
      const run = await experiment({
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
        ...(options.folder === undefined ? {} : { folder: options.folder }),
        ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
        ...(prices === null ? {} : { prices }),
        ...budgetOf(options),
      });
      console.log(`${run.name}: ${runTotalsText(run)}\n  kept in ${run.folder}`);
      if (run.finished > 0)
        rows.push([run.name, String(run.finished), run.evidence, ...(await named.summary.of(run))]);
      if (run.stopped !== null) {
        printTable(named.summary.titles, rows);
        return reportStop(run);
      }
    }
  } finally {
    interruption.off();
  }
  printTable(named.summary.titles, rows);
  return 0;
}

function chooseModel(options: RunCommandOptions): ChatModel {
  const text = options.model ?? process.env['AGORA_MODEL'] ?? 'simulated';
  const { baseUrl, timeout } = options;
  if (baseUrl !== undefined || timeout !== undefined) {
    if (!text.startsWith('openai:'))
      throw new AgoraError(
        'command',
        `--${baseUrl === undefined ? 'timeout' : 'base-url'} goes with --model openai:MODEL`,
      );
    return openai({
      model: text.slice('openai:'.length),
      ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
      ...(timeout === undefined ? {} : { timeout }),
    });
  }
  if (options.malformedRate !== undefined) {
    if (!text.startsWith('simulated'))
      throw new AgoraError('command', '--malformed-rate goes with simulated models');
    const profile = text.slice('simulated:'.length);
    return simulated({ malformedRate: options.malformedRate, ...(profile === '' ? {} : { profile }) });
  }
  return parseModel(text);
}

function choosePrices({ priceInput, priceOutput }: RunCommandOptions): Prices | null {
  if (priceInput === undefined && priceOutput === undefined) return null;
  if (priceInput === undefined || priceOutput === undefined) {
    throw new AgoraError(
      'command',
      '--price-input and --price-output go together, in US dollars per million tokens',
    );
  }
  return { inputPerMillion: priceInput, outputPerMillion: priceOutput };
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

function progressOf(options: RunCommandOptions): 'none' | ProgressListener {
  if (options.quiet === true) return 'none';
  return process.stderr.isTTY ? barProgress() : lineProgress((line) => console.error(line), 5);
}

/** The first Ctrl-C lets calls in flight finish; a second one ends the process at once (and loses only those). */
function onInterrupt(): { signal: AbortSignal; off: () => void } {
  const control = new AbortController();
  const stop = () => {
    if (control.signal.aborted) process.exit(exitCodes.interrupted);
    control.abort(); // first, so that the bar is over when the text is printed
    console.error('Stopping: waiting for the calls in flight. Press Ctrl-C again to leave at once.');
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: control.signal,
    off: () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}

function reportStop(run: Run): number {
  const reason = run.stopped?.reason === 'budget' ? 'budget' : 'interrupted';
  console.error(
    `${run.stopped?.message ?? ''}\n${run.finished} of ${run.requested} collaborations are finished. Run the same command again to resume${reason === 'budget' ? ', with a larger budget' : ''}.`,
  );
  return exitCodes[reason];
}

function printTable(metrics: readonly string[], rows: readonly string[][]): void {
  if (rows.length === 0) return;
  const columns = ['run', 'n', 'evidence', ...metrics];
  console.log(
    `\n${textTable(
      columns.map((title, place) => ({ title, align: place === 0 || place === 2 ? 'left' : 'right' })),
      rows,
    )}`,
  );
}
