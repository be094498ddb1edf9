import { z } from 'zod';
import type { Agent, Environment, Json, JsonObject, Mind } from '../environments/environment';
import { AgoraError } from '../error';
import type { Message, Sampling, Tool, Usage } from '../models/model';
import type { Random } from '../random';

/**
 * HOW a group decides: who speaks when, who reads what, and how preferences become a decision. `run` plays one
 * collaboration. It must be deterministic given the replies: a run is stored as its replies, and everything else is
 * computed by playing the protocol again.
 */
export interface Protocol {
  readonly name: string;
  /** Every choice that affects a collaboration. It is recorded with the run. */
  readonly settings: JsonObject;
  /** How the paper draws replies. The model and the experiment may override it. */
  readonly sampling?: Sampling;
  run<Case, Proposal>(session: Session<Case, Proposal>): Promise<Ending<Proposal>>;
}

/** How a collaboration ended. */
export interface Ending<Proposal = Json> {
  /** Rounds played. */
  readonly rounds: number;
  /** Why it ended there: "all rounds played", "stopped early", "consensus". */
  readonly cause: string;
  readonly outcome: Proposal | null;
  /** The members of the group, where the protocol decides who they are. */
  readonly agents?: readonly string[];
}

/** What a protocol gets to play one collaboration. */
export interface Session<Case, Proposal> {
  readonly environment: Environment<Case, Proposal>;
  readonly one: Case;
  readonly index: number;
  /** This collaboration's random numbers. */
  readonly random: Random;
  /** What has happened so far. */
  readonly events: readonly Event[];
  /**
   * Asks one agent. The answer, or null if it was unusable even after a repair question, which is recorded as an event. A
   * refusal gets no repair question. For a simultaneous phase ask all agents at once (Promise.all) and record their answers
   * afterwards, in order.
   */
  ask<T>(question: Question<T>): Promise<T | null>;
  readonly record: (event: Event) => void;
  /** Whether the stopping policy of the experiment ends the collaboration here. */
  shouldStop(): Promise<boolean>;
}

/**
 * One question to one agent. `schema` describes the answer once: it constrains the endpoint, checks the reply, and types
 * the result. A schema of a string (see `prose`) makes the reply a text; any other makes it JSON.
 */
export interface Question<T> {
  readonly round: number;
  /** The step within the round: "message", "vote", "group 2 summary". */
  readonly phase: string;
  readonly agent: string;
  readonly messages: readonly Message[];
  readonly schema: z.ZodType<T>;
  /** What a simulated agent answers: JSON for the schema, or a text for prose. */
  readonly simulate?: (random: Random) => unknown;
  readonly sampling?: Sampling;
  readonly tools?: readonly Tool[];
}

/**
 * The schema of a reply in prose. `read` returns what the reply says, or null if it does not say it; `expected` then
 * tells the model what was missing.
 */
export const prose = <T>(read: (text: string) => T | null, expected: string): z.ZodType<T> =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value === null) context.addIssue({ code: 'custom', message: expected });
    return value as T;
  });

/** What run.json says about replaced prompts: their code, so that runs with other prompts are other runs. */
export const promptSettings = (prompts: Readonly<Record<string, unknown>> | undefined): JsonObject =>
  prompts === undefined
    ? {}
    : {
        prompts: Object.fromEntries(Object.entries(prompts).map(([name, prompt]) => [name, String(prompt)])),
      };

/** What the simulated agent of this name knows. Real models do not need it. */
export function mindOf<Case, Proposal>(
  { environment, one }: Session<Case, Proposal>,
  agent: string,
): Mind<Proposal> {
  const mind = environment.mind?.(one, agent);
  if (mind === undefined)
    throw new AgoraError(`${environment.name} has no simulated agent. Use a real model.`);
  return mind;
}

/** A vote as a voter casts it. See `voting/ballots.ts`. Null is an abstention. */
export type BallotJson = Json;

/** What happened, in order. A protocol of your own records what fits none of these as a label. */
export type Event =
  | MessageEvent
  | ProposalEvent
  | VoteEvent
  | DecisionEvent
  | UnusableEvent
  | BeliefEvent
  | ToolEvent
  | SummaryEvent
  | HeardEvent
  | SilentEvent
  | LabelEvent;

/** An agent wrote to others. */
export interface MessageEvent {
  readonly type: 'message';
  readonly round: number;
  readonly agent: string;
  /** The agents that it addresses. */
  readonly to: readonly string[];
  /** The agents that can read it. Absent if all can. */
  readonly readers?: readonly string[];
  readonly text: string;
  /** Thoughts that nobody else reads. */
  readonly reason?: string;
}

