import { z } from 'zod';
import type { ProposalFormat } from '../../environments/environment';
import type { JsonSchema, Reading } from '../../json';
import { ballotSchema, readBallot, type Ballot, type BallotKind, type BallotSettings } from '../../voting';

/** What an agent says in the message phase. */
export interface MessageAnswer {
  readonly to: readonly string[];
  readonly text: string;
}

/** What it proposes: null when it leaves its latest proposal as it is. */
export interface ProposalAnswer<Proposal> {
  readonly proposal: Proposal | null;
  readonly reason: string;
}

/** How it votes: null when it abstains. */
export interface VoteAnswer {
  readonly ballot: Ballot | null;
  readonly reason: string;
}

const message = z.object({
  target: z.union([z.string(), z.array(z.string())]).nullish(),
  message: z.string(),
});
const proposal = z.object({ reason_for_decision: z.unknown(), proposal: z.unknown() });
const vote = z.object({ reason_for_decision: z.unknown(), decision: z.unknown() });

/** Everybody, as models tend to call it. */
const everybody = new Set(['all', 'everyone', 'everybody', 'all agents']);

/** Reads `{"target": [...], "message": "..."}`. No target, or "all", is everybody else. */
export function readMessage(
  value: unknown,
  speaker: string,
  agents: readonly string[],
): Reading<MessageAnswer> {
  const parsed = message.safeParse(value);
  if (!parsed.success) return { ok: false, reason: firstIssue(parsed.error) };
  const { target, message: text } = parsed.data;
  const named = target === null || target === undefined ? [] : [target].flat();
  const others = agents.filter((agent) => agent !== speaker);
  if (named.length === 0 || named.some((name) => everybody.has(name.trim().toLowerCase()))) {
    return { ok: true, value: { to: others, text } };
  }
  const unknown = named.find((name) => !agents.includes(name));
  if (unknown !== undefined) {
    return { ok: false, reason: `"target" names "${unknown}", who is not one of ${agents.join(', ')}` };
  }
  return { ok: true, value: { to: [...new Set(named)].filter((name) => name !== speaker), text } };
}

/** Reads `{"reason_for_decision": ..., "proposal": ...}`; null or "None" leaves the latest proposal standing. */
export function readProposalAnswer<Proposal>(
  value: unknown,
  read: (value: unknown) => Reading<Proposal>,
): Reading<ProposalAnswer<Proposal>> {
  const parsed = proposal.safeParse(value);
  if (!parsed.success) return { ok: false, reason: firstIssue(parsed.error) };
  const reason = asText(parsed.data.reason_for_decision);
  if (!('proposal' in (value as object))) return { ok: false, reason: 'the field "proposal" is missing' };
  if (isNone(parsed.data.proposal)) return { ok: true, value: { proposal: null, reason } };
  const reading = read(parsed.data.proposal);
  return reading.ok ? { ok: true, value: { proposal: reading.value, reason } } : reading;
}

/** Reads `{"reason_for_decision": ..., "decision": ...}`; null or "None" abstains. */
export function readVote(
  value: unknown,
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings,
): Reading<VoteAnswer> {
  const parsed = vote.safeParse(value);
  if (!parsed.success) return { ok: false, reason: firstIssue(parsed.error) };
  const reason = asText(parsed.data.reason_for_decision);
  if (!('decision' in (value as object))) return { ok: false, reason: 'the field "decision" is missing' };
  if (isNone(parsed.data.decision)) return { ok: true, value: { ballot: null, reason } };
  const reading = readBallot(kind, parsed.data.decision, options, settings);
  return reading.ok ? { ok: true, value: { ballot: reading.value, reason } } : reading;
}

export function messageSchema(agents: readonly string[]): JsonSchema {
  return object({
    target: { type: 'array', items: { type: 'string', enum: agents } },
    message: { type: 'string' },
  });
}

export function proposalSchema(format: ProposalFormat): JsonSchema {
  return object({
    reason_for_decision: { type: 'string' },
    proposal: { anyOf: [format.schema(), { type: 'null' }] },
  });
}

export function voteSchema(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings = {},
): JsonSchema {
  return object({
    reason_for_decision: { type: 'string' },
    decision: { anyOf: [ballotSchema(kind, options, settings), { type: 'null' }] },
  });
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function isNone(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim().toLowerCase() === 'none');
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'the answer' : `"${issue.path.join('.')}"`;
  return `${where} is not as asked: ${issue?.message ?? 'unknown shape'}`;
}
