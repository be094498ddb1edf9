import { z } from 'zod';
import type { Json, JsonObject, Reading } from '../json';
import type { Event } from './event';
import { isSoundEvent } from './sound-event';

const json = z.custom<Json>((value) => value !== undefined);
const object = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const count = z.number().int().nonnegative();
const names = z.array(z.string());
const place = { collaboration: count, round: count, phase: z.string() };

const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('started'), collaboration: count, instance: json, agents: names }),
  z.strictObject({
    type: z.literal('reply'),
    ...place,
    agent: z.string(),
    repeat: count,
    attempt: count,
    request: z.string(),
    text: z.string(),
    finish: z.enum(['stop', 'length', 'refusal', 'other']),
    inputTokens: count,
    outputTokens: count,
    counted: z.enum(['reported', 'tokenizer']),
    latencyMs: z.number().nonnegative(),
    cached: z.boolean(),
    intent: json.optional(),
  }),
  z.strictObject({
    type: z.literal('message'),
    ...place,
    from: z.string(),
    to: names,
    visibleTo: names.optional(),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('proposal'),
    ...place,
    by: z.string(),
    candidate: z.string().nullable(),
    proposal: json,
    reason: z.string().optional(),
    score: object.optional(),
  }),
  z.strictObject({
    type: z.literal('vote'),
    ...place,
    by: z.string(),
    ballot: json,
    reason: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('decision'),
    ...place,
    by: z.string(),
    candidates: z.array(z.strictObject({ id: z.string(), by: names })),
    tally: z.record(z.string(), z.number()),
    winners: names,
    selected: z.string().nullable(),
    standing: z.strictObject({ candidate: z.string(), proposal: json }).nullable(),
    score: object,
  }),
  z.strictObject({
    type: z.literal('failure'),
    ...place,
    agent: z.string(),
    repeat: count,
    kind: z.enum(['unparsed', 'invalid', 'refused', 'failed']),
    reason: z.string(),
    text: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('note'),
    ...place,
    kind: z.string(),
    by: z.string().optional(),
    data: json,
  }),
  z.strictObject({
    type: z.literal('finished'),
    collaboration: count,
    rounds: count,
    cause: z.string(),
    outcome: json,
    score: object,
  }),
]);

/** Checks one event at the door, on its way to the file and on its way back. */
export function readEvent(value: unknown): Reading<Event> {
  return isSoundEvent(value) ? { ok: true, value } : readBySchema(value);
}

/** The check in full: what an event is, and why a value is none. */
export function readBySchema(value: unknown): Reading<Event> {
  const result = event.safeParse(value);
  if (result.success) return { ok: true, value: result.data as Event };
  const issue = result.error.issues[0];
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  return { ok: false, reason: `${issue?.message ?? 'unknown shape'}${where}` };
}
