import type { ChatModel, ChatRequest } from './chat-model';

/** With fewer tokens left an answer is cut off, and what is cut off cannot be used. */
const leastAnswer = 64;

/**
 * Tokens that a context must have left behind the prompt for an answer to be worth asking for: 64, or `maxTokens` where it
 * is less. Answers may need more: nothing says how much.
 */
export function leastRoom({ sampling, scoring }: Pick<ChatRequest, 'sampling' | 'scoring'>): number {
  return scoring === undefined ? Math.min(sampling?.maxTokens ?? leastAnswer, leastAnswer) : 1;
}

/** How a user gives a model a larger context, but for the full stop. */
export function largerContext({ largerContext: own }: Pick<ChatModel, 'largerContext'>): string {
  return own ?? 'Give the server a larger context (llama.cpp: -c, vLLM: --max-model-len)';
}

/** How prompts become shorter, where nothing is known of the protocol. */
export const shorterPrompts = 'play fewer rounds or agents';
