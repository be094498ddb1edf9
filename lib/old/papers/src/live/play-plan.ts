import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  duration,
  estimate,
  experiment,
  Run,
  type ExperimentOptions,
  type RunEstimate,
} from 'agora-core/experiment';
import { lockRun, makeFolder } from 'agora-core/internal';
import type { ChatModel } from 'agora-core/models';
import { AgoraError, hasCode } from 'agora-voting';
import { canonicalJson } from 'agora-voting/internal';
import { conditionsOf, type LiveCondition } from './conditions';
import type { LiveEntry, LivePlan } from './plan';
import { checkPrompts } from './same-prompts';

/*
 * Goes through a plan: block by block, and within a block entry by entry, so that every protocol has something early. Each
 * condition is a run in its own folder, ENTRY/CONDITION, which later blocks extend.
 */

export interface LivePlay {
  readonly plan: LivePlan;
  readonly model: ChatModel;
  /** The folder of all runs. If it contains runs of this plan, they are continued. */
  readonly folder: string;
  /** The last block to play, from 1 on. Default all. */
  readonly block?: number;
  /** Only these entries. Default all. */
  readonly entries?: readonly string[];
  /** The most cases of each condition. Default as many as the blocks have. */
  readonly cases?: number;
  /** Calls in flight at once. */
  readonly concurrency?: number;
  /** The most that all runs together may use, earlier sessions included. */
  readonly budget?: { readonly tokens?: number; readonly cost?: number };
  readonly progress?: ExperimentOptions<never, never>['progress'];
  /** Called with a line before and after each condition. */
  readonly tell?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly abandon?: AbortSignal;
}

/** Some cases of one condition. */
export interface LiveStep {
  readonly block: number;
  readonly condition: LiveCondition;
  readonly cases: number;
}

/** How far a plan was played. */
export interface LivePlayed {
  /** Why it stopped early; null if everything was played. */
  readonly stopped: {
    readonly reason: 'budget' | 'failures' | 'interrupted' | 'declined';
    readonly message: string;
  } | null;
  readonly steps: number;
  readonly finished: number;
}

/**
 * What is played, in order: of each block every condition whose number of cases grows.
 * @throws AgoraError 'live-plan' for an entry or a block that the plan does not have
 */
export function stepsOf({
  plan,
  block = plan.blocks.length,
  entries,
  cases: most = Infinity,
}: Pick<LivePlay, 'plan' | 'block' | 'entries' | 'cases'>): LiveStep[] {
  if (block < 1 || block > plan.blocks.length)
    throw new AgoraError('live-plan', `The plan has blocks 1 to ${plan.blocks.length}, got ${block}.`);
  const unknown = entries?.find((id) => !plan.entries.some((entry) => entry.id === id));
  if (unknown !== undefined)
    throw new AgoraError(
      'live-plan',
      `The plan has no entry "${unknown}": its entries are ${plan.entries.map(({ id }) => id).join(', ')}.`,
    );
  const chosen = plan.entries.filter(({ id }) => entries === undefined || entries.includes(id));
  const conditions = new Map(chosen.map((entry) => [entry.id, conditionsOf(entry)]));
  const steps: LiveStep[] = [];
  for (let place = 0; place < block; place++)
    for (const entry of chosen)
      for (const condition of conditions.get(entry.id) ?? []) {
        const cases = Math.min(most, casesIn(entry, condition, place));
        const before = place === 0 ? 0 : Math.min(most, casesIn(entry, condition, place - 1));
        if (cases > before) steps.push({ block: place + 1, condition: condition, cases: cases });
      }
  return steps;
}

/** How many cases of a condition are played after a block. @param place - the block, from 0 on */
function casesIn({ cases, early }: LiveEntry, { name }: LiveCondition, place: number): number {
  const isLater = place === 0 && early !== undefined && !early.includes(name);
  return isLater ? 0 : (cases[place] ?? 0);
}

