import { z } from 'zod';
import type { AnyExperiment, SharedRun } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import type { JsonObject } from 'agora-voting/internal';
import { debateMethods, experimentByName, experiments, planOf, type PlannedRun } from './experiments';
import { chooseModel, experimentOf, type Interruption, type RunCommandOptions } from './run-command';

/** A name, never a path: a worker reads no file that a journal names, and loads no weights from there. */
const name = z.string().regex(/^[a-z0-9][a-z0-9 _.-]{0,99}$/i);
const positive = z.number().positive();
const count = z.int().positive();

/**
 * What a journal says of a run, for workers. It names an experiment of `agora run` and its settings. It comes over a
 * network, so a worker checks it, and takes nothing from it that says where keys are sent or which files are read.
 */
const sharedConfig = z.strictObject({
  experiment: z.enum(experiments.map((one) => one.name) as [string, ...string[]]),
  /** Which of the experiment's runs: several differ by their rule or method. */
  plan: z.string().max(300),
  model: z.string().regex(/^(simulated|openai:[\w.:/@+-]{1,200}|local|local:[\w.-]{1,100})$/),
  settings: z.strictObject({
    agents: count.optional(),
    preferences: name.optional(),
    data: name.optional(),
    rounds: count.optional(),
    method: z.enum(['all', ...debateMethods] as [string, ...string[]]).optional(),
    rule: name.optional(),
    collaborations: count,
    seed: z.int(),
    name: z.string().min(1).max(300).optional(),
    malformedRate: z.number().min(0).max(1).optional(),
    requestsPerMinute: positive.optional(),
    tokensPerMinute: positive.optional(),
    budgetTokens: positive.optional(),
    budgetCost: z.number().nonnegative().optional(),
    priceInput: z.number().nonnegative().optional(),
    priceOutput: z.number().nonnegative().optional(),
    temperature: z.number().nonnegative().optional(),
    maxTokens: count.optional(),
    timeout: positive.optional(),
    maxFailures: z.number().min(0).max(1).optional(),
  }),
});

type Settings = z.infer<typeof sharedConfig>['settings'];
const settingNames = Object.keys(sharedConfig.shape.settings.shape) as (keyof Settings)[];

/**
 * The configuration of a planned run, as workers get it.
 * @throws AgoraError 'command' for what cannot be shared: a folder of data, a recorded model
 */
export function configOf(experiment: string, plan: PlannedRun, options: RunCommandOptions): JsonObject {
  const model = options.model ?? process.env['AGORA_MODEL'] ?? 'simulated';
  const given = settingNames.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]]));
  const config = { experiment, plan: plan.name, model, settings: Object.fromEntries(given) as Settings };
  const reading = sharedConfig.safeParse(config);
  if (reading.success) return config as unknown as JsonObject;
  throw new AgoraError(
    'command',
    `Workers cannot share this run: ${issueOf(reading.error)}. Data and models go by their names; "npx agora data NAME" brings data to each machine.`,
  );
}

/** The settings of a worker, which are not part of the run. */
export interface OwnSettings {
  readonly baseUrl?: string;
  readonly concurrency?: number | 'auto';
}

/**
 * The experiment that a journal's configuration names.
 * @throws AgoraError 'setting' when it is not one
 */
export function sharedExperiment(
  run: SharedRun,
  own: OwnSettings,
  interruption: Interruption,
): AnyExperiment {
  const reading = sharedConfig.safeParse(run.config);
  if (!reading.success)
    throw new AgoraError(
      'setting',
      `The journal's configuration of "${run.name}" is none that this worker knows: ${issueOf(reading.error)}`,
    );
  const { experiment, plan: planned, model, settings } = reading.data;
  const options = { ...settings, ...own, model, cache: false, quiet: true } as RunCommandOptions;
  const plan = planOf(experimentByName(experiment), options).find((each) => each.name === planned);
  if (plan === undefined)
    throw new AgoraError(
      'setting',
      `${experiment} has no run "${planned}" with the settings of "${run.name}"`,
    );
  return experimentOf(plan, chooseModel(options), options, interruption);
}

function issueOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`;
}
