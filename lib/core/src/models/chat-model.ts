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

/** What an agent may call while it answers, in words and as a JSON schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A model's wish to have a tool called. Its arguments are JSON as the model wrote it, which may be broken. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One turn of the prompt. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Of an assistant's turn: what it called. */
  readonly toolCalls?: readonly ToolCall[];
  /** Of a tool's turn: the call that it answers. */
  readonly toolCallId?: string;
}

/** How the answer is drawn. What is left out stays at the endpoint's own default. */
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
 * Which call this is. Two calls that differ in any part are two calls, even with the same prompt:
 * a cached or recorded reply never stands in for another agent or another repeat.
 *
 * `round` counts whatever the protocol counts (rounds, turns, stages); `phase` names the step inside it and
 * may be a path ("group 2/summary"). `repeat` tells samples of the same question apart, `attempt` is 0 for the
 * question and 1 for the one repair question.
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

/** What a simulated agent says: the object (or the text) that the prompt asks for, and what it meant by it. */
export interface SimulatedAnswer {
  readonly answer: Json;
  readonly intent?: Json;
  readonly toolCalls?: readonly ToolCall[];
}

/** The settings of a simulated agent: a named profile, and single parameters set over it. */
export interface SimulationProfile {
  readonly profile?: string;
  readonly parameters?: Readonly<Record<string, number>>;
}

/**
 * Who answers in a simulated model's place: `situation` is the request's, and `random` the stream of this one call.
 * It must answer alike when it is given the same.
 */
export type AnsweringAgent = (
  situation: unknown,
  random: Random,
  profile: SimulationProfile,
) => SimulatedAnswer;

/**
 * Asks for probabilities in place of an answer: how probable the model finds each option as what comes right after the
 * prompt and the first words of its answer. A model that cannot tell throws AgoraError 'setting'.
 */
export interface Scoring {
  /** The first words of the answer, given: `{"decision": "`. May be empty. */
  readonly prefix: string;
  /** At least two different texts. */
  readonly options: readonly string[];
}

/** A question to a model, as data: whatever answers it finds all that it needs in here. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly sampling?: Sampling;
  /** Wants `probabilities` in the reply; its text is then the most probable option. */
  readonly scoring?: Scoring;
  /** The shape of the answer, for endpoints that can be held to one. A function, as few calls need it. */
  readonly answer?: { readonly name: string; readonly schema: () => JsonSchema };
  /** What the model may call before it answers. One that knows no tools needs `withToolsInPrompt`. */
  readonly tools?: readonly Tool[];
  readonly call: CallIdentity;
  /** The facts that the prompt was rendered from. Never part of the call's identity: the prompt says it all. */
  readonly situation?: unknown;
}

/** Tokens of one call. `counted` tells the endpoint's own figure from one by a tokenizer. */
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
  /** True when the answer was stored before and cost nothing now. */
  readonly cached: boolean;
  /** What is to be called before the model answers; absent in an answer. */
  readonly toolCalls?: readonly ToolCall[];
  /** What a simulated agent meant; absent for real models. */
  readonly intent?: Json;
  /** Of each option of `scoring`: its share, from 0 to 1, of the probability that the options have together. */
  readonly probabilities?: Readonly<Record<string, number>>;
  /** The probability that all options of `scoring` have together: a low one means that none was expected. */
  readonly probabilityOfOptions?: number;
}

export type ModelEvidence = 'simulated' | 'recorded' | 'live';

/**
 * What happened on the way to a reply, and was otherwise than asked. It is put on record beside the reply.
 * - retry: no usable answer came, and the call is made again
 * - time-out: no whole answer came in time
 * - fallback: the endpoint refuses a part of the request (schema, seed), which is left out from now on
 * - ignored: the endpoint did not do what the request says (schema, seed, maxTokens, no stream)
 * - no usage: the endpoint does not say how many tokens a call took, so they are counted here
 * - prompt cut: the endpoint read far fewer tokens than the prompt has
 */
export interface Incident {
  readonly kind: IncidentKind;
  readonly text: string;
}