/** The folder of a condition's run. */
export function folderOf(folder: string, { entry, name }: Pick<LiveCondition, 'entry' | 'name'>): string {
  return join(folder, entry, name.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
}

/**
 * Plays a plan, or goes on with it where it was stopped or killed: no finished call is repeated.
 * @throws AgoraError 'live-plan' where the folder was begun by another plan or with another model; 'run-locked' where
 * another process plays in it; 'folder', and what `experiment` throws: 'stale-run' where a prompt has changed,
 * 'model-unavailable', 'record-write'
 */
export async function playPlan(play: LivePlay): Promise<LivePlayed> {
  const steps = stepsOf(play);
  makeFolder(play.folder);
  const unlock = lockRun(play.folder);
  try {
    claimFolder(play);
    return await playSteps(play, steps);
  } finally {
    unlock();
  }
}

async function playSteps(play: LivePlay, steps: readonly LiveStep[]): Promise<LivePlayed> {
  const { tell = () => {} } = play;
  const pace = new Pace(await estimateSteps(play, steps));
  for (const [place, step] of steps.entries()) {
    const { block, condition, cases } = step;
    const who = `[${place + 1} of ${steps.length}] block ${block}, ${condition.entry}, ${condition.name}`;
    const budget = budgetLeft(play, steps, step);
    if (budget === 'none left') return stoppedAt(place, steps, 'budget', 'The budget is used up.');
    tell(`${who}: ${cases} ${cases === 1 ? 'case' : 'cases'}${pace.left(place)}`);
    const run = await playStep(play, step, budget);
    pace.add(place);
    tell(
      `${who}: ${run.finished} finished, ${run.totals.calls} calls, ${run.totals.failures} unusable answers`,
    );
    if (run.stopped !== null) return stoppedAt(place, steps, run.stopped.reason, run.stopped.message);
  }
  return { stopped: null, steps: steps.length, finished: steps.length };
}

function stoppedAt(
  place: number,
  steps: readonly LiveStep[],
  reason: NonNullable<LivePlayed['stopped']>['reason'],
  message: string,
): LivePlayed {
  return { stopped: { reason: reason, message: message }, steps: steps.length, finished: place };
}

async function playStep(play: LivePlay, step: LiveStep, budget: LivePlay['budget']): Promise<Run> {
  try {
    const options = optionsOf(play, step, budget);
    await checkPrompts(options);
    return await experiment(options);
  } catch (error) {
    if (!(error instanceof AgoraError)) throw error;
    const { entry, name } = step.condition;
    throw new AgoraError(error.code, `${entry}, ${name}: ${error.message}`, { cause: error });
  }
}

function optionsOf(
  { plan, model, folder, concurrency, progress, signal, abandon }: LivePlay,
  { condition, cases }: LiveStep,
  budget: LivePlay['budget'],
): ExperimentOptions<never, never> {
  const { environment, protocol, entry, name, stop } = condition;
  return {
    environment: environment,
    protocol: protocol,
    model: model,
    name: `live ${entry} ${name}`,
    collaborations: cases,
    seed: plan.seed,
    folder: folderOf(folder, condition),
    // Each condition asks for itself: what two have in common is no reply shared by both.
    cache: false,
    // Unusable answers are a result, counted first in the ledger.
    maxFailures: 1,
    // What is large was asked about before the first run.
    confirm: () => true,
    progress: progress ?? 'none',
    ...(stop === undefined ? {} : { stop: stop }),
    ...(concurrency === undefined ? {} : { concurrency: concurrency }),
    ...(budget === undefined ? {} : { budget: budget }),
    ...(signal === undefined ? {} : { signal: signal }),
    ...(abandon === undefined ? {} : { abandon: abandon }),
  };
}

/** What the unfinished part of a step will ask of the model. */
export interface StepEstimate {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null if prices are unknown. */
  readonly cost: number | null;
}

/**
 * What each step will ask: a condition is rehearsed by simulated agents once. Null where they cannot tell, and where
 * nothing is left to play.
 */
export async function estimateSteps(
  play: Omit<LivePlay, 'signal' | 'abandon'>,
  steps: readonly LiveStep[],
): Promise<(StepEstimate | null)[]> {
  const ofCondition = new Map<string, RunEstimate | null>();
  const planned = new Map<string, number>();
  const estimates: (StepEstimate | null)[] = [];
  for (const step of steps) {
    const folder = folderOf(play.folder, step.condition);
    if (!ofCondition.has(folder)) {
      const longest = steps.findLast((other) => other.condition === step.condition) ?? step;
      planned.set(folder, existsSync(join(folder, 'run.json')) ? Run.open(folder).finished : 0);
      const isLeft = (planned.get(folder) ?? 0) < longest.cases;
      ofCondition.set(folder, isLeft ? await estimated(play, longest) : null);
    }
    const whole = ofCondition.get(folder) ?? null;
    const fresh = Math.max(0, step.cases - (planned.get(folder) ?? 0));
    planned.set(folder, Math.max(step.cases, planned.get(folder) ?? 0));
    estimates.push(whole === null || fresh === 0 ? null : part(whole, fresh / whole.collaborations));
  }
  return estimates;
}

/** All steps together. Unknown costs and times count as 0. */
export function inAll(estimates: readonly (StepEstimate | null)[]) {
  const sum = (of: (one: StepEstimate) => number): number =>
    estimates.reduce((total, one) => total + (one === null ? 0 : of(one)), 0);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: sum(({ cost }) => cost ?? 0),
    seconds: 0,
  };
}

