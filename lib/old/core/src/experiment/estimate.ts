import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { check, either, flag, oneOf, positive, settings as settingsOf } from 'agora-voting/internal';
import {
  fromEnvironment,
  withCache,
  type ChatModel,
  type ChatRequest,
  type ModelFacts,
  type Prices,
} from '../models';
import { shorterPrompts } from '../models/context-room';
import { costOf, pricesOf, shareInBatches } from '../models/prices';
import type { Protocol } from '../protocols';
import { homeFolder } from '../project';
import { readCounts } from '../transcripts/run-counts';
import { eventsFileName } from '../transcripts/read-run';
import { describeRun, runFolder } from './describe-run';
import { experimentSettings, type ExperimentOptions } from './experiment-options';
import { duration, short } from './progress';
import { firstDigestsOf, rehearse, type Asked, type Rehearsal } from './rehearsal';
import { drawsAlike, samplingOf } from './sampling';

/** What a run will ask of its model, as far as this can be predicted. */
export interface RunEstimate extends Asked {
  readonly name: string;
  /** The number of collaborations that are left to play. */
  readonly collaborations: number;
  /** The size of the model's context, in tokens; null if unknown. */
  readonly contextTokens: number | null;
  /** US dollars; null if prices are unknown. */
  readonly cost: number | null;
  /** How long the run takes with one call at a time; null if no answer was timed. */
  readonly seconds: number | null;
  /** The speed that `seconds` is based on; null if no answer was timed. */
  readonly speed: Speed | null;
  /**
   * Whether the model may give copies: nothing is drawn at random, and two collaborations begin with the same
   * prompts.
   */
  readonly mayCopy: boolean;
  /**
   * How many batches the first collaboration waits for, one after the other, if no answer needs a repair; null if the
   * model is not a batched one.
   */
  readonly batches: number | null;
  /** The estimate in a few sentences. */
  readonly text: string;
}

/** How fast a model reads and writes, one call at a time. */
export interface Speed {
  readonly promptTokensPerSecond: number;
  readonly answerTokensPerSecond: number;
}

export interface EstimateSettings {
  /**
   * Whether to time the model with the run's first question; or its speed, if known. By default a live model is timed
   * if it is free or its price is unknown. "if it decides": the same, but at most once per process, and only if time
   * alone can make the run large; a model that does not answer is then not timed.
   */
  readonly timed?: boolean | Speed | 'if it decides';
}

const estimateSettings = settingsOf({
  timed: either(
    'true or false, or a speed',
    flag,
    oneOf('if it decides'),
    settingsOf({ promptTokensPerSecond: positive(), answerTokensPerSecond: positive() }),
  ).optional(),
});

/** Another collaboration is rehearsed while the earlier ones had fewer calls than this together; at most three. */
const enoughCalls = 200;
const mostRehearsals = 3;

/** The sizes from which a run needs a confirmation. */
const large = { calls: 500, tokens: 1_000_000, cost: 1, seconds: 1800 } as const;

/**
 * A model this slow. If a run is not large even at this speed, its model is not timed, so that small runs make no
 * extra calls.
 */
const slow: Speed = { promptTokensPerSecond: 50, answerTokensPerSecond: 2 };

/** The speeds of models that were timed in this process, so that a sweep asks one question for all its runs. */
const timedModels = new WeakMap<ChatModel, Speed>();

/**
 * Predicts what an experiment will ask of its model: calls, tokens, the longest prompt, and cost or time. Simulated
 * agents play one to three collaborations with the run's own cases and prompts; nothing is recorded.
 *
 * Accuracy: calls are exact, apart from repairs, if a protocol's course does not depend on answers (round tables,
 * elections, plain debates). Otherwise they are those of simulated agents. First prompts are exact, apart from the
 * model's own encoding. Later prompts contain agents' texts: real answers may be shorter, or longer, up to
 * `mostOutputTokens`. Compared with the estimate, four short runs of a 0.5B model (Qwen2.5-Coder) took 0.8 to 1.3
 * times the calls, 0.5 to 1.1 times the prompt tokens and 0.4 to 1.3 times the answer tokens. The time assumes one
 * call at a time, at the speed of one answer; parallel calls take less.
 * @throws AgoraError 'setting', also when simulated agents cannot play (an environment without a simulated agent);
 * what a timed model throws; 'interrupted' when `options.signal` is aborted
 * @example
 * const environment = environments.exchangeEconomy();
 * const protocol = protocols.roundTable({ rule: voting.borda, rounds: 2 });
 * const expected = await estimate({ environment, protocol, model: models.simulated(), collaborations: 10 });
 * expected.calls; // => 180
 */
