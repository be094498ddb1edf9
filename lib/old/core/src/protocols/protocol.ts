import { AgoraError, type Random, type VotingRule } from 'agora-voting';
import type { Json, JsonObject, JsonSchema, Reading } from 'agora-voting/internal';
import type { AgentBrief, Environment } from '../environments/environment';
import type { ChatMessage, Sampling, Scoring, Tool } from '../models/chat-model';
import type { Collaboration } from '../transcripts/collaboration';
import type { NewEvent } from '../transcripts/event';
import type { Situation } from '../environments/situation';

/**
 * A tool and its function. The same arguments must give the same result. If it throws, the agent is told the error.
 */
export interface UsableTool extends Tool {
  readonly use: (given: unknown) => Json | Promise<Json>;
}

/** A question to one agent, and how to read its answer. */
export interface Question<T, Proposal> {
  readonly round: number;
  /** The step inside the round; may be a path ("group 2/summary"). */
  readonly phase: string;
  /** Who answers: an agent, or a helper outside the group (a summariser, an instructor). */
  readonly agent: string;
  /** Tells several samples of the same question apart. Default 0. */
  readonly repeat?: number;
  readonly messages: readonly ChatMessage[];
  /** The format of the answer. If omitted, the answer is plain text, and `read` gets it as a string. */
  readonly format?: { readonly name: string; readonly schema: JsonSchema };
  /**
   * Whether `read` gets the text despite a format, because it understands other formats than JSON too. Default false.
   */
  readonly readsText?: boolean;
  /**
   * Converts the answer's JSON (or its text) into a value, or says what is wrong, in words that a model can act on.
   */
  readonly read: (value: unknown) => Reading<T>;
  readonly sampling?: Sampling;
  /** Asks for the probabilities of some options instead of an answer. `read` gets each option's share. */
  readonly scoring?: Scoring;
  /** The tools that the agent may call before it answers. Calls and their results are recorded. */
  readonly tools?: readonly UsableTool[];
  /** The agent's task and knowledge, from which simulated agents answer. */
  readonly situation?: Situation<Proposal>;
}

/**
 * The result of a question. Every result except `answered` has already been recorded as a failure event. A protocol
 * must define what each result means for it (an abstention, say), and must never count a failure as right.
 */
export type Answer<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly text: string }
  | { readonly kind: 'unparsed'; readonly reason: string; readonly text: string }
  | { readonly kind: 'invalid'; readonly reason: string; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a protocol gets to run one collaboration. */
export interface Session<Instance, Proposal> {
  readonly environment: Environment<Instance, Proposal>;
  readonly instance: Instance;
  /** The collaboration's number within the run, from 0. */
  readonly index: number;
  readonly agents: readonly AgentBrief[];
  /** This collaboration's own random stream. */
  readonly random: Random;
  /** Asks one agent. For a simultaneous phase, ask several at once (Promise.all). */
  ask<T>(question: Question<T, Proposal>): Promise<Answer<T>>;
  /**
   * Records an event. If agents act simultaneously, record their events in roster order after the phase, so that the
   * record does not depend on who answered first.
   */
  record(event: NewEvent): void;
  /** Asks the stopping policy, if there is one. Call it wherever the protocol could end. */
  shouldStop(): Promise<boolean>;
}

/** HOW a group decides: who speaks when, who sees what, and how preferences become a decision. */
export interface Protocol {
  readonly name: string;
  /** Every choice that affects the collaboration; recorded with the run. */
  readonly settings: JsonObject;
  /**
   * How answers are sampled according to the protocol's paper. Sampling can be set in five places, and later ones
   * override earlier ones, setting by setting: the default (temperature 0.7); the protocol (here); the question
   * (`Question.sampling`); the model (`ChatModel.sampling`); the experiment (`ExperimentOptions.sampling`). See
   * experiment/sampling.ts.
   */
  readonly sampling?: Sampling;
  /**
   * The rules that it counts votes by. `settings` name them; a rule of a user's own also distinguishes runs by what it
   * elects, since it may change under its name.
   */
  readonly rules?: readonly VotingRule[];
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
 * Returns a capability of an environment that a protocol requires.
 * @param who - the protocol that requires it: "election"
 * @throws AgoraError 'setting' when the environment lacks it
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
  /** The decision, as the environment writes a proposal; null if there is none. */
  readonly outcome: Json;
  /** The value of the outcome, computed by the environment. */
  readonly score: JsonObject;
}

/**
 * WHEN to stop. A policy reads the collaboration so far at each point where the protocol could end. Policies with
 * parameters that are learnt from finished transcripts are fitted first, and then used here.
 */
export interface StoppingPolicy {
  readonly name: string;
  readonly settings: JsonObject;
  decide(soFar: Collaboration): boolean | Promise<boolean>;
}
