import { z } from 'zod';
import type { Reading } from 'agora-voting/internal';
import { readJson } from '../../read-json';
import { isUnfilled, unfilled } from '../shared/answers';

/*
 * Answers as JSON with their thoughts, `{"thoughts": "...", "belief": {...}}`; or in the paper's format: thoughts
 * first, then JSON or words in a tag. Models omit tags, open them twice, forget to close them, or put the tag's name
 * into the JSON. Everything that can be understood is accepted.
 */

/** The content of a tag: the last closed one, or else from the last opening tag to the end; null if there is none. */
function inTag(text: string, tag: string): string | null {
  const opened = [...text.matchAll(new RegExp(`<\\s{0,9}${tag}\\s{0,9}>`, 'gi'))];
  const closed = [...text.matchAll(new RegExp(`<\\s{0,9}/\\s{0,9}${tag}\\s{0,9}>`, 'gi'))].at(-1);
  const end = closed?.index ?? text.length;
  const start = opened.findLast(({ index }) => index < end) ?? opened.at(-1);
  if (start === undefined) return null;
  const from = start.index + start[0].length;
  return text.slice(from, from <= end ? end : undefined);
}

/**
 * The JSON in a tag, or in the whole text if there is no tag. `{"thoughts": "...", "belief": {...}}` is unwrapped.
 */
export function readTaggedJson(text: unknown, tag: string): Reading<unknown> {
  const whole = String(text);
  const found = readJson(inTag(whole, tag) ?? whole);
  if (!found.ok) return found;
  let value = withoutThoughts(found.value);
  while (isObject(value) && Object.keys(value).length === 1 && isObject(value[tag]))
    value = withoutThoughts(value[tag]);
  return { ok: true, value };
}

function withoutThoughts(value: unknown): unknown {
  if (!isObject(value) || typeof value['thoughts'] !== 'string') return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'thoughts'));
}

const message = z.object({ message: z.string() });

/** The words in the tag "message", or of a JSON message; without both, everything except the thoughts. */
export function readMessageText(text: unknown): Reading<string> {
  const whole = String(text);
  const json = readJson(whole);
  const spoken = json.ok ? message.safeParse(json.value).data?.message : undefined;
  if (spoken === undefined && whole.trimStart().startsWith('{'))
    return json.ok ? { ok: false, reason: 'the field "message" is missing' } : json;
  const words =
    inTag(whole, 'message') ??
    spoken ??
    whole.replace(/<\s{0,9}thoughts\s{0,9}>[^]*?(?:<\s{0,9}\/\s{0,9}thoughts\s{0,9}>|$)/gi, '');
  // A text that broke off within a tag contains no message.
  const said = words.replace(/<\/?\w*$/, '').trim();
  if (said === '') return { ok: false, reason: 'there is no message in it' };
  return isUnfilled(said) ? { ok: false, reason: unfilled('message') } : { ok: true, value: said };
}

const yes = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^\s*(?:true|yes|accept(?:ed)?|false|no|reject(?:ed)?)\s*$/i)
    .transform((word) => /^\s*[tya]/i.test(word)),
]);
const planned = z.object({ proposal: z.unknown().optional(), explanation: z.string().catch('') });
const decided = z.object({
  accept: yes,
  explanation: z.string().catch(''),
  proposal: z.unknown().optional(),
});

export interface Planned<Proposal> {
  readonly proposal: Proposal;
  readonly reason: string;
}

/** `{"proposal": ..., "explanation": "..."}`, or the proposal alone. */
export function readPlan<P>(text: unknown, read: (value: unknown) => Reading<P>): Reading<Planned<P>> {
  const found = readTaggedJson(text, 'plan');
  if (!found.ok) return found;
  const hasReason = isObject(found.value) && 'proposal' in found.value;
  const { proposal, explanation } = planned.parse(hasReason ? found.value : { proposal: found.value });
  const reading = read(proposal);
  return reading.ok ? { ok: true, value: { proposal: reading.value, reason: explanation } } : reading;
}

export interface Decided<Proposal> {
  readonly accept: boolean;
  /** A decision of the agent's own. */
  readonly proposal: Proposal | null;
  readonly reason: string;
}

/** Reads `{"accept": true, "explanation": "..."}`, with a `proposal` of its own if the agent can end the talks. */
export function readDecision<P>(
  text: unknown,
  mayEnd: boolean,
  read: (value: unknown) => Reading<P>,
): Reading<Decided<P>> {
  const found = readTaggedJson(text, 'decision');
  if (!found.ok) return found;
  const reading = decided.safeParse(found.value);
  if (!reading.success) return { ok: false, reason: '"accept" is neither true nor false' };
  const { accept, explanation: reason, proposal = null } = reading.data;
  if (accept || !mayEnd || proposal === null) return { ok: true, value: { accept, proposal: null, reason } };
  const own = read(proposal);
  return own.ok ? { ok: true, value: { accept, proposal: own.value, reason } } : own;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
