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
/** By name; plain objects only. */
const numbers: Check = (value) =>
  object(value) &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value as object).every(Number.isFinite);

const place = { collaboration: count, round: count, phase: text };
const candidate = exactly({ id: text, by: names });
const standing = exactly({ candidate: text, proposal: json });

const events: Readonly<Record<Event['type'], Fields>> = {
  started: fields({ collaboration: count, instance: json, agents: names }),
  reply: fields(
    {
      ...place,
      agent: text,
      repeat: count,
      attempt: count,
      request: text,
      text,
      finish: oneOf('stop', 'length', 'refusal', 'other'),
      inputTokens: count,
      outputTokens: count,
      counted: oneOf('reported', 'tokenizer'),
      latencyMs: amount,
      cached: flag,
    },
    { intent: json },
  ),
  message: fields({ ...place, from: text, to: names, text }, { visibleTo: names }),
  proposal: fields(
    { ...place, by: text, candidate: orNull(text), proposal: json },
    { reason: text, score: object },
  ),
  vote: fields({ ...place, by: text, ballot: json }, { reason: text }),
  decision: fields({
    ...place,
    by: text,
    candidates: (value) => Array.isArray(value) && value.every((item) => has(candidate, item)),
    tally: numbers,
    winners: names,
    selected: orNull(text),
    standing: orNull((value) => has(standing, value)),
    score: object,
  }),
  failure: fields(
    {
      ...place,
      agent: text,
      repeat: count,
      kind: oneOf('unparsed', 'invalid', 'refused', 'failed'),
      reason: text,
    },
    { text },
  ),
  note: fields({ ...place, kind: text, data: json }, { by: text }),
  finished: fields({ collaboration: count, rounds: count, cause: text, outcome: json, score: object }),
};

/**
 * Whether a value is plainly an event. The schema is the authority, and says what is wrong with the others; this is
 * the same check at a twentieth of the cost, for a record of a million events. Turning a sound event away costs time only.
 */
export function isSoundEvent(value: unknown): value is Event {
  const type = (value as { type?: unknown } | null)?.type;
  return typeof type === 'string' && Object.hasOwn(events, type) && has(events[type as Event['type']], value);
}

/** An event's fields besides its type, which has told them already. */
function fields(needed: Record<string, Check>, more: Record<string, Check> = {}): Fields {
  return exactly({ type: text, ...needed }, more);
}

function exactly(needed: Record<string, Check>, more: Record<string, Check> = {}): Fields {
  const known = new Map<string, { check: Check; optional: boolean }>();
  for (const [name, check] of Object.entries(needed)) known.set(name, { check, optional: false });
  for (const [name, check] of Object.entries(more)) known.set(name, { check, optional: true });
  return known;
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
