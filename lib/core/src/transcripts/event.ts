import { z } from 'zod';
import type { Json, JsonObject, Reading } from 'agora-voting/internal';

/*
 * What a line of events.jsonl holds: the schema says what an event is, and the types are read off it. Each event is
 * checked by it on its way to the file and on its way back.
 */

const json = z.custom<Json>((value) => value !== undefined);
const object = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const text = z.string();
const count = z.int().nonnegative();
const names: z.ZodType<readonly string[]> = z.array(text);
const toolCalls = z.array(z.strictObject({ id: text, name: text, arguments: text })).readonly();
/** Where in its collaboration it belongs. */
const place = { collaboration: count, round: count, phase: text };

/** The collaboration begins: the case, and who takes part. */
const started = z.strictObject({
  type: z.literal('started'),
  collaboration: count,
  instance: json,
  agents: names,
});

/** A model answered. Written the moment the answer arrives, so that no answer is ever paid for twice. */
const reply = z.strictObject({
  type: z.literal('reply'),
  ...place,
  agent: text,
  repeat: count,
  /** 0 for the question itself, 1 for the repair question. */
  attempt: count,
  /** Digest of the request, so that a resumed run notices when its prompts are no longer the recorded ones. */
  request: text,
  text,
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
  inputTokens: count,
  outputTokens: count,
  counted: z.enum(['reported', 'tokenizer']),
  latencyMs: z.number().nonnegative(),
  cached: z.boolean(),
  /** The text declines to take part, in prose or inside its JSON (see `isRefusal`): it is counted, whatever is made of it. */
  refusal: z.literal(true).exactOptional(),
  /** What a simulated agent meant. */
  intent: json.exactOptional(),
  /** What the model wants called before it answers; each call's `tool` event follows. */
  toolCalls: toolCalls.exactOptional(),
  /** Where probabilities were asked for: each option's share of what the options have together, and that sum. */
  probabilities: z.record(text, z.number().min(0).max(1)).readonly().exactOptional(),
  probabilityOfOptions: z.number().min(0).max(1.000001).exactOptional(),
});

/** A tool was called: what it gave, or why it gave nothing (arguments that are not JSON, no such tool, the tool's own error). */
const tool = z.strictObject({
  type: z.literal('tool'),
  ...place,
  agent: text,
  repeat: count,
  attempt: count,
  /** Which of its reply's calls it was, from 0. */
  call: count,
  name: text,
  arguments: text,
  result: json.exactOptional(),
  error: text.exactOptional(),
});

/** An agent wrote to others. */
const message = z.strictObject({
  type: z.literal('message'),
  ...place,
  from: text,
  /** Whom it addresses. */
  to: names,
  /** Who gets to read it; absent when everybody does. */
  visibleTo: names.exactOptional(),
  text,
});

/** An agent proposed, or chose not to (`proposal` is null). */
const proposal = z.strictObject({
  type: z.literal('proposal'),
  ...place,
  by: text,
  /** The candidate it became or joined; null when none was made. */
  candidate: text.nullable(),
  proposal: json,
  /** The agent's private reasoning. */
  reason: text.exactOptional(),
  /** What the environment says the proposal is worth. */
  score: object.exactOptional(),
});

/** An agent voted, or abstained (`ballot` is null). */
const vote = z.strictObject({
  type: z.literal('vote'),
  ...place,
  by: text,
  ballot: json,
  reason: text.exactOptional(),
});

const candidates: z.ZodType<readonly { readonly id: string; readonly by: readonly string[] }[]> = z.array(
  z.strictObject({ id: text, by: names }),
);
const tally: z.ZodType<Readonly<Record<string, number>>> = z.record(text, z.number());

