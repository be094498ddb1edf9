import { check, oneOf } from 'agora-voting/internal';
import type { Collaboration, ReplyEvent } from '../../transcripts';
import { notesOf } from '../../transcripts/note';
import { readDebatePhase } from '../../transcripts/debate-phase';
import type { Column, Columns } from '../../row';
import { totalOver } from '../over';

const parts = ['round', 'phase', 'agent', 'stage', 'group', 'step', 'role', 'counted'] as const;
type Part = (typeof parts)[number];

/**
 * Totals of what answers cost, including repairs, failures and unfinished collaborations: calls, cached (calls that
 * cost nothing), repairs, inputTokens, outputTokens, tokens.
 * @param by - fields to split the totals by. In a debate, stage, group and step are parts of the phase, and role
 * tells members from summarisers by the step, not by their names; elsewhere the step is the whole phase. counted: who
 * counted the tokens
 * @example
 * Object.keys(columns.usage('phase')).slice(0, 2); // => ['calls', 'cached']
 */
export function usage(...by: Part[]): Columns {
  for (const part of by) check('columns.usage', oneOf(...parts), part);
  const column = (of: (reply: ReplyEvent) => number): Column => ({
    of: ({ events }) =>
      events.flatMap((event) =>
        event.type === 'reply' ? [{ ...partsOf(event, by), value: of(event) }] : [],
      ),
    over: totalOver,
    unfinished: true,
  });
  return {
    calls: column(() => 1),
    cached: column(({ cached }) => (cached ? 1 : 0)),
    repairs: column(({ attempt }) => (attempt > 0 ? 1 : 0)),
    inputTokens: column(({ inputTokens }) => inputTokens),
    outputTokens: column(({ outputTokens }) => outputTokens),
    tokens: column(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
  };
}

function partsOf(reply: ReplyEvent, by: readonly Part[]): Record<string, string | number | null> {
  const place = readDebatePhase(reply.phase) ?? { stage: null, group: null, step: reply.phase };
  const role = place.step === 'summary' ? 'summariser' : 'member';
  const all = {
    ...place,
    role,
    round: reply.round,
    phase: reply.phase,
    agent: reply.agent,
    counted: reply.counted,
  };
  return Object.fromEntries(by.map((part) => [part, all[part]]));
}

const failureKinds = ['unparsed', 'invalid', 'refused', 'failed'] as const;

/**
 * Totals of unusable answers by kind, including unfinished collaborations. `repairs` counts questions that were
 * repeated because the first answer was unusable, and `replies` counts all replies. `refusals` are replies that
 * decline to take part, even if they could be used as a message. `strangers` counts unknown agent names.
 * @example
 * Object.keys(columns.failures()).slice(4); // => ['repairs', 'replies', 'refusals', 'strangers']
 */
export function failures(): Columns {
  const total = (of: (collaboration: Collaboration) => number): Column => ({
    of,
    over: totalOver,
    unfinished: true,
  });
  const count = (holds: (event: Collaboration['events'][number]) => boolean): Column =>
    total(({ events }) => events.filter(holds).length);
  return {
    ...Object.fromEntries(
      failureKinds.map((kind) => [kind, count((event) => event.type === 'failure' && event.kind === kind)]),
    ),
    repairs: count((event) => event.type === 'reply' && event.attempt > 0),
    replies: count((event) => event.type === 'reply'),
    refusals: count((event) => event.type === 'reply' && event.refusal === true),
    strangers: total((one) => notesOf(one, 'unknown agents').flatMap(({ data }) => data.named).length),
  };
}
