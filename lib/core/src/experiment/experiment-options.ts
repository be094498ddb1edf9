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
import { pricesSettings, type Prices } from '../models/prices';
import * as protocols from '../protocols';
import type { Protocol, StoppingPolicy } from '../protocols';
import type { RunEstimate } from './estimate';
import { maxFailuresSettings, type MaxFailuresGiven } from './failure-limit';
import type { ProgressListener } from './progress';

export interface ExperimentOptions<Instance, Proposal> {
  /** WHAT is decided. */
  readonly environment: Environment<Instance, Proposal>;
  /** HOW the group decides. */
  readonly protocol: Protocol;
  /** Who answers. Default: what AGORA_MODEL names, else simulated agents. */
  readonly model?: ChatModel;
  /** How many independent collaborations. Default 10. A finished run is extended by asking for more. */
  readonly collaborations?: number;
  /** Default 7. */
  readonly seed?: number;
  /** WHEN to stop, where the protocol allows an early end. Default: the protocol's own limit. */
  readonly stop?: StoppingPolicy;
  /**
   * How answers are drawn. Default: as the model's own settings say, else as the protocol's paper states (`protocol.sampling`),
   * else at temperature 0.7. Each call has a seed of its own, unless one is given here.
   */
  readonly sampling?: Sampling;
  /** What to call the run, in its folder and its progress. Default: environment and protocol. */
  readonly name?: string;
  /** Where the run is kept. Default: a folder of its own under AGORA_HOME (.agora in the project). */
  readonly folder?: string;
  /** Calls in flight at once. Default 8 for live models, 1 otherwise. */
  readonly concurrency?: number;
  /** Tokens, and cost in US dollars, that this run may use, earlier sessions of it included. */
  readonly budget?: Budget;
  /** US dollars per million tokens, for models whose prices the library does not know. */
  readonly prices?: Prices;
  /** Keep replies, in AGORA_HOME/cache, for other runs that ask the very same. Default true for live models. */
  readonly cache?: boolean;
  /** Default auto: a bar in a terminal, a passing line in a notebook, now and then a line elsewhere. */
  readonly progress?: 'auto' | 'none' | ProgressListener;
  /**
   * The share of questions without a usable answer (refusals among them), from 0 to 1, beyond which the run stops ('failures') and says so; with
   * `after`, from that many questions on. Default 0.2 after 20, for live models. 1 lets the run go on whatever comes.
   */
  readonly maxFailures?: MaxFailuresGiven;
  /** Abort it to stop cleanly: calls in flight are finished and recorded, no new ones begin. */
  readonly signal?: AbortSignal;
  /** Abort it to end the calls in flight, too: they are asked again when the run goes on. */
  readonly abandon?: AbortSignal;
  /**
   * Asked before a live run that is large (over 500 calls, a million tokens, one US dollar or half an hour, by an
   * estimate); false leaves it unbegun. Default: the estimate is printed, and the run begins.
   */
  readonly confirm?: (estimate: RunEstimate) => boolean | Promise<boolean>;
}

/** What may have been meant by a text or by a function that was not called: `protocols.roundTable({ … })`. */
const makerIn = (room: string, makers: object) => (value: unknown) => {
  const name = typeof value === 'function' ? value.name : String(value);
  const near = closest(name.replaceAll(/[^a-z0-9]/gi, ''), Object.keys(makers));
  return near === undefined ? undefined : `${room}.${near.slice(1, -1)}({ … })`;
};
const named = { name: 'string', settings: 'object' } as const;

/** The settings of an experiment, as they are checked before anything is asked or written. */
export const experimentSettings = settings({
  environment: having(
    'an environment',
    { ...named, instance: 'function', agents: 'function', readProposal: 'function', score: 'function' },
    makerIn('environments', environments),
  ),
  protocol: having('a protocol', { ...named, run: 'function' }, makerIn('protocols', protocols)),
  model: aModel.optional(),
  collaborations: whole(1).optional(),
  seed: whole(Number.MIN_SAFE_INTEGER).optional(),
  stop: having('a stopping policy', { ...named, decide: 'function' }).optional(),
  sampling: samplingSettings.optional(),
  name: text().optional(),
  folder: z
    .string({ error: 'the path of a folder' })
    .regex(/^[^\0]{1,4000}$/, { error: 'the path of a folder, without a NUL character' })
    .optional(),
  concurrency: whole(1).optional(),
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
