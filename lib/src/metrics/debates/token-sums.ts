import type { ReplyEvent } from '../../transcripts/event';
import type { TokenUsage } from '../usage';

export const noTokens: TokenUsage = Object.freeze({ calls: 0, cached: 0, inputTokens: 0, outputTokens: 0 });

export function addReply(sums: TokenUsage | undefined, reply: ReplyEvent): TokenUsage {
  const { calls, cached, inputTokens, outputTokens } = sums ?? noTokens;
  return {
    calls: calls + 1,
    cached: cached + (reply.cached ? 1 : 0),
    inputTokens: inputTokens + reply.inputTokens,
    outputTokens: outputTokens + reply.outputTokens,
  };
}

/** What was read and what was written, together: what the paper calls token cost. */
export function tokensOf(counts: { readonly inputTokens: number; readonly outputTokens: number }): number {
  return counts.inputTokens + counts.outputTokens;
}