export async function estimate<Instance, Proposal>(
  options: ExperimentOptions<Instance, Proposal>,
  settings: EstimateSettings = {},
): Promise<RunEstimate> {
  check('estimate', experimentSettings, options);
  check('estimate', estimateSettings, settings);
  const { seed = 7, collaborations = 10 } = options;
  const model = options.model ?? fromEnvironment();
  const description = describeRun(options, model, seed, collaborations);
  const folder = runFolder(options, description);
  const finished = existsSync(join(folder, eventsFileName)) ? readCounts(folder).finished : new Set<number>();
  const left = Array.from({ length: collaborations }, (_, index) => index).filter(
    (index) => !finished.has(index),
  );
  const signal = options.signal ?? new AbortController().signal;
  try {
    const facts = (await model.facts?.({ signal })) ?? {};
    return await estimateLeft(
      options,
      model,
      { name: description.name, seed, left, facts, signal },
      settings,
    );
  } catch (error) {
    throw signal.aborted ? new AgoraError('interrupted', 'The estimate was told to stop.') : error;
  }
}

/** What is known about a run before its estimate. */
export interface Unplayed {
  readonly name: string;
  readonly seed: number;
  /** Numbers of the collaborations that are left to play. */
  readonly left: readonly number[];
  /** What the model reports about itself. */
  readonly facts: ModelFacts;
  /** Ends the estimate, including a call that is being timed. */
  readonly signal: AbortSignal;
}

/** @throws the signal's reason; otherwise as `estimate` */
export async function estimateLeft<I, P>(
  options: ExperimentOptions<I, P>,
  model: ChatModel,
  { name, seed, left, facts, signal }: Unplayed,
  { timed }: EstimateSettings = {},
): Promise<RunEstimate> {
  signal.throwIfAborted();
  const sampling = samplingOf(options.protocol, model, options.sampling);
  const isBatched = model.batches !== undefined;
  const rehearsed = { options, name, seed, sampling, inWaves: isBatched };
  const played: Rehearsal[] = [];
  for (const index of left.slice(0, mostRehearsals)) {
    if (sum(played, ({ calls }) => calls) >= enoughCalls) break;
    played.push(await rehearse(rehearsed, index));
  }
  const [first] = played;
  const prices = options.prices ?? pricesOf(model) ?? null;
  const isPaid = prices !== null && prices.inputPerMillion + prices.outputPerMillion > 0;
  const drawn = { ...sampling.usual, ...sampling.set };
  const [one, other] = left;
  const mayCopy =
    drawsAlike(drawn, facts.repeatable) &&
    one !== undefined &&
    other !== undefined &&
    sameDigests(first?.firstDigests ?? [], await firstDigestsOf(rehearsed, other));
  const { contextTokens = null } = facts;
  const batches = isBatched ? (first?.waves ?? 0) : null;
  const { unready = null } = model;
  const known = { name, left: left.length, played, prices, contextTokens, mayCopy, batches, unready };
  // How fast one answer comes says nothing about a batch.
  if (isBatched) return summedUp(known, null);
  if (typeof timed === 'object') return summedUp(known, timed);
  const mayTime = typeof timed === 'boolean' ? timed : model.evidence === 'live' && !isPaid;
  const isTimed = mayTime && model.unready === undefined;
  const untimed = summedUp(known, null);
  if (!isTimed || first === undefined) return untimed;
  const asked: Timing = {
    model,
    onCase: first.onCase,
    request: first.first,
    cache: options.cache ?? true,
    signal,
  };
  if (timed !== 'if it decides') return summedUp(known, await timeAnswer(asked));
  const isDecided = isLarge(untimed) || !mayBeLong(untimed);
  return isDecided ? untimed : summedUp(known, await speedIfAnswered(asked));
}

/** A question to time. */
interface Timing {
  readonly model: ChatModel;
  readonly onCase: Rehearsal['onCase'];
  readonly request: ChatRequest;
  readonly cache: boolean;
  readonly signal: AbortSignal;
}

/**
 * The speed of a model, timed once per process; null if it does not answer. The run itself then reports the error.
 */
async function speedIfAnswered(asked: Timing): Promise<Speed | null> {
  const known = timedModels.get(asked.model);
  if (known !== undefined) return known;
  try {
    return await timeAnswer(asked);
  } catch (error) {
    asked.signal.throwIfAborted();
    if (error instanceof AgoraError) return null;
    throw error;
  }
}

