import type { Json, JsonObject } from '../environments/environment';
import type { Random } from '../random';
import type { Price } from './prices';

/** A message of a prompt. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly id: string };

/** A model asks to use a tool. `arguments` is JSON, as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** How replies are drawn. What is left out is up to the endpoint. */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  /** The most tokens of a reply, thinking included. Default 1,024. */
  readonly maxTokens?: number;
  /** How much a reasoning model thinks: an effort, or a number of tokens. */
  readonly reasoning?: 'low' | 'medium' | 'high' | number;
}

/** Tokens of one call. Output includes reasoning, and input includes what came from a cache. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly reasoning?: number;
  readonly cached?: number;
}

/** What a model is asked. */
export interface Request {
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  /** Distinguishes equal prompts. Endpoints that take a seed get it. */
  readonly seed: number;
  /** JSON schema of the reply. Undefined if the reply is prose. */
  readonly schema?: JsonObject | undefined;
  readonly tools?: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
  }[];
  /**
   * Asks for the probability of each of these as the first token of the answer. The reply's text is JSON, a number for each.
   * A model that cannot do this throws an AgoraError.
   */
  readonly among?: readonly string[];
  /** What a simulated agent answers: JSON, or a text where the reply is prose. Real models do not see it. */
  readonly simulate?: (random: Random) => unknown;
}

/** What a model answered. `text` is the answer alone: thinking is in `reasoning`. */
export interface Reply {
  readonly text: string;
  /** Only a reply that ended with "stop" or "tools" is whole. "refused" includes what a filter withheld. */
  readonly finish: 'stop' | 'tools' | 'length' | 'refused';
  readonly usage: Usage;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** Which model answered, as the endpoint names it. */
  readonly model?: string;
  readonly provider?: string;
  readonly fingerprint?: string;
}

/** What numbers rest on. */
export type Evidence = 'simulated' | 'recorded' | 'live';

/**
 * WHO answers. `chat` returns a reply, or throws: an AgoraError ends the run, which can be resumed. A question that this
 * model will never answer (it was filtered, say) is a reply with finish "refused".
 */
export interface Model {
  readonly name: string;
  readonly evidence: Evidence;
  /** Overrides a protocol's sampling, setting by setting. */
  readonly sampling?: Sampling;
  /** Dollars for a million tokens. Default: the list price, if the kit knows it. */
  readonly price?: Price;
  /** Where it is served. Runs on another server have another default folder, even if the models have one name. */
  readonly endpoint?: string;
  chat(request: Request, signal?: AbortSignal): Promise<Reply>;
}

/** A tool that an agent may use while it answers. Equal input must give equal output, since a resumed run uses it again. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: import('zod').ZodType;
  use(input: unknown): Json | Promise<Json>;
}
