import { z } from 'zod';
import type { Agent, Environment, Json, JsonObject, Mind } from '../environments/environment';
import { AgoraError } from '../error';
import type { Message, Sampling, Tool, Usage } from '../models/model';
import type { Random } from '../random';

/**
 * Defines HOW a group decides: who speaks when, who reads what, and how preferences are combined into a decision. `run`
 * plays one collaboration and must be deterministic: the same replies must lead to the same events. A run stores only
 * the replies, and a replay computes everything else from them.
 */
export interface Protocol {
  readonly name: string;
  /** All settings that affect a collaboration. They are stored in run.json. */
  readonly settings: JsonObject;
  /** The paper's sampling settings. The model and the experiment may override them. */
  readonly sampling?: Sampling;
  run<Case, Proposal>(session: Session<Case, Proposal>): Promise<Ending<Proposal>>;
}

/** How a collaboration ended. */
export interface Ending<Proposal = Json> {
  /** Number of rounds played. */
  readonly rounds: number;
  /** Why the collaboration ended, such as "all rounds played", "stopped early" or "consensus". */
  readonly cause: string;
  readonly outcome: Proposal | null;
  /** The members of the group, if the protocol chooses them. */
  readonly agents?: readonly string[];
}

/** Everything that a protocol needs to play one collaboration. */
export interface Session<Case, Proposal> {
  readonly environment: Environment<Case, Proposal>;
  readonly one: Case;
  readonly index: number;
  /** The random stream for this collaboration. */
  readonly random: Random;
  /** The events so far, in order. */
  readonly events: readonly Event[];
  /**
   * Asks one agent and returns its answer. Returns null, and records an event, if the answer is unusable even after a
   * repair question. A refusal gets no repair question. In a simultaneous phase, ask all agents at once (Promise.all),
   * then record their answers in order.
   */
  ask<T>(question: Question<T>): Promise<T | null>;
  readonly record: (event: Event) => void;
  /** Returns whether the experiment's stopping policy ends the collaboration at this point. */
  shouldStop(): Promise<boolean>;
}

/**
 * One question to one agent. `schema` constrains the endpoint's output, validates the reply and determines the type of
 * the result. A string schema (see `prose`) asks for a text reply; any other schema asks for JSON.
 */
export interface Question<T> {
  readonly round: number;
  /** The step within the round, such as "message", "vote" or "group 2 summary". */
  readonly phase: string;
  readonly agent: string;
  readonly messages: readonly Message[];
  readonly schema: z.ZodType<T>;
  /** Returns a simulated agent's answer: JSON that fits the schema, or text if the schema is prose. */
  readonly simulate?: (random: Random) => unknown;
  readonly sampling?: Sampling;
  readonly tools?: readonly Tool[];
  /**
   * If set, the model returns no text. Instead, the answer maps each of these strings to its probability as the first
   * token of a reply.
   */
  readonly among?: readonly string[];
}

/**
 * Returns the schema of a prose reply. The function `read` extracts the answer from the text, or returns null if the
 * text contains no answer. In that case, `expected` is the error message that tells the model what was missing.
 */
export const prose = <T>(read: (text: string) => T | null, expected: string): z.ZodType<T> =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value === null) context.addIssue({ code: 'custom', message: expected });
    return value as T;
  });

/**
 * Returns custom prompts as settings for run.json. The settings contain the code of the prompts, so runs with different
 * prompts count as different runs.
 */
export const promptSettings = (prompts: Readonly<Record<string, unknown>> | undefined): JsonObject =>
  prompts === undefined
    ? {}
    : {
        prompts: Object.fromEntries(Object.entries(prompts).map(([name, prompt]) => [name, String(prompt)])),
      };

/** Returns the mind of a simulated agent: its utility, proposals and messages. Real models do not need a mind. */
export function mindOf<Case, Proposal>(
  { environment, one }: Session<Case, Proposal>,
  agent: string,
): Mind<Proposal> {
  const mind = environment.mind?.(one, agent);
  if (mind === undefined)
    throw new AgoraError(`${environment.name} has no simulated agent. Use a real model.`);
  return mind;
}

/** A ballot as the voter cast it. Null means that the voter abstained. See `voting/ballots.ts`. */
export type BallotJson = Json;

/** An event in a collaboration. A custom protocol can use labels to record anything that fits no other type. */
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

/** The common fields of messages, proposals and votes. */
interface Contribution {
  readonly round: number;
  readonly agent: string;
  /** The name of the step within the round, such as "silent ideas". It is shown in transcripts. */
  readonly phase?: string;
  /** The agents that can read the contribution. Absent if all agents can. */
  readonly readers?: readonly string[];
}

/** An agent wrote a message. */
export interface MessageEvent extends Contribution {
  readonly type: 'message';
  /** The agents that the message addresses. */
  readonly to: readonly string[];
  readonly text: string;
  /** Reasoning that nobody else reads. */
  readonly reason?: string;
}