/** The parts of an estimate's summary, without the speed. */
interface Known {
  readonly name: string;
  readonly left: number;
  readonly played: readonly Rehearsal[];
  readonly prices: Prices | null;
  readonly contextTokens: number | null;
  readonly mayCopy: boolean;
  readonly batches: number | null;
  /** Why the model cannot be asked yet; null where it can. */
  readonly unready: string | null;
}

function summedUp(
  { name, left, played, prices, contextTokens, mayCopy, batches, unready }: Known,
  speed: Speed | null,
): RunEstimate {
  const inAll = (of: (one: Rehearsal) => number): number =>
    played.length === 0 ? 0 : Math.round((sum(played, of) / played.length) * left);
  const inputTokens = inAll((one) => one.inputTokens);
  const outputTokens = inAll((one) => one.outputTokens);
  const isBounded = played.every((one) => one.mostOutputTokens !== null);
  const seconds = speed === null ? null : secondsOf({ inputTokens, outputTokens }, speed);
  const found = {
    name,
    collaborations: left,
    calls: inAll((one) => one.calls),
    inputTokens,
    outputTokens,
    mostOutputTokens: isBounded ? inAll((one) => one.mostOutputTokens ?? 0) : null,
    longestFirstPrompt: Math.max(0, ...played.map((one) => one.longestFirstPrompt)),
    longestPrompt: longestOf(played),
    leastRoom: played.length === 0 ? 0 : Math.min(...played.map((one) => one.leastRoom)),
    contextTokens,
    cost: prices === null ? null : costOf({ inputTokens, outputTokens }, prices),
    seconds,
    speed,
    mayCopy,
    batches,
  };
  const notYet = unready === null ? '' : ` The model cannot be asked yet: ${unready}.`;
  return { ...found, text: `${textOf(found, played.length)}${notYet}` };
}

function textOf(found: Omit<RunEstimate, 'text'>, played: number): string {
  const { name, collaborations, calls, inputTokens, outputTokens, mostOutputTokens, longestPrompt } = found;
  const { contextTokens, cost, seconds, speed, mayCopy, batches } = found;
  if (collaborations === 0) return `${name}: nothing is left to ask.`;
  const most = mostOutputTokens === null ? '' : ` (at most ${short(mostOutputTokens)})`;
  const context = contextTokens === null ? '' : `, of a context of ${contextTokens.toLocaleString('en')}`;
  return [
    `${name}: about ${calls.toLocaleString('en')} calls in ${collaborations} collaborations, ${short(inputTokens)} prompt ` +
      `tokens and ${short(outputTokens)} answer tokens${most}.`,
    ...(batches === null
      ? cost === null || cost === 0
        ? []
        : [`About ${dollars(cost)}.`]
      : [batchesText(batches, cost)]),
    ...(seconds === null || speed === null
      ? []
      : [
          `About ${duration(seconds)} one call after another, at ${short(Math.round(speed.promptTokensPerSecond))} prompt and ` +
            `${short(Math.round(speed.answerTokensPerSecond))} answer tokens a second as one answer took.`,
        ]),
    `The longest prompt has about ${longestPrompt.tokens.toLocaleString('en')} tokens (round ${longestPrompt.round}, ` +
      `${longestPrompt.phase})${context}.`,
    ...(mayCopy ? [copiesText] : []),
    `Estimated from ${played} ${played === 1 ? 'collaboration' : 'collaborations'} of simulated agents; real answers may be longer or shorter.`,
  ].join(' ');
}

/** What batches save, and how long they take. @param cost - in batches, in US dollars; null if unknown */
export function batchesText(batches: number, cost: number | null): string {
  const price =
    cost === null || cost === 0
      ? 'Batches cost half the price of single calls'
      : `About ${dollars(cost)} in batches, ${dollars(cost / shareInBatches)} in single calls`;
  const waits =
    batches === 1
      ? 'A collaboration waits for one batch, of up to 24 hours'
      : `A collaboration waits for ${batches} batches one after the other, each of up to 24 hours`;
  return `${price}. ${waits}; an answer that needs a repair takes one more.`;
}

