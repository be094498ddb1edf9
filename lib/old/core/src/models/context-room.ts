import type { ChatModel, ChatRequest } from './chat-model';

/** An answer with fewer tokens than this is usually cut off and unusable. */
const leastAnswer = 64;

/**
 * The fewest tokens that must be left in the context after the prompt before a question is asked: 64, or `maxTokens`
 * if that is smaller. An answer may need more; its length is not known in advance.
 */
export function leastRoom({ sampling, scoring }: Pick<ChatRequest, 'sampling' | 'scoring'>): number {
  return scoring === undefined ? Math.min(sampling?.maxTokens ?? leastAnswer, leastAnswer) : 1;
}

/** How a user enlarges a model's context, without the full stop. */
export function largerContext({ largerContext: own }: Pick<ChatModel, 'largerContext'>): string {
  return own ?? 'Give the server a larger context (llama.cpp: -c, vLLM: --max-model-len)';
}

/** How to shorten prompts, when the protocol is unknown. */
export const shorterPrompts = 'play fewer rounds or agents';