export type IncidentKind = 'retry' | 'time-out' | 'fallback' | 'ignored' | 'no usage' | 'prompt cut';

export interface ChatOptions {
  /** Ends the call at once, in flight or not. */
  readonly signal?: AbortSignal;
  /**
   * Lets no call begin: one that waits (in a line, for a budget, between two attempts) is dropped with the signal's
   * reason, and one in flight is finished.
   */
  readonly stop?: AbortSignal;
  /** Is told of incidents as they happen. */
  readonly watch?: (incident: Incident) => void;
}

/** What a model can say of itself once it is asked: recorded with the run, and no part of what tells two runs apart. */
export interface ModelFacts {
  /** The most tokens that prompt and answer may have together, where it is known. */
  readonly contextTokens?: number;
  /** Whether the same request gives the same reply. Absent where nobody knows. */
  readonly repeatable?: boolean;
  /** Anything else worth recording: threads, sequences, the versions of libraries. Free of secrets. */
  readonly details?: JsonObject;
}

/** The one seam to language models. Everything else in the library asks through it. */
export interface ChatModel {
  readonly name: string;
  readonly evidence: ModelEvidence;
  /** What must be the same for a reply to be the same: recorded with the run, and free of secrets. */
  readonly settings: JsonObject;
  /** How answers are drawn, where whoever made the model said so. It goes over a protocol's own sampling. */
  readonly sampling?: Sampling;
  /**
   * @throws AgoraError 'model-unavailable' when the endpoint cannot be reached or refuses everybody: stop, and resume later
   * @throws AgoraError 'request-failed' when this one request cannot be answered: count it, and go on
   * @throws AgoraError 'budget-exhausted' when the next call could cost more than what is left
   * @throws AgoraError 'no-answer' or 'malformed-answer' for a trouble that may pass: `withRetries` asks again, as long
   * as details.retryAfterMs says (once only where details.timedOut is 1), and makes of one that does not pass
   * 'model-unavailable' or 'request-failed'
   */
  chat(request: ChatRequest, options?: ChatOptions): Promise<ChatReply>;
  /** Asks the endpoint what it is, or has the weights loaded. Never throws for what an endpoint does not tell. */
  readonly facts?: (options?: ChatOptions) => Promise<ModelFacts>;
  /** How a user gives it a larger context, but for the full stop. Default: as one does with a server. */
  readonly largerContext?: string;
  /** Its prices, where it knows them. Asked without a call, it answers only if every call has a price. */
  readonly pricesOf?: (call?: CallIdentity) => Prices | undefined;
  /**
   * Only simulated models have it: the same model with this agent answering. Whoever asks calls it once, a session for
   * each collaboration, and puts its questions to what it gives. See `answeringAs` and `wrap`.
   */
  readonly answeringAs?: (agent: AnsweringAgent) => ChatModel;
}

/** The model to put questions to: a simulated one with this agent answering, any other one as it is. */
export function answeringAs(model: ChatModel, agent: AnsweringAgent): ChatModel {
  return model.answeringAs?.(agent) ?? model;
}

/**
 * A model that can be given its agent. A copy by spread does not have the member: in `{ ...model, chat }` the copy's own
 * `chat` answers, and nothing goes round it.
 */
export function withAgents(model: ChatModel, give: NonNullable<ChatModel['answeringAs']>): ChatModel {
  return Object.defineProperty(model, 'answeringAs', { value: give, enumerable: false });
}

/**
 * The same model (name, evidence, settings, facts, prices) with something added to how it is asked.
 * @param chat - asks `inner`, which is the model itself or, of a simulated one, the model with its agent
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
  const give = model.answeringAs;
  return give === undefined ? wrapped : withAgents(wrapped, (agent) => wrap(give(agent), chat));
}

/** A model as a setting, with the call that was probably meant by a text or by a function that makes one. */
export const aModel = having('a model', { name: 'string', evidence: 'string', chat: 'function' }, (value) =>
  typeof value === 'string'
    ? `models.parseModel(${JSON.stringify(value.slice(0, 60))})`
    : typeof value === 'function'
      ? `models.${value.name}()`
      : undefined,
);
