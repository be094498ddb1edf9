import type { Json, JsonObject } from '../environments/environment';
import type { Random } from '../random';
import type { Price } from './prices';

/** A message in a prompt. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly id: string };

/** A model's request to use a tool. `arguments` is JSON as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Sampling settings. The endpoint chooses the value of any setting that is left out. */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  /** The maximum number of tokens in a reply, including thinking. Default 1,024. */
  readonly maxTokens?: number;
  /** How much a reasoning model should think: an effort level or a number of tokens. */
  readonly reasoning?: 'low' | 'medium' | 'high' | number;
}

/** Token counts for one call. Output includes reasoning, and input includes cached tokens. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly reasoning?: number;
  readonly cached?: number;
}

/** A question to a model. */
export interface Request {
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  /** Distinguishes calls with identical prompts. The seed is sent to endpoints that accept one. */
  readonly seed: number;
  /** JSON schema of the reply. Undefined if the reply is prose. */
  readonly schema?: JsonObject | undefined;
  readonly tools?: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
  }[];
  /**
   * Asks for the probability of each of these strings as the first token of the answer. The reply's text is then a JSON
   * object with a probability for each string. A model that reports no probabilities throws an AgoraError.
   */
  readonly among?: readonly string[];
  /**
   * Returns a simulated agent's answer: JSON, or text if the reply is prose. Real models do not receive this function.
   */
  readonly simulate?: (random: Random) => unknown;
}

/** A model's reply. `text` is the answer without the thinking, which is in `reasoning`. */
export interface Reply {
  readonly text: string;
  /** Only replies with "stop" or "tools" are complete. "refused" includes replies that a filter withheld. */
  readonly finish: 'stop' | 'tools' | 'length' | 'refused';
  readonly usage: Usage;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** The model that answered, as the endpoint names it. */
  readonly model?: string;
  readonly provider?: string;
  readonly fingerprint?: string;
}

/** The source of a result: simulated agents, stored replies or a live model. */
export type Evidence = 'simulated' | 'recorded' | 'live';

/**
 * A model that answers questions. `chat` returns a reply, or throws an AgoraError, which stops the run. The run can be
 * resumed. If this model will not answer a question, for example because a filter blocked it, the reply's `finish` is
 * "refused".
 */
export interface Model {
  readonly name: string;
  readonly evidence: Evidence;
  /** Sampling settings that override those of the protocol. */
  readonly sampling?: Sampling;
  /** Dollars per million tokens. Default: the list price, if the kit knows it. */
  readonly price?: Price;
  /**
   * The server's address. A run's default folder depends on the address, because two servers may use the same name for
   * different models.
   */
  readonly endpoint?: string;
  chat(request: Request, signal?: AbortSignal): Promise<Reply>;
}

/**
 * A tool that an agent may use before answering. The same input must always give the same output, because a resumed run
 * uses the tool again.
 */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: import('zod').ZodType;
  use(input: unknown): Json | Promise<Json>;
}