/** An agent made a proposal or gave an answer. `proposal` is null if the agent chose not to propose. */
export interface ProposalEvent extends Contribution {
  readonly type: 'proposal';
  /** The id of the candidate that the agent proposed or supported. */
  readonly candidate: string | null;
  readonly proposal: Json;
  /** The whole answer, if proposals are written as prose. */
  readonly text?: string;
  /** The number of characters in the answer. Given for recorded data sets whose texts cannot be published. */
  readonly characters?: number;
  readonly reason?: string;
  readonly score?: JsonObject;
}

/** An agent voted. */
export interface VoteEvent extends Contribution {
  readonly type: 'vote';
  readonly ballot: BallotJson;
  readonly reason?: string;
}

/** The group, its leader or an instructor made a decision, which may be to select no candidate. */
export interface DecisionEvent {
  readonly type: 'decision';
  readonly round: number;
  /** The rule or the participant that decided. */
  readonly by: string;
  readonly candidates: readonly { readonly id: string; readonly by: readonly string[] }[];
  readonly totals: Readonly<Record<string, number>>;
  /** All winners, before ties are broken. */
  readonly winners: readonly string[];
  /**
   * The rule's ranking of all options, best first, with tied options grouped. Absent if the ranking is not recorded.
   */
  readonly order?: readonly (readonly string[])[];
  /** The candidate that this decision selected; null if it selected no candidate. */
  readonly selected: string | null;
  /** The result in force after this decision; null if no result is in force. */
  readonly standing: { readonly candidate: string; readonly proposal: Json } | null;
  readonly score: JsonObject;
}

/** A reply was unusable, even after one repair question. */
export interface UnusableEvent {
  readonly type: 'unusable';
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly kind: 'no answer' | 'not JSON' | 'invalid' | 'cut off' | 'refused';
  readonly reason: string;
  readonly text: string;
}

/** An agent stated its beliefs about the case. */
export interface BeliefEvent {
  readonly type: 'belief';
  readonly round: number;
  readonly agent: string;
  readonly belief: Json;
  readonly errors: JsonObject;
}

/**
 * An agent used a tool, or read a tool's result in its prompt. A solver's `output` contains a score that the agent does
 * not see.
 */
export interface ToolEvent {
  readonly type: 'tool';
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly name: string;
  readonly input: Json;
  readonly output: Json;
}

/** An agent summarised what was said. `answers` contains the proposals that the summary mentions. */
export interface SummaryEvent {
  readonly type: 'summary';
  readonly round: number;
  readonly agent: string;
  readonly readers?: readonly string[];
  readonly text: string;
  readonly answers?: readonly Json[];
}

/**
 * An agent read the views of the agents or groups in `from` before it answered. This event is recorded by protocols in
 * which agents do not read everything.
 */
export interface HeardEvent {
  readonly type: 'heard';
  readonly round: number;
  readonly agent: string;
  readonly from: readonly string[];
  /** The agents or groups whose views were withheld because they contained nothing new. */
  readonly dropped?: readonly string[];
}

/** An agent stayed silent in this round. `reason` says why. */
export interface SilentEvent {
  readonly type: 'silent';
  readonly round: number;
  readonly agent: string;
  readonly reason: string;
}

/**
 * A note about an agent's most recent action or about the whole collaboration, such as a rater's probabilities or an
 * annotation from a recorded data set. Custom protocols can add their own labels.
 */
export interface LabelEvent {
  readonly type: 'label';
  readonly round: number;
  /** Absent if the label describes the whole collaboration. */
  readonly agent?: string;
  /** The kind of label, such as "strategies" or "drift". */
  readonly name: string;
  readonly value: Json;
}

/** The tokens that one model call used. */
export interface Call extends Usage {
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  /** 0 for the question, 1 for the repair question. */
  readonly attempt: number;
}

/** One group's work on one case. Each collaboration is stored as one line in collaborations.jsonl. */
export interface Collaboration {
  /** Position in the run, counting from 0. */
  readonly index: number;
  /** The name of the case. Collaborations on the same case form one cluster. */
  readonly case: string;
  readonly task: string;
  readonly agents: readonly Agent[];
  readonly events: readonly Event[];
  readonly calls: readonly Call[];
  readonly rounds: number;
  readonly cause: string;
  readonly outcome: Json;
  readonly score: JsonObject;
  /** Further facts about a recorded collaboration, such as its model or data set, taken from its source. */
  readonly labels?: Readonly<Record<string, string | number>>;
}

/** Returns the events of one type, in order. */
export const eventsOf = <Type extends Event['type']>(
  collaboration: { readonly events: readonly Event[] },
  type: Type,
): Extract<Event, { type: Type }>[] =>
  collaboration.events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);

/** Decides WHEN a collaboration stops. The policy is consulted at each point where the collaboration could end. */
export interface StoppingPolicy {
  readonly name: string;
  readonly settings: JsonObject;
  shouldStop(soFar: Pick<Collaboration, 'agents' | 'events'>): boolean | Promise<boolean>;
}
