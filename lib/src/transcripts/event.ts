import type { Json, JsonObject } from '../json';

/** The collaboration begins: the case, and who takes part. */
export interface StartedEvent {
  readonly type: 'started';
  readonly collaboration: number;
  readonly instance: Json;
  readonly agents: readonly string[];
}

/** A model answered. Written the moment the answer arrives, so that no answer is ever paid for twice. */
export interface ReplyEvent {
  readonly type: 'reply';
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly repeat: number;
  /** 0 for the question itself, 1 for the repair question. */
  readonly attempt: number;
  /** Digest of the request, so that a resumed run notices when its prompts are no longer the recorded ones. */
  readonly request: string;
  readonly text: string;
  readonly finish: 'stop' | 'length' | 'refusal' | 'other';
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly counted: 'reported' | 'tokenizer';
  readonly latencyMs: number;
  readonly cached: boolean;
  readonly intent?: Json;
}

/** An agent wrote to others. */
export interface MessageEvent {
  readonly type: 'message';
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  readonly from: string;
  /** Whom it addresses. */
  readonly to: readonly string[];
  /** Who gets to read it; absent when everybody does. */
  readonly visibleTo?: readonly string[];
  readonly text: string;
}

/** An agent proposed, or chose not to (`proposal` is null). */
export interface ProposalEvent {
  readonly type: 'proposal';
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  readonly by: string;
  /** The candidate it became or joined; null when none was made. */
  readonly candidate: string | null;
  readonly proposal: Json;
  /** The agent's private reasoning. */
  readonly reason?: string;
  /** What the environment says the proposal is worth. */
  readonly score?: JsonObject;
}

/** An agent voted, or abstained (`ballot` is null). */
export interface VoteEvent {
  readonly type: 'vote';
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  readonly by: string;
  readonly ballot: Json;
  readonly reason?: string;
}

/** The group, or whoever decides for it, came to a result, which may be that nothing is decided. */
export interface DecisionEvent {
  readonly type: 'decision';
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  /** The rule, leader or instructor that decided. */
  readonly by: string;
  readonly candidates: readonly { readonly id: string; readonly by: readonly string[] }[];
  readonly tally: Readonly<Record<string, number>>;
  /** All candidates that the rule lets win, before ties are settled. */
  readonly winners: readonly string[];
  /** The candidate that was selected now; null when none was. */
  readonly selected: string | null;
  /** The decision that holds from here on; null while there is none. */
  readonly standing: { readonly candidate: string; readonly proposal: Json } | null;
  /** What the environment says the standing decision is worth (of no decision, when there is none). */
  readonly score: JsonObject;
}

/** An answer that could not be used. Counted in every result, never dropped. */
export interface FailureEvent {
  readonly type: 'failure';
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly repeat: number;
  /** unparsed: no such JSON in it. invalid: the JSON breaks the rules. refused: the model would not. failed: no answer. */
  readonly kind: 'unparsed' | 'invalid' | 'refused' | 'failed';
  readonly reason: string;
  /** The answer as it came, when there was one. */
  readonly text?: string;
}

/** Anything else that a protocol needs on record: a tool's output, an estimate, who was chosen to speak. */
export interface NoteEvent {
  readonly type: 'note';
  readonly collaboration: number;
  readonly round: number;
  readonly phase: string;
  readonly kind: string;
  readonly by?: string;
  readonly data: Json;
}

/** The collaboration is over. */
export interface FinishedEvent {
  readonly type: 'finished';
  readonly collaboration: number;
  /** Rounds that were played. */
  readonly rounds: number;
  /** Why it ended: the limit was reached, all agreed, a policy stopped it, a leader closed it. */
  readonly cause: string;
  readonly outcome: Json;
  readonly score: JsonObject;
}

export type Event =
  | StartedEvent
  | ReplyEvent
  | MessageEvent
  | ProposalEvent
  | VoteEvent
  | DecisionEvent
  | FailureEvent
  | NoteEvent
  | FinishedEvent;

/** An event as a protocol writes it: the session adds which collaboration it belongs to. */
export type NewEvent = {
  [Type in Event['type']]: Omit<Extract<Event, { type: Type }>, 'collaboration'>;
}[Exclude<Event['type'], 'reply' | 'started' | 'failure' | 'finished'>];
