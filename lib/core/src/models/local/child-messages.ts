import type { JsonObject, JsonSchema } from 'agora-voting/internal';
import type { ChatMessage, FinishReason, Sampling, Scoring } from '../chat-model';

/*
 * What a program and the child process that holds its language model say to each other. Everything is plain JSON.
 */

/** How the weights are to be loaded. Two models with the same settings share one child. */
export interface LoadSettings {
  /** The weights, as an absolute path. */
  readonly file: string;
  /** The most tokens that one conversation may have, prompt and answer together. */
  readonly context: number;
  /** How many conversations are answered at once. */
  readonly sequences: number;
  readonly threads: number | 'measured';
  /** What an earlier measurement found best; null where there was none. */
  readonly rememberedThreads: number | null;
  readonly gpu: boolean;
  /** A chat template in Jinja; null takes the one in the weights. */
  readonly chatTemplate: string | null;
}

export interface LocalQuestion {
  /** Who asks: prompts of one agent in one collaboration begin alike. */
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

/** What a child tells of itself once the weights are loaded. */
export interface LoadedFacts {
  readonly contextTokens: number;
  readonly threads: number;
  /** Whether the number of threads was measured now. */
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
  /** The weights cannot be loaded: nothing can be asked. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'answered'; readonly id: number; readonly answer: LocalAnswer }
  /** This one question has no answer. */
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly reason: string;
      readonly details: Readonly<Record<string, string | number>>;
    };