/** An agent proposed, or answered. `proposal` is null if it chose not to. */
export interface ProposalEvent {
  readonly type: 'proposal';
  readonly round: number;
  readonly agent: string;
  /** The candidate that it made or joined. */
  readonly candidate: string | null;
  readonly proposal: Json;
  /** The whole answer, where proposals are written as prose. */
  readonly text?: string;
  /** The length of the answer, in recorded sets whose texts may not be published. */
  readonly characters?: number;
  readonly reason?: string;
  readonly score?: JsonObject;
}

/** An agent voted. */
export interface VoteEvent {
  readonly type: 'vote';
  readonly round: number;
  readonly agent: string;
  readonly ballot: BallotJson;
  readonly reason?: string;
}

/** The group, its leader or an instructor came to a result, which may be that nothing is decided. */
export interface DecisionEvent {
  readonly type: 'decision';
  readonly round: number;
  /** The rule or the person that decided. */
  readonly by: string;
  readonly candidates: readonly { readonly id: string; readonly by: readonly string[] }[];
  readonly totals: Readonly<Record<string, number>>;
  /** All winners, before ties are broken. */
  readonly winners: readonly string[];
  /** The rule's order of all options, best first; tied ones together. Absent if it is not recorded. */
  readonly order?: readonly (readonly string[])[];
  /** What was selected now; null if nothing was. */
  readonly selected: string | null;
  /** What is decided from now on; null if nothing is. */
  readonly standing: { readonly candidate: string; readonly proposal: Json } | null;
  readonly score: JsonObject;
}

/** A reply that could not be used, even after one repair question. */
export interface UnusableEvent {
  readonly type: 'unusable';
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly kind: 'no answer' | 'not JSON' | 'invalid' | 'cut off' | 'refused';
  readonly reason: string;
  readonly text: string;
}

/** An agent said what it believes about the case. */
export interface BeliefEvent {
  readonly type: 'belief';
  readonly round: number;
  readonly agent: string;
  readonly belief: Json;
  readonly errors: JsonObject;
}

/** An agent used a tool. */
export interface ToolEvent {
  readonly type: 'tool';
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly name: string;
  readonly input: Json;
  readonly output: Json;
}

/** A summary of what was said. `answers` are the proposals that it states. */
export interface SummaryEvent {
  readonly type: 'summary';
  readonly round: number;
  readonly agent: string;
  readonly readers?: readonly string[];
  readonly text: string;
  readonly answers?: readonly Json[];
}

/** Whose views an agent read before it answered, where not everybody reads everything. */
export interface HeardEvent {
  readonly type: 'heard';
  readonly round: number;
  readonly agent: string;
  readonly from: readonly string[];
  /** Whose views were kept from it, because they said nothing new. */
  readonly dropped?: readonly string[];
}

/** An agent was not asked in this round, and why. */
export interface SilentEvent {
  readonly type: 'silent';
  readonly round: number;
  readonly agent: string;
  readonly reason: string;
}

/** A statement about what an agent just did: an annotation of a recorded set, probabilities, or a protocol's own. */
export interface LabelEvent {
  readonly type: 'label';
  readonly round: number;
  /** Absent if it is about the whole collaboration. */
  readonly agent?: string;
  /** What kind of statement it is: "strategies", "drift". */
  readonly name: string;
  readonly value: Json;
}

/** Tokens of one call to a model. */
export interface Call extends Usage {
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  /** 0 for the question, 1 for the repair question. */
  readonly attempt: number;
}

/** One group deciding one case: a line of collaborations.jsonl. */
export interface Collaboration {
  /** From 0, within its run. */
  readonly index: number;
  /** The name of the case. Collaborations with the same case are one cluster. */
  readonly case: string;
  readonly task: string;
  readonly agents: readonly Agent[];
  readonly events: readonly Event[];
  readonly calls: readonly Call[];
  readonly rounds: number;
  readonly cause: string;
  readonly outcome: Json;
  readonly score: JsonObject;
  /** What else the source of a recorded collaboration says: its model, its data set. */
  readonly labels?: Readonly<Record<string, string | number>>;
}

/** The events of one type, in order. */
export const eventsOf = <Type extends Event['type']>(
  collaboration: { readonly events: readonly Event[] },
  type: Type,
): Extract<Event, { type: Type }>[] =>
  collaboration.events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);

/** WHEN to stop. A policy reads the collaboration so far, at each point where the protocol could end. */
export interface StoppingPolicy {
  readonly name: string;
  readonly settings: JsonObject;
  shouldStop(soFar: Pick<Collaboration, 'agents' | 'events'>): boolean | Promise<boolean>;
}
