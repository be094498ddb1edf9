import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Run } from 'agora-core/experiment';
import { readPackedIndex, readPackedRun } from 'agora-core/internal';
import type { Collaboration } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { conditionsOf } from './conditions';
import { readLivePlan, type LivePlan } from './plan';
import { folderOf } from './play-plan';

/** One condition as far as it was played. */
export interface LiveRun {
  readonly entry: string;
  readonly name: string;
  /** Only those that are finished, by their number in the run. */
  readonly cases: ReadonlyMap<number, Collaboration>;
}

/** What was played of a plan by one model, in a folder or packed. */
export interface LiveRuns {
  readonly plan: LivePlan;
  readonly model: string;
  /** The finished cases of a condition, by their numbers; empty if nothing was played. */
  readonly of: (entry: string, condition: string) => ReadonlyMap<number, Collaboration>;
  /** Every condition that was begun, in the plan's order. */
  readonly all: () => Iterable<LiveRun>;
}

/**
 * Opens the live runs in a folder of `npx agora live`, as far as they were played, or a packed folder.
 * @throws AgoraError 'live-plan' if the folder contains no live runs
 */
export function openLiveRuns(folder: string): LiveRuns {
  const planFile = join(folder, 'plan.json');
  if (!existsSync(planFile))
    throw new AgoraError('live-plan', `${folder} holds no runs of a plan: it has no plan.json.`);
  const plan = readLivePlan(JSON.parse(readFileSync(planFile, 'utf8')));
  if (existsSync(join(folder, 'runs.json'))) return openPacked(folder, plan);
  const { name } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as { readonly name: string };
  const read = (entry: string, condition: string): ReadonlyMap<number, Collaboration> => {
    const own = folderOf(folder, { entry: entry, name: condition });
    return existsSync(join(own, 'run.json')) ? finishedOnly(Run.open(own)) : new Map();
  };
  return liveRuns(plan, name.replace(/^[a-z]+:/, ''), read);
}

function openPacked(folder: string, plan: LivePlan): LiveRuns {
  const { model, runs } = readPackedIndex(folder);
  return liveRuns(plan, model, (entry, condition) => {
    const run = runs.find((one) => one.entry === entry && one.condition === condition);
    return run === undefined ? new Map<number, Collaboration>() : readPackedRun(folder, run.file);
  });
}

/** The played cases, read by a function. Each condition is read once. */
export function liveRuns(
  plan: LivePlan,
  model: string,
  read: (entry: string, condition: string) => ReadonlyMap<number, Collaboration>,
): LiveRuns {
  const known = new Map<string, ReadonlyMap<number, Collaboration>>();
  const of = (entry: string, condition: string): ReadonlyMap<number, Collaboration> => {
    const key = `${entry}/${condition}`;
    const cases = known.get(key) ?? read(entry, condition);
    known.set(key, cases);
    return cases;
  };
  const all = function* (): Iterable<LiveRun> {
    for (const entry of plan.entries)
      for (const { name } of conditionsOf(entry)) {
        const cases = of(entry.id, name);
        if (cases.size > 0) yield { entry: entry.id, name: name, cases: cases };
      }
  };
  return { plan: plan, model: model, of: of, all: all };
}

function finishedOnly(run: Iterable<Collaboration>): Map<number, Collaboration> {
  const cases = new Map<number, Collaboration>();
  for (const one of run) if (one.finished !== null) cases.set(one.index, one);
  return cases;
}

/** The numbers of the cases that all of these conditions have finished. */
export function sharedCases(runs: readonly ReadonlyMap<number, Collaboration>[]): number[] {
  const [first = new Map<number, Collaboration>(), ...others] = runs;
  return [...first.keys()].filter((index) => others.every((other) => other.has(index))).sort((a, b) => a - b);
}

/** Tokens of all replies of a case. */
export function tokensOf(one: Collaboration, what: 'input' | 'output' | 'both'): number {
  let sum = 0;
  for (const event of one.events)
    if (event.type === 'reply')
      sum += (what === 'output' ? 0 : event.inputTokens) + (what === 'input' ? 0 : event.outputTokens);
  return sum;
}

/** A number of the final score, such as "correct"; 0 if nothing was decided. */
export function scoreOf(one: Collaboration, name: string): number {
  const value = one.finished?.score[name];
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : 0;
}
