import { z } from 'zod';
import {
  callable,
  closest,
  either,
  flag,
  having,
  number,
  oneOf,
  settings,
  text,
  whole,
} from 'agora-voting/internal';
import * as environments from '../environments';
import type { Environment } from '../environments/environment';
import { budgetSettings, type Budget } from '../models/budget-account';
import { aModel, samplingSettings, type ChatModel, type Sampling } from '../models/chat-model';
import { rateSettings, type Rate } from '../models/call-limiter';
import { pricesSettings, type Prices } from '../models/prices';
import * as protocols from '../protocols';
import type { Protocol, StoppingPolicy } from '../protocols';
import type { RunEstimate } from './estimate';
import { maxFailuresSettings, type MaxFailuresGiven } from './failure-limit';
import type { ProgressListener } from './progress';
import type { Shard } from './shard';

export interface ExperimentOptions<Instance, Proposal> {
  /** WHAT is decided. */
  readonly environment: Environment<Instance, Proposal>;
  /** HOW the group decides. */
  readonly protocol: Protocol;
  /** The model that answers. Default: the one that AGORA_MODEL names, or else simulated agents. */
  readonly model?: ChatModel;
  /** The number of independent collaborations. Default 10. Asking for more extends a finished run. */
  readonly collaborations?: number;
  /**
   * Plays only this part of the collaborations, in a folder of its own: `{ part: 3, of: 16 }` has 2, 18, 34, … For
   * machines that share nothing; `mergeRuns` joins the parts.
   */
  readonly shard?: Shard;
  /** Default 7. */
  readonly seed?: number;
  /** WHEN to stop, if the protocol allows an early end. Default: the protocol's own limit. */
  readonly stop?: StoppingPolicy;
  /**
   * How answers are sampled. Default: by the model's own settings, or else by the protocol's paper
   * (`protocol.sampling`), or else at temperature 0.7. Each call has its own seed, unless one is given here.
   */
  readonly sampling?: Sampling;
  /** The run's name, in its folder and its progress. Default: environment and protocol. */
  readonly name?: string;
  /** The run's folder. Default: a separate folder under AGORA_HOME (.agora in the project). */
  readonly folder?: string;
  /**
   * The most calls in flight at once. auto: as many (up to 64) as the endpoint answers without turning calls away or
   * taking half as long again. Default 8 for live models, 1 otherwise. With a batched model: the collaborations
   * that are open at once; default all, up to 5,000.
   */
  readonly concurrency?: number | 'auto';
  /** What a live model's endpoint allows a minute. Default: calls wait when the endpoint says so (status 429). */
  readonly rate?: Rate;
  /** The most tokens, and US dollars, that this run may use, including its earlier sessions. */
  readonly budget?: Budget;
  /**
   * US dollars per million tokens, for models whose prices the library does not know. With a batched model: the prices
   * in batches.
   */
  readonly prices?: Prices;
  /**
   * Whether to store replies in AGORA_HOME/cache for other runs with exactly the same calls. Default true for live
   * models.
   */
  readonly cache?: boolean;
  /** Default auto: a bar in a terminal, a temporary line in a notebook, occasional lines elsewhere. */
  readonly progress?: 'auto' | 'none' | ProgressListener;
  /**
   * The share of questions without a usable answer (including refusals), from 0 to 1, beyond which the run stops with
   * reason 'failures'. `after` is the number of questions before this applies. Default 0.2 after 20, for live models.
   * With 1 the run never stops for failures.
   */
  readonly maxFailures?: MaxFailuresGiven;
  /** Abort it to stop cleanly: calls in flight are finished and recorded, and no new ones begin. */
  readonly signal?: AbortSignal;
  /** Abort it to end the calls in flight too. They are asked again when the run resumes. */
  readonly abandon?: AbortSignal;
  /**
   * Is asked before a large live run (by an estimate: over 500 calls, a million tokens, one US dollar or half an
   * hour). If it returns false, the run does not begin. Default: the estimate is printed, and the run begins.
   */
  readonly confirm?: (estimate: RunEstimate) => boolean | Promise<boolean>;
}

/** Suggests the right call for a text or for a function that was not called: `protocols.roundTable({ … })`. */
const makerIn = (room: string, makers: object) => (value: unknown) => {
  const name = typeof value === 'function' ? value.name : String(value);
  const near = closest(name.replaceAll(/[^a-z0-9]/gi, ''), Object.keys(makers));
  return near === undefined ? undefined : `${room}.${near.slice(1, -1)}({ … })`;
};
const named = { name: 'string', settings: 'object' } as const;

/** The settings of an experiment, checked before anything is asked or written. */
export const experimentSettings = settings({
  environment: having(
    'an environment',
    { ...named, instance: 'function', agents: 'function', readProposal: 'function', score: 'function' },
    makerIn('environments', environments),
  ),
  protocol: having('a protocol', { ...named, run: 'function' }, makerIn('protocols', protocols)),
  model: aModel.optional(),
  collaborations: whole(1).optional(),
  shard: settings({ part: whole(1, 999_999), of: whole(1, 999_999) })
    .refine((shard) => (shard as unknown as Shard).part <= (shard as unknown as Shard).of, {
      error: 'a part that is at most the number of parts',
    })
    .optional(),
  seed: whole(Number.MIN_SAFE_INTEGER).optional(),
  stop: having('a stopping policy', { ...named, decide: 'function' }).optional(),
  sampling: samplingSettings.optional(),
  name: text().optional(),
  folder: z
    .string({ error: 'the path of a folder' })
    .regex(/^[^\0]{1,4000}$/, { error: 'the path of a folder, without a NUL character' })
    .optional(),
  concurrency: either('a whole number of at least 1, or "auto"', whole(1), oneOf('auto')).optional(),
  rate: rateSettings.optional(),
  budget: budgetSettings.optional(),
  prices: pricesSettings.optional(),
  cache: flag.optional(),
  progress: z
    .union([oneOf('auto', 'none'), z.looseObject({ update: callable, end: callable })], {
      error: '"auto", "none" or an object with the functions update and end',
    })
    .optional(),
  maxFailures: either(
    'a share from 0 to 1, or { share, after }',
    number(0, 1),
    maxFailuresSettings,
  ).optional(),
  signal: z.instanceof(AbortSignal, { error: 'an AbortSignal' }).optional(),
  abandon: z.instanceof(AbortSignal, { error: 'an AbortSignal' }).optional(),
  confirm: callable.optional(),
});
