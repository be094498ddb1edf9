import { check, object } from '../../check';
import { collaborationsGiven, eventsOf, type Collaboration } from '../../transcripts/collaboration';
import { readDebatePhase } from '../../transcripts/debate-phase';
import type { ReplyEvent } from '../../transcripts/event';
import { estimate, type Estimate } from '../estimate';
import type { TokenUsage } from '../usage';
import { addReply, noTokens, tokensOf } from './token-sums';

/** Where in a debate tokens were spent. */
export interface CostPlace {
  readonly agent: string;
  readonly round: number;
  /** Null for calls outside the debate, such as ballots that settle it; `step` is then their whole phase. */
  readonly stage: number | null;
  readonly group: number | null;
  readonly step: string;
}

/** Whether somebody debates (and votes), or sums a group up. */
export type AgentRole = 'member' | 'summariser';

/** Tokens of finished debates, taken together and apart. Rows are in the order of rounds. */
export interface DebateCosts {
  readonly debates: number;
  readonly rows: readonly (CostPlace & TokenUsage)[];
  readonly total: TokenUsage;
  readonly byStage: readonly ({ readonly stage: number | null } & TokenUsage)[];
  readonly byRound: readonly ({ readonly round: number } & TokenUsage)[];
  /** Who sums up is told by the step, not by its name: a member named "Summariser 1" has a row of its own. */
  readonly byAgent: readonly ({ readonly agent: string; readonly role: AgentRole } & TokenUsage)[];
  readonly byStep: readonly ({ readonly step: string } & TokenUsage)[];
  /** The repair questions among all calls: they are in the sums above too. */
  readonly repairs: TokenUsage;
  /** Who counted: the endpoint's own usage, or our tokenizer. */
  readonly counted: Readonly<Record<ReplyEvent['counted'], TokenUsage>>;
  /** Means and standard errors over debates; `thousands` is `tokens` in the unit of the paper's tables. */
  readonly perDebate: Readonly<
    Record<'calls' | 'inputTokens' | 'outputTokens' | 'tokens' | 'thousands', Estimate>
  >;
  /** Debates that are still running, and what they cost so far: in none of the above. */
  readonly unfinished: { readonly debates: number } & TokenUsage;
}

/**
 * What debates cost, as S2-MAD's tables count it: every token read and written, summaries and repairs included, cached
 * answers too. An agent that is not asked costs nothing. The paper does not say over what its own spreads are taken.
 */
export async function debateCosts(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
): Promise<DebateCosts> {
  check('debateCosts', object('arguments', { collaborations: collaborationsGiven }), { collaborations });
  const rows = new Map<string, CostPlace & TokenUsage>();
  const debates: TokenUsage[] = [];
  let [total, repairs] = [noTokens, noTokens];
  const counted = { reported: noTokens, tokenizer: noTokens };
  let unfinished = { debates: 0, ...noTokens };
  for await (const collaboration of collaborations) {
    const replies = eventsOf(collaboration, 'reply');
    if (collaboration.finished === null) {
      const spent = replies.reduce<TokenUsage>(addReply, unfinished);
      unfinished = { debates: unfinished.debates + 1, ...spent };
      continue;
    }
    debates.push(replies.reduce<TokenUsage>(addReply, noTokens));
    for (const reply of replies) {
      const place = placeOf(reply);
      const key = JSON.stringify(Object.values(place));
      rows.set(key, { ...place, ...addReply(rows.get(key), reply) });
      total = addReply(total, reply);
      counted[reply.counted] = addReply(counted[reply.counted], reply);
      if (reply.attempt > 0) repairs = addReply(repairs, reply);
    }
  }
  const inOrder = [...rows.values()].sort((a, b) => a.round - b.round);
  return {
    debates: debates.length,
    rows: inOrder,
    total,
    byStage: sumBy(inOrder, ({ stage }) => ({ stage })),
    byRound: sumBy(inOrder, ({ round }) => ({ round })),
    byAgent: sumBy(inOrder, ({ agent, step }) => ({ agent, role: roleIn(step) })),
    byStep: sumBy(inOrder, ({ step }) => ({ step })),
    repairs,
    counted,
    perDebate: {
      calls: estimate(debates.map(({ calls }) => calls)),
      inputTokens: estimate(debates.map(({ inputTokens }) => inputTokens)),
      outputTokens: estimate(debates.map(({ outputTokens }) => outputTokens)),
      tokens: estimate(debates.map(tokensOf)),
      thousands: estimate(debates.map((one) => tokensOf(one) / 1000)),
    },
    unfinished,
  };
}

function placeOf({ agent, round, phase }: ReplyEvent): CostPlace {
  const { stage, group, step } = readDebatePhase(phase) ?? { stage: null, group: null, step: phase };
  return { agent, round, stage, group, step };
}

function roleIn(step: string): AgentRole {
  return step === 'summary' ? 'summariser' : 'member';
}

/** Sums of the rows whose parts are the same. */
function sumBy<Part extends object>(
  rows: readonly (CostPlace & TokenUsage)[],
  partOf: (row: CostPlace) => Part,
): (Part & TokenUsage)[] {
  const sums = new Map<string, Part & TokenUsage>();
  for (const row of rows) {
    const part = partOf(row);
    const key = JSON.stringify(Object.values(part));
    const sum = sums.get(key) ?? noTokens;
    sums.set(key, {
      ...part,
      calls: sum.calls + row.calls,
      cached: sum.cached + row.cached,
      inputTokens: sum.inputTokens + row.inputTokens,
      outputTokens: sum.outputTokens + row.outputTokens,
    });
  }
  return [...sums.values()];
}
