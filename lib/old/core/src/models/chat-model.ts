import { z } from 'zod';
import type { Random } from 'agora-voting';
import {
  having,
  type Json,
  type JsonObject,
  type JsonSchema,
  listOf,
  number,
  settings,
  whole,
} from 'agora-voting/internal';
import type { Prices } from './prices';
import type { SimulatedBehaviour } from './simulated-settings';

/** A tool that an agent may call while it answers, described in words and as a JSON schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A model's request to call a tool. Its arguments are JSON as the model wrote it, and may be malformed. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One turn of the prompt. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** The tool calls of an assistant's turn. */
  readonly toolCalls?: readonly ToolCall[];
  /** The call that a tool's turn answers. */
  readonly toolCallId?: string;
}

/** How the answer is sampled. For omitted settings the endpoint uses its own defaults. */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
}

export const samplingSettings = settings({
  temperature: number(0).optional(),
  topP: number(0, 1).optional(),
  maxTokens: whole(1).optional(),
  seed: whole(Number.MIN_SAFE_INTEGER).optional(),
  stop: listOf('texts', z.string({ error: 'a text' })).optional(),
});

/**
 * Identifies a call. Two calls that differ in any part are different calls, even with the same prompt: a cached or
 * recorded reply is never used for another agent or another repeat.
 *
 * `round` counts the protocol's steps (rounds, turns, stages). `phase` names the step inside a round and may be a
 * path ("group 2/summary"). `repeat` tells samples of the same question apart. `attempt` is 0 for the question and 1
 * for the one repair question.
 */
export interface CallIdentity {
  readonly run: string;
  readonly seed: number;
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly repeat: number;
  readonly attempt: number;
}

/** A simulated agent's answer: the object (or the text) that the prompt asks for, and the intent behind it. */
export interface SimulatedAnswer {
  readonly answer: Json;
  readonly intent?: Json;
  readonly toolCalls?: readonly ToolCall[];
}

/**
 * A simulated agent: answers in place of a model. `situation` is the request's, and `random` is the random stream of
 * this one call. The same arguments must give the same answer.
 */
export type AnsweringAgent = (
  situation: unknown,
  random: Random,
  behaviour: SimulatedBehaviour,
) => SimulatedAnswer;

/**
 * Asks for probabilities instead of an answer: how probable the model finds each option as the text that follows the
 * prompt and `prefix`. A model that cannot give probabilities throws AgoraError 'setting'.
 */
export interface Scoring {
  /** The first words of the answer, which are given: `{"decision": "`. May be empty. */
  readonly prefix: string;
  /** At least two different texts. */
  readonly options: readonly string[];
}

/** A question to a model, as data. It contains all that is needed to answer it. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly sampling?: Sampling;
  /** Requests `probabilities` in the reply; the reply's text is then the most probable option. */
  readonly scoring?: Scoring;
  /** The format of the answer, for endpoints that can enforce one. */
  readonly answer?: { readonly name: string; readonly schema: JsonSchema };
  /** Tools that the model may call before it answers. A model without tool support needs `withToolsInPrompt`. */
  readonly tools?: readonly Tool[];
  readonly call: CallIdentity;
  /**
   * The facts behind the prompt, for simulated agents. They are not part of the call's identity, since the prompt
   * contains them.
   */
  readonly situation?: unknown;
}

/** Tokens of one call. `counted` says whether the endpoint reported them or a tokenizer counted them. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly counted: 'reported' | 'tokenizer';
}

export type FinishReason = 'stop' | 'length' | 'refusal' | 'other';

export interface ChatReply {
  readonly text: string;
  readonly finish: FinishReason;
  readonly usage: Usage;
  readonly latencyMs: number;
  /** True when the answer was stored earlier and cost nothing now. */
  readonly cached: boolean;
  /** Tools to call before the model answers; absent if the reply is an answer. */
  readonly toolCalls?: readonly ToolCall[];
  /** What a simulated agent meant; absent for real models. */
  readonly intent?: Json;
  /** For each option of `scoring`: its share, from 0 to 1, of the options' total probability. */
  readonly probabilities?: Readonly<Record<string, number>>;
  /** The total probability of all options of `scoring`. A low value means that the model expected none of them. */
  readonly probabilityOfOptions?: number;
}

