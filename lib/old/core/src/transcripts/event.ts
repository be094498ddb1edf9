import { z } from 'zod';
import type { Json, JsonObject, Reading } from 'agora-voting/internal';

/*
 * The content of a line of events.jsonl: the schema says what an event is, and the types are derived from it. Each event is
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
/** Its place in the collaboration. */
const place = { collaboration: count, round: count, phase: text };

/** The collaboration starts: the case and the agents. */
const started = z.strictObject({
  type: z.literal('started'),
  collaboration: count,
  instance: json,
  agents: names,
});

/** A model answered. The event is written as soon as the answer arrives, so that no answer is paid for twice. */
const reply = z.strictObject({
  type: z.literal('reply'),
  ...place,
  agent: text,
  repeat: count,
  /** 0 for the question itself, 1 for the repair question. */
  attempt: count,
  /** Digest of the request. With it a resumed run detects that its prompts differ from the recorded ones. */
  request: text,
  text,
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
  inputTokens: count,
  outputTokens: count,
  counted: z.enum(['reported', 'tokenizer']),
  latencyMs: z.number().nonnegative(),
  cached: z.boolean(),
  /** The text is a refusal, in prose or inside its JSON (see `isRefusal`). It is always counted. */
  refusal: z.literal(true).exactOptional(),
  /** What a simulated agent meant. */
  intent: json.exactOptional(),
  /** The tools that the model calls before it answers. A `tool` event follows for each call. */
  toolCalls: toolCalls.exactOptional(),
  /** If probabilities were requested: each option's share of the options' total probability, and that total. */
  probabilities: z.record(text, z.number().min(0).max(1)).readonly().exactOptional(),
  probabilityOfOptions: z.number().min(0).max(1.000001).exactOptional(),
});

/** A tool was called: its result, or its error (arguments that are not JSON, an unknown tool, the tool's own error). */
const tool = z.strictObject({
  type: z.literal('tool'),
  ...place,
  agent: text,
  repeat: count,
  attempt: count,
  /** Its number among the reply's calls, from 0. */
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
  /** The agents that it addresses. */
  to: names,
  /** The agents that can read it; absent if all can. */
  visibleTo: names.exactOptional(),
  text,
});

/** An agent proposed, or chose not to (`proposal` is null). */
const proposal = z.strictObject({
  type: z.literal('proposal'),
  ...place,
  by: text,
  /** The candidate that it created or joined; null if there is no proposal. */
  candidate: text.nullable(),
  proposal: json,
  /** The agent's private reasoning. */
  reason: text.exactOptional(),
  /** The environment's score of the proposal. */
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

/** The group, or its leader, reached a result. The result may be that nothing is decided. */
const decision = z.strictObject({
  type: z.literal('decision'),
  ...place,
  /** The rule, leader or instructor that decided. */
  by: text,
  candidates,
  tally,
  /** All winners under the rule, before ties are broken. */
  winners: names,
  /** The candidate that was selected now; null if none was. */
  selected: text.nullable(),
  /** The current decision from here on; null if there is none. */
  standing: z.strictObject({ candidate: text, proposal: json }).nullable(),
  /** The environment's score of the current decision, or of having no decision. */
  score: object,
});

/** An answer that could not be used. It is counted in every result. */
const failure = z.strictObject({
  type: z.literal('failure'),
  ...place,
  agent: text,
  repeat: count,
  /**
   * unparsed: it contains no such JSON. invalid: the JSON breaks the rules. refused: the model refused. failed: there
   * is no answer.
   */
  kind: z.enum(['unparsed', 'invalid', 'refused', 'failed']),
  reason: text,
  /** The text of the answer, if there was one. */
  text: text.exactOptional(),
});

/** The endpoint did not do what was requested: a failed attempt, or a setting that it ignores. */
const incident = z.strictObject({
  type: z.literal('incident'),
  ...place,
  agent: text,
  repeat: count,
  attempt: count,
  kind: z.enum(['retry', 'time-out', 'fallback', 'ignored', 'no usage', 'prompt cut']),
  text,
});

/** Anything else that a protocol records: a tool's output, an estimate, the chosen speaker. */
const note = z.strictObject({
  type: z.literal('note'),
  ...place,
  kind: text,
  by: text.exactOptional(),
  data: json,
});

/** The collaboration ended. */
const finished = z.strictObject({
  type: z.literal('finished'),
  collaboration: count,
  /** The number of rounds played. */
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

/** An event without the number of its collaboration, which is added later. */
export type Unplaced<Type extends Event['type'] = Event['type']> = {
  [Each in Type]: Omit<Extract<Event, { type: Each }>, 'collaboration'>;
}[Type];

/** An event that a protocol writes. The session writes the others. */
export type NewEvent = Unplaced<
  Exclude<Event['type'], 'reply' | 'tool' | 'started' | 'failure' | 'incident' | 'finished'>
>;

/** Checks one event. Returns the same value, or why it is invalid. */
export function readEvent(value: unknown): Reading<Event> {
  const issue = event.safeParse(value).error?.issues[0];
  if (issue === undefined) return { ok: true, value: value as Event };
  const where = issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  return { ok: false, reason: `${issue.message}${where}` };
}
