import { check, object } from '../check';
import { collaborationsGiven, type Collaboration } from '../transcripts/collaboration';
import type { ReplyEvent } from '../transcripts/event';

/** What answers cost. Cached answers count among the calls and tokens; `cached` says how many cost nothing. */
export interface TokenUsage {
  readonly calls: number;
  readonly cached: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The same, taken together and taken apart; rounds, phases and agents in the order they first appear. */
export interface UsageReport {
  readonly total: TokenUsage;
  readonly byRound: readonly ({ readonly round: number } & TokenUsage)[];
  readonly byPhase: readonly ({ readonly phase: string } & TokenUsage)[];
  readonly byAgent: readonly ({ readonly agent: string } & TokenUsage)[];
}

const nothing: TokenUsage = { calls: 0, cached: 0, inputTokens: 0, outputTokens: 0 };

/** Tokens of all answers, repairs and failures included, unfinished collaborations too. */
export async function usage(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
): Promise<UsageReport> {
  check('usage', object('arguments', { collaborations: collaborationsGiven }), { collaborations });
  let total = nothing;
  const rounds = new Map<number, TokenUsage>();
  const phases = new Map<string, TokenUsage>();
  const agents = new Map<string, TokenUsage>();
  for await (const { events } of collaborations)
    for (const event of events) {
      if (event.type !== 'reply') continue;
      total = add(total, event);
      rounds.set(event.round, add(rounds.get(event.round), event));
      phases.set(event.phase, add(phases.get(event.phase), event));
      agents.set(event.agent, add(agents.get(event.agent), event));
    }
  return {
    total,
    byRound: [...rounds].map(([round, sums]) => ({ round, ...sums })).sort((a, b) => a.round - b.round),
    byPhase: [...phases].map(([phase, sums]) => ({ phase, ...sums })),
    byAgent: [...agents].map(([agent, sums]) => ({ agent, ...sums })),
  };
}

function add(sums: TokenUsage = nothing, reply: ReplyEvent): TokenUsage {
  return {
    calls: sums.calls + 1,
    cached: sums.cached + (reply.cached ? 1 : 0),
    inputTokens: sums.inputTokens + reply.inputTokens,
    outputTokens: sums.outputTokens + reply.outputTokens,
  };
}
