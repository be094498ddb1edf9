import type { z } from 'zod';
import type { Random } from '../random';

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A member of the group. */
export interface Agent {
  readonly name: string;
  /** The agent's role in the group, such as "leader". Some protocols use roles. */
  readonly role?: string;
  /**
   * The agent's private goal and knowledge, as text for its prompt. Empty if the agent has no goal or knowledge of its
   * own.
   */
  readonly background: string;
}

/** One of a case's fixed options, such as an answer choice or a label for a claim. */
export interface Option<Proposal> {
  /** The option's name on ballots and in prompts, such as "A". */
  readonly id: string;
  readonly text: string;
  readonly proposal: Proposal;
}

/**
 * Defines how agents write proposals as prose: first their reasoning, then the answer in a format that code can
 * recognise.
 */
export interface Prose<Case, Proposal> {
  /** Describes the answer format, such as "\boxed{answer}" or "(X)". Used in prompts. */
  form(one: Case): string;
  /** Returns the sentence that asks for an agent's reasoning, or an empty string. Default: "Explain your reasoning." */
  explain?(one: Case): string;
  /** Writes a proposal in the answer format, such as "\boxed{18}" or "(B)". */
  write(one: Case, proposal: Proposal): string;
  /** Returns the final answer in a text, or null if the text has no answer. */
  read(one: Case, text: string): Proposal | null;
  /** Returns the distinct answers that a text gives in the answer format, in order. Used for summaries. */
  readAll(one: Case, text: string): readonly Proposal[];
}

/** Defines agents' beliefs about the parts of a case that they cannot see. Used for joint decisions. */
export interface Beliefs<Case, Proposal, Belief extends Json = Json> {
  /** Describes the format of a belief, as text for the prompt. */
  form(one: Case): string;
  schema(one: Case): z.ZodType<Belief>;
  /** Returns named numbers that measure how far a belief is from the truth. */
  errors(one: Case, belief: Belief): JsonObject;
  /** Returns the belief that combines the knowledge of all agents. */
  truth(one: Case): Belief;
  /** Finds the decision that would be best if the belief were true. */
  solve(one: Case, belief: Belief): Promise<{ readonly proposal: Proposal; readonly value: number }>;
  /** Checks whether a proposal would be feasible if the belief were true, and computes the proposal's value. */
  check(one: Case, belief: Belief, proposal: Proposal): JsonObject;
}

/**
 * A simulated agent's view of a case. In tests, and in studies of voting rules and protocols, simulated agents stand in
 * for language models. Results from simulated agents are not evidence about language models.
 */
export interface Mind<Proposal> {
  /** Returns the value of a proposal to this agent. One unit is the smallest difference that the agent notices. */
  utility(proposal: Proposal): number;
  /** Returns the agent's proposal for this round. */
  propose(random: Random, round: number): Proposal;
  /** Returns a sentence that the agent can contribute to a discussion. */
  sentence(): string;
  /** Returns the agent's belief. Only environments with `beliefs` need this method. */
  believe?(random: Random): Json;
}

/**
 * Defines WHAT a group decides: the cases, each agent's knowledge, and the value of a proposal. An environment knows
 * nothing about who speaks when, and a protocol knows nothing about goods or questions.
 *
 * Cases and proposals are plain JSON, because both are recorded. Optional members are capabilities that some protocols
 * need: elections need `options`, debates need `prose`, and deliberation needs `beliefs`.
 */
export interface Environment<Case, Proposal> {
  readonly name: string;
  /** All settings that determine the cases. Every run records them. */
  readonly settings: JsonObject;
  /** The number of cases. Undefined if the environment can generate any number of cases. */
  readonly size?: number;
  /** Returns case number `index`, counted from 0. The same index and stream always give the same case. */
  cases(index: number, random: Random): Case;
  /** Returns a name for the case that stays the same across runs, such as a question's number in its benchmark. */
  caseName?(one: Case): string;
  /** Returns the members of the group. Elections and debates set their own number of agents. */
  agents(one: Case): readonly Agent[];
  /** Returns the task, as text for all agents. */
  task(one: Case): string;
  /**
   * Returns the schema for a proposal. The schema constrains the endpoint's output, validates the reply and provides
   * its type.
   */
  proposal(one: Case): z.ZodType<Proposal>;
  /** Describes the format of a proposal, as text for the prompt. */
  form(one: Case): string;
  /** Formats a proposal for prompts and for people. */
  show(one: Case, proposal: Proposal): string;
  /**
   * Returns the key of a proposal. Proposals with the same key count as the same proposal. Default: the proposal's
   * JSON.
   */
  key?(proposal: Proposal): string;
  /**
   * Scores a decision, and returns the score as named values. The proposal is null if the group made no decision. Every
   * run records the score. Columns that measure the decision use only the score.
   */
  score(one: Case, proposal: Proposal | null): JsonObject;
  /**
   * Returns a simulated agent's view of a case. Without this method, the environment works only with real or recorded
   * models.
   */
  mind?(one: Case, agent: string): Mind<Proposal>;
  options?(one: Case): readonly Option<Proposal>[];
  readonly prose?: Prose<Case, Proposal>;
  readonly beliefs?: Beliefs<Case, Proposal>;
}