/** What is left to ask, step by step and in all. */
export function estimateText(
  steps: readonly LiveStep[],
  estimates: readonly (StepEstimate | null)[],
): string {
  const lines = steps.flatMap(({ block, condition, cases }, place) => {
    const one = estimates[place] ?? null;
    const who = `block ${block}, ${condition.entry}, ${condition.name}, up to ${cases}`;
    return one === null ? [] : [`${who}: ${asked(one)}`];
  });
  return [...lines, `In all: ${asked(inAll(estimates))}`].join('\n');
}

function asked({ calls, inputTokens, outputTokens, cost }: StepEstimate): string {
  const whole = (number: number): string => Math.round(number).toLocaleString('en');
  const price = cost === null || cost === 0 ? '' : `, $${cost.toFixed(2)}`;
  return `about ${whole(calls)} calls, ${whole(inputTokens)} prompt tokens and ${whole(outputTokens)} answer tokens${price}`;
}

function part({ calls, inputTokens, outputTokens, cost }: RunEstimate, share: number): StepEstimate {
  return {
    calls: share * calls,
    inputTokens: share * inputTokens,
    outputTokens: share * outputTokens,
    cost: cost === null ? null : share * cost,
  };
}

async function estimated(play: LivePlay, step: LiveStep): Promise<RunEstimate | null> {
  try {
    return await estimate(optionsOf(play, step, undefined), { timed: false });
  } catch (error) {
    // Simulated agents cannot play everything; and what was told to stop says so when it is played.
    if (hasCode(error, 'setting') || hasCode(error, 'interrupted')) return null;
    throw error;
  }
}

/** A prompt token takes a small part of the time of an answer token. */
const promptShare = 0.15;

/** How long what is left takes, by the pace of this session. */
class Pace {
  private readonly began = Date.now();
  private readonly weights: readonly number[];
  private done = 0;

  constructor(estimates: readonly (StepEstimate | null)[]) {
    this.weights = estimates.map((one) =>
      one === null ? 0 : one.outputTokens + promptShare * one.inputTokens,
    );
  }

  add(place: number): void {
    this.done += this.weights[place] ?? 0;
  }

  left(place: number): string {
    const seconds = (Date.now() - this.began) / 1000;
    if (this.done === 0 || seconds < 1) return '';
    const rest = this.weights.slice(place).reduce((sum, weight) => sum + weight, 0);
    return `, about ${duration((rest * seconds) / this.done)} left`;
  }
}

function budgetLeft(
  { budget, folder }: LivePlay,
  steps: readonly LiveStep[],
  { condition }: LiveStep,
): LivePlay['budget'] | 'none left' {
  if (budget === undefined) return undefined;
  const own = folderOf(folder, condition);
  const others = new Set(steps.map((step) => folderOf(folder, step.condition)));
  let [tokens, cost] = [0, 0];
  for (const other of others) {
    if (other === own || !existsSync(join(other, 'run.json'))) continue;
    const { totals } = Run.open(other);
    tokens += totals.inputTokens + totals.outputTokens;
    cost += totals.cost ?? 0;
  }
  const left = {
    ...(budget.tokens === undefined ? {} : { tokens: budget.tokens - tokens }),
    ...(budget.cost === undefined ? {} : { cost: budget.cost - cost }),
  };
  return Object.values(left).some((amount) => amount <= 0) ? 'none left' : left;
}

/** Writes plan and model into a new folder, and compares them in one that was begun. */
function claimFolder({ plan, model, folder }: LivePlay): void {
  const planFile = join(folder, 'plan.json');
  const modelFile = join(folder, 'model.json');
  const own = { name: model.name, evidence: model.evidence, settings: model.settings };
  if (!existsSync(planFile)) {
    write(modelFile, own);
    write(planFile, plan);
    return;
  }
  if (canonicalJson(readJson(planFile) as never) !== canonicalJson(plan as never))
    throw new AgoraError(
      'live-plan',
      `${folder} was begun by another plan, or another version of this one: choose another folder, or play ${planFile}.`,
    );
  const begun = readJson(modelFile) as { readonly name: string };
  if (canonicalJson(begun) !== canonicalJson(own))
    throw new AgoraError(
      'live-plan',
      `${folder} holds runs of ${begun.name}${begun.name === own.name ? ' with other settings' : `, not of ${own.name}`}: choose another folder.`,
    );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new AgoraError('live-plan', `${file} cannot be read: ${(error as Error).message}`);
  }
}

function write(file: string, value: unknown): void {
  try {
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  } catch (error) {
    throw new AgoraError('folder', `${file} cannot be written: ${(error as Error).message}`);
  }
}