function dollars(cost: number): string {
  return `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;
}

/** The warning about a run whose collaborations may be copies. */
export const copiesText =
  'Collaborations begin with the same prompts, and nothing is drawn at random (temperature 0, or one seed for all calls): they ' +
  'are answered alike, and count once. Set sampling: { temperature: 0.7 } for others.';

/** The measures of a run's size. */
export type Extent = 'calls' | 'inputTokens' | 'outputTokens' | 'cost' | 'seconds';

/**
 * Whether a run is large and needs a confirmation: over 500 calls, a million tokens, one US dollar or half an hour.
 */
export function isLarge({
  calls,
  inputTokens,
  outputTokens,
  cost,
  seconds,
}: Pick<RunEstimate, Extent>): boolean {
  return (
    calls > large.calls ||
    inputTokens + outputTokens > large.tokens ||
    (cost ?? 0) > large.cost ||
    (seconds ?? 0) > large.seconds
  );
}

/** Whether a run should be timed because a very slow model would make it large. */
export function mayBeLong(tokens: Pick<RunEstimate, 'inputTokens' | 'outputTokens'>): boolean {
  return secondsOf(tokens, slow) > large.seconds;
}

function secondsOf(
  { inputTokens, outputTokens }: Pick<RunEstimate, 'inputTokens' | 'outputTokens'>,
  { promptTokensPerSecond, answerTokensPerSecond }: Speed,
): number {
  return inputTokens / promptTokensPerSecond + outputTokens / answerTokensPerSecond;
}

/** The lowest ratio of a model's own token count to ours that is assumed. */
const leastRatio = 0.85;

/** How to shorten a protocol's prompts. Protocols whose agents remember a conversation have the setting "memory". */
export function shorterPromptsOf({ settings }: Pick<Protocol, 'settings'>): string {
  const { memory } = settings;
  const isLeast = memory === undefined || memory === 'last round' || memory === 'summaries';
  return isLeast
    ? shorterPrompts
    : `let agents remember less (the protocol's setting "memory"), ${shorterPrompts}`;
}

/**
 * Checks whether a run's prompts fit into the model's context, with space for an answer. Returns null, or a warning
 * if they may not fit.
 * @param larger - how a user enlarges the model's context
 * @param shorter - how to shorten prompts
 * @throws AgoraError 'context' when the first prompts do not fit, for any answers of agents
 */
export function checkFit(estimate: RunEstimate, larger: string, shorter: string): string | null {
  const { name, contextTokens, longestFirstPrompt, longestPrompt, leastRoom } = estimate;
  if (contextTokens === null) return null;
  const holds = `the model's context holds ${contextTokens.toLocaleString('en')} with the answer`;
  if (longestFirstPrompt * leastRatio + leastRoom > contextTokens)
    throw new AgoraError(
      'context',
      `${name} cannot be played: its first prompts have about ${longestFirstPrompt.toLocaleString('en')} tokens, and ${holds}. ` +
        `${larger}, or choose a smaller case.`,
    );
  if (longestPrompt.tokens + leastRoom <= contextTokens) return null;
  return (
    `${name} will probably outgrow its model: prompts grow to about ${longestPrompt.tokens.toLocaleString('en')} tokens in round ` +
    `${longestPrompt.round} (${longestPrompt.phase}), and ${holds}. ${larger}, or ${shorter}.`
  );
}

/**
 * Measures how fast a model reads and writes, with the run's first question. It is asked once with an answer of one
 * token, which is mostly reading, and once with the whole answer. A server that caches prompts then only has to
 * write. The whole answer is cached, and the run uses it.
 */
async function timeAnswer({ model, onCase, request, cache, signal }: Timing): Promise<Speed> {
  const bare = onCase(model);
  const short = await bare.chat({ ...request, sampling: { ...request.sampling, maxTokens: 1 } }, { signal });
  const asked = cache ? withCache(bare, join(homeFolder(), 'cache')) : bare;
  const whole = await asked.chat(request, { signal });
  const perSecond = (tokens: number, latencyMs: number) =>
    (1000 * Math.max(1, tokens)) / Math.max(1, latencyMs);
  const speed = {
    promptTokensPerSecond: perSecond(short.usage.inputTokens, short.latencyMs),
    answerTokensPerSecond: perSecond(whole.usage.outputTokens, whole.latencyMs),
  };
  timedModels.set(model, speed);
  return speed;
}

function longestOf(played: readonly Rehearsal[]): RunEstimate['longestPrompt'] {
  let longest = { tokens: 0, round: 0, phase: '' };
  for (const { longestPrompt } of played) if (longestPrompt.tokens > longest.tokens) longest = longestPrompt;
  return longest;
}

function sameDigests(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.join() === other.join();
}

function sum(played: readonly Rehearsal[], of: (one: Rehearsal) => number): number {
  return played.reduce((total, one) => total + of(one), 0);
}
