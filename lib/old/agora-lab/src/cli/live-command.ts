import { existsSync, readFileSync } from 'node:fs';
import { isLarge } from 'agora-core/experiment';
import { pricesOf } from 'agora-core/internal';
import { type ChatModel, local, parseModel } from 'agora-core/models';
import * as live from 'agora-papers/live';
import { AgoraError, hasCode } from 'agora-voting';
import { askYes, exitCodes, onInterrupt, progressOf } from './run-command';

export interface LiveCommandOptions {
  readonly plan?: string;
  readonly model?: string;
  readonly out?: string;
  readonly block?: number;
  readonly entry?: string[];
  readonly cases?: number;
  readonly sequences?: number;
  readonly concurrency?: number;
  readonly budgetTokens?: number;
  readonly budgetCost?: number;
  readonly estimate?: boolean;
  readonly tests?: boolean;
  readonly yes?: boolean;
  readonly quiet?: boolean;
}

/**
 * `agora live`: plays a plan with a live model, or goes on with it.
 * @returns the exit code
 */
export async function liveCommand(options: LiveCommandOptions): Promise<number> {
  const plan = options.plan === undefined ? live.livePlan() : readPlan(options.plan);
  if (options.tests === true) {
    console.log(live.plannedTestsText(plan));
    return 0;
  }
  const model = modelOf(options);
  const folder = options.out ?? folderName(options.plan, model);
  const interruption = onInterrupt();
  const play = {
    plan: plan,
    model: model,
    folder: folder,
    progress: progressOf(options),
    tell: (line: string) => console.error(line),
    signal: interruption.signal,
    abandon: interruption.abandon,
    ...(options.block === undefined ? {} : { block: options.block }),
    ...(options.entry === undefined ? {} : { entries: options.entry }),
    ...(options.cases === undefined ? {} : { cases: options.cases }),
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    ...budgetOf(options),
  };
  try {
    const steps = live.stepsOf(play);
    if (options.estimate === true || (mayCost(model) && options.yes !== true)) {
      const estimates = await live.estimateSteps(play, steps);
      console.log(live.estimateText(steps, estimates));
      if (options.estimate === true) return 0;
      if (isLarge(live.inAll(estimates)) && !(await askYes('Begin?'))) return exitCodes.declined;
    }
    const { stopped, finished } = await live.playPlan(play);
    if (stopped === null) {
      console.log(`All ${finished} steps are played. npx agora live ledger ${folder}`);
      return 0;
    }
    console.error(`${stopped.message} Run the same command again to go on.`);
    return exitCodes[stopped.reason];
  } catch (error) {
    if (!hasCode(error, 'interrupted')) throw error;
    console.error(`${error.message} Run the same command again to go on.`);
    return exitCodes.interrupted;
  } finally {
    interruption.off();
  }
}

/** `agora live ledger FOLDER` */
export async function liveLedgerCommand(
  folder: string,
  { json }: { readonly json?: boolean },
): Promise<string> {
  const ledger = await live.liveLedger(live.openLiveRuns(folder));
  return json === true ? JSON.stringify(ledger, null, 2) : live.ledgerText(ledger);
}

/** `agora live compare A B` */
export async function liveCompareCommand(one: string, other: string): Promise<string> {
  return live.comparisonText(await live.compareLive(live.openLiveRuns(one), live.openLiveRuns(other)));
}

/** `agora live unpack PACKED FOLDER` */
export function liveUnpackCommand(packed: string, folder: string): string {
  const { model, runs, cases } = live.unpackLiveRuns(packed, folder);
  return `${folder}: ${cases} cases of ${model} in ${runs} runs. Go on with npx agora live --model … --out ${folder}`;
}

/** "live-gpt-4o-mini"; a further plan of the kit has a folder of its own. */
function folderName(plan = '', model: ChatModel): string {
  const further = live.furtherPlan(plan) === null ? '' : `${plan}-`;
  return `live-${further}${model.name.replace(/[^a-zA-Z0-9.-]+/g, '-')}`;
}

/** A further plan of the kit by its name, or a file. */
function readPlan(file: string) {
  const further = live.furtherPlan(file);
  if (further !== null) return further;
  if (!existsSync(file)) throw new AgoraError('live-plan', `There is no plan ${file}.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new AgoraError('live-plan', `${file} is not JSON: ${(error as Error).message}`);
  }
  return live.readLivePlan(content);
}

/** Whether a model is asked about before it begins: local and simulated ones cost nothing but time. */
function mayCost(model: ChatModel): boolean {
  const prices = pricesOf(model);
  return prices === undefined || prices.inputPerMillion + prices.outputPerMillion > 0;
}

/** In seconds. A run at the lowest priority may get no processor for hours, and a call that waits is not lost. */
const patience = 86_400;

/** A local model answers eight calls at once, which is what its speed comes from. */
function modelOf({ model = process.env['AGORA_MODEL'], sequences }: LiveCommandOptions): ChatModel {
  if (model === undefined || model.trim() === '')
    throw new AgoraError(
      'command',
      'agora live needs a model: --model local, local:NAME or openai:MODEL (or simulated, to try a plan)',
    );
  const [kind, weights] = model.split(/:(.*)/s);
  if (kind !== 'local') {
    if (sequences !== undefined)
      throw new AgoraError('command', '--sequences goes with --model local or local:NAME');
    return parseModel(model);
  }
  const named = weights === undefined || weights === '' ? {} : { weights: weights };
  return local({ ...named, sequences: sequences ?? 8, timeout: patience });
}

function budgetOf({ budgetTokens, budgetCost }: LiveCommandOptions) {
  if (budgetTokens === undefined && budgetCost === undefined) return {};
  return {
    budget: {
      ...(budgetTokens === undefined ? {} : { tokens: budgetTokens }),
      ...(budgetCost === undefined ? {} : { cost: budgetCost }),
    },
  };
}
