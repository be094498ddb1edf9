import type { Event } from './event';

type Check = (value: unknown) => boolean;
type Fields = ReadonlyMap<string, { readonly check: Check; readonly optional: boolean }>;

const text: Check = (value) => typeof value === 'string';
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const amount: Check = (value) => Number.isFinite(value) && (value as number) >= 0;
const flag: Check = (value) => typeof value === 'boolean';
const json: Check = (value) => value !== undefined;
const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const names: Check = (value) => Array.isArray(value) && value.every(text);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf = (...known: string[]): Check => {
  const all = new Set<unknown>(known);
  return (value) => all.has(value);
};
const numbers: Check = (value) => object(value) && Object.values(value as object).every(Number.isFinite);
const listOf =
  (fields: Fields): Check =>
  (value) =>
    Array.isArray(value) && value.every((item) => has(fields, item));

const place = { collaboration: count, round: count, phase: text };
const candidate = fields({ id: text, by: names });
const standing = fields({ candidate: text, proposal: json });

const events: Readonly<Record<Event['type'], Fields>> = {
  started: fields({ type: text, collaboration: count, instance: json, agents: names }),
  reply: fields(
    {
      ...{ type: text, ...place, agent: text, repeat: count, attempt: count, request: text, text },
      finish: oneOf('stop', 'length', 'refusal', 'other'),
      ...{ inputTokens: count, outputTokens: count, counted: oneOf('reported', 'tokenizer') },
      ...{ latencyMs: amount, cached: flag },
    },
    { intent: json },
  ),
  message: fields({ type: text, ...place, from: text, to: names, text }, { visibleTo: names }),
  proposal: fields(
    { type: text, ...place, by: text, candidate: orNull(text), proposal: json },
    { reason: text, score: object },
  ),
  vote: fields({ type: text, ...place, by: text, ballot: json }, { reason: text }),
  decision: fields({
    ...{ type: text, ...place, by: text, candidates: listOf(candidate), tally: numbers, winners: names },
    ...{ selected: orNull(text), standing: orNull((value) => has(standing, value)), score: object },
  }),
  failure: fields(
    {
      ...{ type: text, ...place, agent: text, repeat: count, reason: text },
      kind: oneOf('unparsed', 'invalid', 'refused', 'failed'),
    },
    { text },
  ),
  note: fields({ type: text, ...place, kind: text, data: json }, { by: text }),
  finished: fields({
    ...{ type: text, collaboration: count, rounds: count, cause: text, outcome: json, score: object },
  }),
};

/**
 * Whether a value is plainly an event. The schema is the authority, and says what is wrong with the others; this is
 * the same check at a twentieth of the cost, for a record of a million events. Turning a sound event away costs time only.
 */
export function isSoundEvent(value: unknown): value is Event {
  const type = (value as { type?: unknown } | null)?.type;
  return typeof type === 'string' && Object.hasOwn(events, type) && has(events[type as Event['type']], value);
}

function fields(needed: Record<string, Check>, more: Record<string, Check> = {}): Fields {
  return new Map([
    ...Object.entries(needed).map(([name, check]) => [name, { check, optional: false }] as const),
    ...Object.entries(more).map(([name, check]) => [name, { check, optional: true }] as const),
  ]);
}

/** Whether a value has exactly these fields. */
function has(known: Fields, value: unknown): boolean {
  if (!object(value)) return false;
  const record = value as Record<string, unknown>;
  for (const [name, { check, optional }] of known) {
    const given = record[name];
    if (given === undefined && optional) continue;
    if (!check(given)) return false;
  }
  for (const name in record) if (!known.has(name)) return false;
  return true;
}
