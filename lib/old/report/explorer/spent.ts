import type { ReplyEvent } from 'agora-core/transcripts';
import { runs } from './details';

/** What replies cost in US dollars: nothing from the cache. Null where nobody knows what tokens cost, or nobody paid. */
function costOf(run: number, replies: readonly ReplyEvent[]): number | null {
  const prices = runs[run]?.prices;
  if (!prices) return null;
  const paid = replies.filter(({ cached }) => !cached);
  const total = (of: (reply: ReplyEvent) => number) => paid.reduce((sum, reply) => sum + of(reply), 0);
  const input = prices.inputPerMillion * total(({ inputTokens }) => inputTokens);
  return (input + prices.outputPerMillion * total(({ outputTokens }) => outputTokens)) / 1e6;
}

/** All replies' tokens, and what they cost. */
export function spentOn(run: number, replies: readonly ReplyEvent[]): string[] {
  const total = (of: (reply: ReplyEvent) => number) => replies.reduce((sum, reply) => sum + of(reply), 0);
  const tokens = [total(({ inputTokens }) => inputTokens), total(({ outputTokens }) => outputTokens)];
  const cost = costOf(run, replies);
  return [
    `${tokens[0]!.toLocaleString('en')} tokens in, ${tokens[1]!.toLocaleString('en')} out`,
    ...(cost === null ? [] : [`$${cost.toPrecision(3)}`]),
  ];
}