export type ModelEvidence = 'simulated' | 'recorded' | 'live';

/**
 * Something that went differently than requested on the way to a reply. It is recorded beside the reply.
 * - retry: no usable answer came, and the call is made again
 * - time-out: no whole answer came in time
 * - fallback: the endpoint rejected a part of the request (schema, seed), which is omitted from now on
 * - ignored: the endpoint did not do what the request says (schema, seed, maxTokens, no stream)
 * - no usage: the endpoint does not report how many tokens a call took, so they are counted here
 * - prompt cut: the endpoint read far fewer tokens than the prompt has
 */
export interface Incident {
  readonly kind: IncidentKind;
  readonly text: string;
}

export type IncidentKind = 'retry' | 'time-out' | 'fallback' | 'ignored' | 'no usage' | 'prompt cut';

export interface ChatOptions {
  /** Ends the call at once, whether it waits or is in flight. */
  readonly signal?: AbortSignal;
  /**
   * Prevents calls from starting. A call that waits (in a queue, for a budget, between two attempts) is dropped with
   * the signal's reason. A call in flight is finished.
   */
  readonly stop?: AbortSignal;
  /** Is called for each incident when it happens. */
  readonly watch?: (incident: Incident) => void;
  /**
   * Is called when the endpoint turns the call away because it is asked too often, with the milliseconds that it asks
   * to wait. Resolves when the call may be sent again; to false if it should be given up.
   */
  readonly throttled?: (waitMs: number | undefined) => Promise<boolean>;
}

/** What a model reports about itself. It is recorded with the run, but does not tell two runs apart. */
export interface ModelFacts {
  /** The most tokens that prompt and answer may have together, if known. */
  readonly contextTokens?: number;
  /** Whether the same request gives the same reply. Absent if unknown. */
  readonly repeatable?: boolean;
  /** Other facts worth recording: threads, sequences, versions of libraries. Contains no secrets. */
  readonly details?: JsonObject;
}

/** The interface to language models. The whole library asks models through it. */
export interface ChatModel {
  readonly name: string;
  readonly evidence: ModelEvidence;
  /** Why it cannot be asked yet (no key, no weights); absent where it can. See `modelToEstimate`. */
  readonly unready?: string;
  /**
   * What a reply depends on: with the same settings a reply is the same. Recorded with the run; contains no secrets.
   */
  readonly settings: JsonObject;
  /**
   * How answers are sampled, if this was set when the model was made. It takes precedence over the protocol's
   * sampling.
   */
  readonly sampling?: Sampling;
  /**
   * @throws AgoraError 'model-unavailable' when the endpoint cannot be reached or rejects all calls: stop, and resume
   * later
   * @throws AgoraError 'request-failed' when only this request cannot be answered: count it, and go on
   * @throws AgoraError 'budget-exhausted' when the next call could cost more than is left
   * @throws AgoraError 'no-answer' or 'malformed-answer' for a temporary problem. `withRetries` asks again after
   * details.retryAfterMs (only once if details.timedOut is 1). If the problem persists, it throws 'model-unavailable'
   * or 'request-failed'.
   */
  chat(request: ChatRequest, options?: ChatOptions): Promise<ChatReply>;
  /**
   * Asks the endpoint about itself, or loads the weights. Does not throw if an endpoint does not answer such
   * questions.
   */
  readonly facts?: (options?: ChatOptions) => Promise<ModelFacts>;
  /**
   * How many conversations it remembers. If more take turns, it has to read whole prompts again, so a run keeps fewer
   * collaborations open then. Default: any number.
   */
  readonly conversations?: number;
  /** How a user enlarges the model's context, without the full stop. Default: the advice for a server. */
  readonly largerContext?: string;
  /** Its prices, if known. Without a call, it returns prices only if every call has one. */
  readonly pricesOf?: (call?: CallIdentity) => Prices | undefined;
  /**
   * Only simulated models have it: returns the same model with this agent answering. Each session calls it once per
   * collaboration and asks the model that it returns. See `answeringAs` and `wrap`.
   */
  readonly answeringAs?: (agent: AnsweringAgent) => ChatModel;
  /**
   * Only batched models have it: returns the same model for one run, which keeps its batches in the run's folder. An
   * experiment calls it once and asks the model that it returns. See `batched` and `wrap`.
   */
  readonly batches?: (place: BatchPlace) => BatchedRun;
}

