import { AgoraError, type Random } from 'agora-voting';
import type { Json, JsonObject, JsonSchema, Reading } from 'agora-voting/internal';
import type { AgentBrief, Environment } from '../environments/environment';
import type { ChatMessage, Sampling, Scoring, Tool } from '../models/chat-model';
import type { Collaboration } from '../transcripts/collaboration';
import type { NewEvent } from '../transcripts/event';
import type { Situation } from '../environments/situation';

/** A tool, and what it does with its arguments. Played again, it must give the same. What it throws, the agent is told. */
export interface UsableTool extends Tool {
  readonly use: (given: unknown) => Json | Promise<Json>;
}

/** A question to one agent, and how its answer is read. */
export interface Question<T, Proposal> {
  readonly round: number;
  /** The step inside the round; may be a path ("group 2/summary"). */
  readonly phase: string;
  /** Who answers: an agent, or a helper that is no member of the group (a summariser, an instructor). */
  readonly agent: string;
  /** Tells several samples of the same question apart. Default 0. */
  readonly repeat?: number;
  readonly messages: readonly ChatMessage[];
  /** The shape asked for. Left out, the answer is plain text and `read` gets it as a string. */
  readonly format?: { readonly name: string; readonly schema: () => JsonSchema };
  /** With a format: `read` gets the text all the same, for it understands other forms than JSON, too. Default false. */
  readonly readsText?: boolean;
  /** Turns the answer's JSON (or its text) into a value, or says what is wrong, in words a model can act on. */
  readonly read: (value: unknown) => Reading<T>;
  readonly sampling?: Sampling;
  /** Asks how probable the model finds some options, in place of an answer: `read` gets their shares by option. */
  readonly scoring?: Scoring;
  /** What the agent may call before it answers; calls and what they gave are put on record. */
  readonly tools?: readonly UsableTool[];
  /** What the agent is asked to do and knows; simulated members answer from it. */
  readonly situation?: Situation<Proposal>;
}

/**
 * What came of a question. Everything but `answered` has been recorded as a failure event already.
 * A protocol must say what each means for it (an abstention, say), and never count one as right.
 */
export type Answer<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly text: string }
  | { readonly kind: 'unparsed'; readonly reason: string; readonly text: string }
  | { readonly kind: 'invalid'; readonly reason: string; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a protocol is given to run one collaboration with. */
export interface Session<Instance, Proposal> {
  readonly environment: Environment<Instance, Proposal>;
  readonly instance: Instance;
  /** Which collaboration of the run this is, counted from 0. */
  readonly index: number;
  readonly agents: readonly AgentBrief[];
  /** This collaboration's own stream of chance. */
  readonly random: Random;
  /** Asks one agent. Ask several at once (Promise.all) for a simultaneous phase. */
  ask<T>(question: Question<T, Proposal>): Promise<Answer<T>>;
  /**
   * Puts an event on record. Events of agents that acted simultaneously are recorded in roster order after the
   * phase, so that the record does not depend on who answered first.
   */
  record(event: NewEvent): void;
  /** Asks the stopping policy, if there is one, at a point where the protocol could end. */
  shouldStop(): Promise<boolean>;
}

/** HOW a group decides: who speaks when, who sees what, how wishes become a decision. */
export interface Protocol {
  readonly name: string;
  /** Every choice that shapes the course; recorded with the run. */
  readonly settings: JsonObject;
  /**
   * How answers are drawn, as the paper behind the protocol states. Five places can say it, and a later one replaces an
   * earlier one, setting by setting: temperature 0.7 by default; the protocol, here; the question (`Question.sampling`);
   * the model (`ChatModel.sampling`); the experiment (`ExperimentOptions.sampling`). See experiment/sampling.ts.
   */
  readonly sampling?: Sampling;
  /** @throws AgoraError 'setting' when the protocol cannot run with this many agents or this environment */
  run<Instance, Proposal>(session: Session<Instance, Proposal>): Promise<Ending>;
}

const capabilities = {
  choices: 'a fixed list of options',
  prose: 'answers in prose',
  beliefs: 'beliefs that can be stated',
  solver: 'a solver',
} as const;

/**
 * A capability of an environment that a protocol cannot do without.
 * @param who - who needs it: "election"
 * @throws AgoraError 'setting' when the environment has not got it
 */
export function capability<I, P, Name extends keyof typeof capabilities>(
  who: string,
  environment: Environment<I, P>,
  name: Name,
): NonNullable<Environment<I, P>[Name]> {
  const found = environment[name];
  if (found !== undefined) return found;
  throw new AgoraError(
    'setting',
    `${who} needs an environment with ${capabilities[name]}, and ${environment.name} has none: see "${name}" of Environment`,
  );
}

/** How a collaboration ended; the session records it as its last event. */
export interface Ending {
  readonly rounds: number;
  readonly cause: string;
  /** What was decided, as the environment writes a proposal; null when nothing was. */
  readonly outcome: Json;
  /** What the outcome is worth; taken from the environment. */
  readonly score: JsonObject;
}

/**
 * WHEN to stop. A policy reads the collaboration so far at each point where the protocol could end.
 * Policies with parameters learnt from finished transcripts are made by fitting and then used here.
 */
export interface StoppingPolicy {
  readonly name: string;
  readonly settings: JsonObject;
  decide(soFar: Collaboration): boolean | Promise<boolean>;
}
