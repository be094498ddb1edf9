import type { JsonObject, JsonSchema } from 'agora-voting/internal';
import type { ChatMessage, FinishReason, Sampling, Scoring } from '../chat-model';

/*
 * The messages between a program and the child process that runs its language model. All of them are plain JSON.
 */

/** How to load the weights. Two models with the same settings share one child. */
export interface LoadSettings {
  /** The weights, as an absolute path. */
  readonly file: string;
  /** The most tokens that one conversation may have, prompt and answer together. */
  readonly context: number;
  /** How many conversations are answered at once. */
  readonly sequences: number;
  readonly threads: number | 'measured';
  /** The number of threads that an earlier measurement found best; null if there was none. */
  readonly rememberedThreads: number | null;
  readonly gpu: boolean;
  /** A chat template in Jinja; null uses the template in the weights. */
  readonly chatTemplate: string | null;
}

export interface LocalQuestion {
  /** Identifies the asking agent and its collaboration: the prompts of one conversation begin alike. */
  readonly conversation: string;
  readonly messages: readonly ChatMessage[];
  readonly sampling: Sampling;
  readonly seed: number;
  readonly schema: JsonSchema | null;
  readonly scoring: Scoring | null;
}

export interface LocalAnswer {
  readonly text: string;
  readonly finish: FinishReason;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly milliseconds: number;
  readonly probabilities?: Readonly<Record<string, number>>;
  readonly probabilityOfOptions?: number;
}

/** What a child reports once the weights are loaded. */
export interface LoadedFacts {
  readonly contextTokens: number;
  readonly threads: number;
  /** Whether the number of threads has just been measured. */
  readonly measured: boolean;
  /** Versions, the processor's features, measured speeds. */
  readonly details: JsonObject;
}

export type ToChild =
  | { readonly type: 'load'; readonly settings: LoadSettings }
  | { readonly type: 'ask'; readonly id: number; readonly question: LocalQuestion }
  | { readonly type: 'cancel'; readonly id: number };

export type FromChild =
  | { readonly type: 'loaded'; readonly facts: LoadedFacts }
  /** The weights cannot be loaded, so no question can be asked. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'answered'; readonly id: number; readonly answer: LocalAnswer }
  /** This one question failed. */
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly reason: string;
      readonly details: Readonly<Record<string, string | number>>;
    };