/** Where a run's batches are kept, and who is told about them. */
export interface BatchPlace {
  /** The run's folder. */
  readonly folder: string;
  /** Is called with how far the batches are at each look; with '' when none is under way. */
  readonly tell?: (text: string) => void;
}

/** A batched model during one run. */
export interface BatchedRun {
  readonly model: ChatModel;
  /**
   * Announces one more part of the program that plays one collaboration after the other. Calls are submitted when all
   * such parts wait for answers. @returns a function that ends this
   */
  join(): () => void;
  /** Ends all waiting. The batches go on at the endpoint, and the next run in this folder fetches their answers. */
  close(): void;
}

/** The model to ask: a simulated model with this agent answering, or any other model unchanged. */
export function answeringAs(model: ChatModel, agent: AnsweringAgent): ChatModel {
  return model.answeringAs?.(agent) ?? model;
}

/**
 * A model that accepts an agent (`answeringAs`). The property is not enumerable, so a copy by spread does not have
 * it: in `{ ...model, chat }` the copy's own `chat` answers and cannot be bypassed.
 */
export function withAgents(model: ChatModel, give: NonNullable<ChatModel['answeringAs']>): ChatModel {
  return Object.defineProperty(model, 'answeringAs', { value: give, enumerable: false });
}

/** A model with batches. The property is not enumerable, for the same reason as `answeringAs`. */
export function withBatches(model: ChatModel, open: NonNullable<ChatModel['batches']>): ChatModel {
  return Object.defineProperty(model, 'batches', { value: open, enumerable: false });
}

/**
 * Wraps a model: its name, evidence, settings, facts and prices stay, and `chat` changes how it is asked.
 * @param chat - asks `inner`: the model itself or, for a simulated model, the model with its agent
 * @example
 * const asked = [];
 * const watched = models.wrap(models.simulated(), (inner, request, options) => {
 *   asked.push(request.call);
 *   return inner.chat(request, options);
 * });
 * watched.name; // => 'simulated'
 */
export function wrap(
  model: ChatModel,
  chat: (inner: ChatModel, request: ChatRequest, options?: ChatOptions) => Promise<ChatReply>,
): ChatModel {
  const wrapped: ChatModel = { ...model, chat: (request, options) => chat(model, request, options) };
  const { answeringAs: give, batches: open } = model;
  if (open !== undefined)
    withBatches(wrapped, (place) => {
      const opened = open(place);
      return { ...opened, model: wrap(opened.model, chat) };
    });
  return give === undefined ? wrapped : withAgents(wrapped, (agent) => wrap(give(agent), chat));
}

/**
 * Checks that a setting is a model. The error suggests the right call for a text or for a function that makes a
 * model.
 */
export const aModel = having('a model', { name: 'string', evidence: 'string', chat: 'function' }, (value) =>
  typeof value === 'string'
    ? `models.parseModel(${JSON.stringify(value.slice(0, 60))})`
    : typeof value === 'function'
      ? `models.${value.name}()`
      : undefined,
);