/** The group, or whoever decides for it, came to a result, which may be that nothing is decided. */
const decision = z.strictObject({
  type: z.literal('decision'),
  ...place,
  /** The rule, leader or instructor that decided. */
  by: text,
  candidates,
  tally,
  /** All candidates that the rule lets win, before ties are settled. */
  winners: names,
  /** The candidate that was selected now; null when none was. */
  selected: text.nullable(),
  /** The decision that holds from here on; null while there is none. */
  standing: z.strictObject({ candidate: text, proposal: json }).nullable(),
  /** What the environment says the standing decision is worth (of no decision, when there is none). */
  score: object,
});

/** An answer that could not be used. Counted in every result, never dropped. */
const failure = z.strictObject({
  type: z.literal('failure'),
  ...place,
  agent: text,
  repeat: count,
  /** unparsed: no such JSON in it. invalid: the JSON breaks the rules. refused: the model would not. failed: no answer. */
  kind: z.enum(['unparsed', 'invalid', 'refused', 'failed']),
  reason: text,
  /** The answer as it came, when there was one. */
  text: text.exactOptional(),
});

/** The endpoint did otherwise than asked, on the way to a reply: an attempt that failed, a setting that it does not heed. */
const incident = z.strictObject({
  type: z.literal('incident'),
  ...place,
  agent: text,
  repeat: count,
  attempt: count,
  kind: z.enum(['retry', 'time-out', 'fallback', 'ignored', 'no usage', 'prompt cut']),
  text,
});

/** Anything else that a protocol needs on record: a tool's output, an estimate, who was chosen to speak. */
const note = z.strictObject({
  type: z.literal('note'),
  ...place,
  kind: text,
  by: text.exactOptional(),
  data: json,
});

/** The collaboration is over. */
const finished = z.strictObject({
  type: z.literal('finished'),
  collaboration: count,
  /** Rounds that were played. */
  rounds: count,
  /** Why it ended: the limit was reached, all agreed, a policy stopped it, a leader closed it. */
  cause: text,
  outcome: json,
  score: object,
});

const event = z.discriminatedUnion('type', [
  started,
  reply,
  tool,
  message,
  proposal,
  vote,
  decision,
  failure,
  incident,
  note,
  finished,
]);

export type StartedEvent = Readonly<z.infer<typeof started>>;
export type ReplyEvent = Readonly<z.infer<typeof reply>>;
export type ToolEvent = Readonly<z.infer<typeof tool>>;
export type MessageEvent = Readonly<z.infer<typeof message>>;
export type ProposalEvent = Readonly<z.infer<typeof proposal>>;
export type VoteEvent = Readonly<z.infer<typeof vote>>;
export type DecisionEvent = Readonly<z.infer<typeof decision>>;
export type FailureEvent = Readonly<z.infer<typeof failure>>;
export type IncidentEvent = Readonly<z.infer<typeof incident>>;
export type NoteEvent = Readonly<z.infer<typeof note>>;
export type FinishedEvent = Readonly<z.infer<typeof finished>>;
export type Event =
  | StartedEvent
  | ReplyEvent
  | ToolEvent
  | MessageEvent
  | ProposalEvent
  | VoteEvent
  | DecisionEvent
  | FailureEvent
  | IncidentEvent
  | NoteEvent
  | FinishedEvent;

/** An event without the collaboration that it belongs to, which whoever gathers it adds. */
export type Unplaced<Type extends Event['type'] = Event['type']> = {
  [Each in Type]: Omit<Extract<Event, { type: Each }>, 'collaboration'>;
}[Type];

/** An event as a protocol writes it; the session writes the others. */
export type NewEvent = Unplaced<
  Exclude<Event['type'], 'reply' | 'tool' | 'started' | 'failure' | 'incident' | 'finished'>
>;

/** Checks one event; gives the very value, or says why it is none. */
export function readEvent(value: unknown): Reading<Event> {
  const issue = event.safeParse(value).error?.issues[0];
  if (issue === undefined) return { ok: true, value: value as Event };
  const where = issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  return { ok: false, reason: `${issue.message}${where}` };
}
