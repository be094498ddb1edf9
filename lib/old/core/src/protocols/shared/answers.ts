import { z } from 'zod';
import type { ProposalFormat } from '../../environments/environment';
import type { Ballot, BallotKind, BallotSettings } from 'agora-voting';
import { ballotSchema, type JsonSchema, jsonText, readBallot, type Reading } from 'agora-voting/internal';

/*
 * The JSON that agents are asked for: a message, a proposal, a ballot. Each has a schema and a reader.
 */
export const jsonOnly = 'Answer with this JSON object and nothing else:';

const message = z.object({
  target: z.union([z.string(), z.array(z.string())]).nullish(),
  message: z.string(),
});

const proposal = z.object({ reason_for_decision: z.unknown(), proposal: z.unknown() });
const vote = z.object({ reason_for_decision: z.unknown(), decision: z.unknown() });

/** Words with which models often address everybody. */
const everybody = new Set(['all', 'everyone', 'everybody', 'all agents']);

/** A text of at least one character. */
export function textSchema(maxLength: number): JsonSchema {
  return { type: 'string', minLength: 1, maxLength };
}

/** A list of names, each at most once. */
export function namesSchema(names: readonly string[], least = 0): JsonSchema {
  return {
    type: 'array',
    items: { type: 'string', enum: names },
    minItems: least,
    maxItems: names.length,
    uniqueItems: true,
  };
}

/**
 * @param others - the agents who may be addressed
 * @param maxLength - the most characters of the message
 */
export function messageSchema(others: readonly string[], maxLength: number): JsonSchema {
  const message = textSchema(maxLength);
  return schemaOf(others.length === 0 ? { message } : { target: namesSchema(others, 1), message });
}

/** Reads `{"target": [...], "message": "..."}`. A missing target, or "all", means everybody else. */
export function readMessage(
  value: unknown,
  speaker: string,
  agents: readonly string[],
): Reading<{ readonly to: readonly string[]; readonly text: string }> {
  const parsed = message.safeParse(value);
  if (!parsed.success) return notAsAsked(parsed.error);
  const { target, message: text } = parsed.data;
  if (isUnfilled(text)) return { ok: false, reason: unfilled('message') };
  const named = target === null || target === undefined ? [] : [target].flat();
  const others = agents.filter((agent) => agent !== speaker);
  if (named.length === 0 || named.some((name) => everybody.has(name.trim().toLowerCase())))
    return { ok: true, value: { to: others, text } };
  const unknown = named.find((name) => !agents.includes(name));
  if (unknown !== undefined)
    return { ok: false, reason: `"target" names "${unknown}", who is not one of ${agents.join(', ')}` };
  return { ok: true, value: { to: [...new Set(named)].filter((name) => name !== speaker), text } };
}

/** How a proposal is asked for. */
export interface ProposalForm {
  readonly format: ProposalFormat;
  /** The most characters of the reason. */
  readonly maxLength: number;
  /** Whether null is allowed: the latest proposal remains, or there is no decision yet. */
  readonly mayBeNull: boolean;
}

export function proposalSchema({ format, maxLength, mayBeNull }: ProposalForm): JsonSchema {
  const proposal = format.schema();
  return schemaOf({
    reason_for_decision: textSchema(maxLength),
    proposal: mayBeNull ? { anyOf: [proposal, { type: 'null' }] } : proposal,
  });
}

/** Reads `{"reason_for_decision": ..., "proposal": ...}`; null or "None" keeps the latest proposal. */
export function readProposalAnswer<Proposal>(
  value: unknown,
  read: (value: unknown) => Reading<Proposal>,
): Reading<{ readonly proposal: Proposal | null; readonly reason: string }> {
  const parsed = proposal.safeParse(value);
  if (!parsed.success) return notAsAsked(parsed.error);
  const { proposal: given, reason_for_decision } = parsed.data;
  const reason = asText(reason_for_decision);
  const none = typeof given === 'string' && given.trim().toLowerCase() === 'none';
  if (given === null || none) return { ok: true, value: { proposal: null, reason } };
  const reading = read(given);
  return reading.ok ? { ok: true, value: { proposal: reading.value, reason } } : reading;
}

/** The requirements for a ballot. */
export interface BallotForm {
  readonly kind: BallotKind;
  readonly options: readonly string[];
  readonly settings: BallotSettings;
  /** The most characters of the reason. If omitted, no reason is asked for. */
  readonly reason?: number;
  /**
   * Whether null is an abstention. `offered`: yes, and the prompt says so. `understood`: yes, but the prompt does not
   * mention it. `refused`: no, a ballot is required.
   */
  readonly abstention: 'offered' | 'understood' | 'refused';
  /** The most tokens of the answer; a longer format raises the limit. */
  readonly maxTokens: number;
}

/** A ballot with its reason. A null ballot is an abstention; a null reason means none was given. */
export interface GivenBallot {
  readonly ballot: Ballot | null;
  readonly reason: string | null;
}

export function ballotAnswerSchema({ kind, options, settings, reason, abstention }: BallotForm): JsonSchema {
  const decision = ballotSchema(kind, options, settings, { abstain: abstention === 'offered' });
  return schemaOf(
    reason === undefined ? { decision } : { reason_for_decision: textSchema(reason), decision },
  );
}

/** Reads `{"reason_for_decision": ..., "decision": <ballot>}`; other fields are ignored. */
export function readBallotAnswer(value: unknown, form: BallotForm): Reading<GivenBallot> {
  const { kind, options, settings } = form;
  if (form.abstention === 'refused') return readBallotAlone(value, form);
  const parsed = vote.safeParse(value);
  if (!parsed.success) return notAsAsked(parsed.error);
  const reason = asText(parsed.data.reason_for_decision);
  const reading = readBallot(kind, parsed.data.decision, options, settings);
  return reading.ok ? { ok: true, value: { ballot: reading.value, reason } } : reading;
}

function readBallotAlone(value: unknown, { kind, options, settings }: BallotForm): Reading<GivenBallot> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, reason: 'the answer must be a JSON object with the field "decision"' };
  if (!('decision' in value)) return { ok: false, reason: 'the field "decision" is missing' };
  const reading = readBallot(kind, value.decision, options, settings);
  if (!reading.ok) return reading;
  if (reading.value === null)
    return { ok: false, reason: '"decision" is empty, and nobody can abstain: give a ballot' };
  const reason = 'reason_for_decision' in value ? value.reason_for_decision : undefined;
  return { ok: true, value: { ballot: reading.value, reason: typeof reason === 'string' ? reason : null } };
}

export function schemaOf(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Parses an answer by a schema. */
export function readAs<T>(shape: z.ZodType<T>, value: unknown): Reading<T> {
  const parsed = shape.safeParse(value);
  return parsed.success ? { ok: true, value: parsed.data } : notAsAsked(parsed.error);
}

/** Whether a text is just the placeholder of the prompt, "<your message>". */
export function isUnfilled(text: string): boolean {
  return /^\s*<[^<>]{1,80}>\s*$/.test(text);
}

export function unfilled(field: string): string {
  return `"${field}" holds what the form has in its place: write your own words`;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : jsonText(value);
}

function notAsAsked(error: z.ZodError): { readonly ok: false; readonly reason: string } {
  const issue = error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'the answer' : `"${issue.path.join('.')}"`;
  return { ok: false, reason: `${where} is not as asked: ${issue?.message ?? 'unknown shape'}` };
}
