import type { z } from 'zod';
import type { Random } from '../random';

/** What can be written to a JSON file. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A member of the group. */
export interface Agent {
  readonly name: string;
  /** What the agent does in the group, such as "leader". A protocol may give roles a meaning. */
  readonly role?: string;
  /** The agent's private goal and knowledge, as a text for its prompt. Empty if it has none. */
  readonly background: string;
}

/** One of the fixed options of a case: an answer to a question, a label of a claim. */
export interface Option<Proposal> {
  /** The name of the option on ballots and in prompts: "A". */
  readonly id: string;
  readonly text: string;
  readonly proposal: Proposal;
}

/** Proposals that are written as prose: reasoning first, then the answer in a form that can be found. */
export interface Prose<Case, Proposal> {
  /** The form of an answer, for prompts: "\boxed{answer}", "(X)". */
  form(one: Case): string;
  /** The sentence that asks for reasons, in place of "Explain your reasoning." It may be empty. */
  explain?(one: Case): string;
  /** A proposal in that form: "\boxed{18}", "(B)". */
  write(one: Case, proposal: Proposal): string;
  /** The final answer of a text, or null if it has none. */
  read(one: Case, text: string): Proposal | null;
  /** All different answers of that form in a text, in order. For summaries. */
  readAll(one: Case, text: string): readonly Proposal[];
}

/** What an agent thinks about the parts of a case that it cannot see. Joint decisions have beliefs. */
export interface Beliefs<Case, Proposal, Belief extends Json = Json> {
  /** How a belief is written, as a text for the prompt. */
  form(one: Case): string;
  schema(one: Case): z.ZodType<Belief>;
  /** How far a belief is from the truth, as numbers by name. */
  errors(one: Case, belief: Belief): JsonObject;
  /** What the agents know together: the belief of an oracle. */
  truth(one: Case): Belief;
  /** The best decision if the belief were true. */
  solve(one: Case, belief: Belief): Promise<{ readonly proposal: Proposal; readonly value: number }>;
  /** What a proposal would need and be worth if the belief were true. */
  check(one: Case, belief: Belief, proposal: Proposal): JsonObject;
}

/**
 * What the simulated agent knows of a case. It stands in for a language model in tests and in studies of a mechanism; it
 * says nothing about language models.
 */
export interface Mind<Proposal> {
  /** The value of a proposal to this agent, in units of which one is just noticeable. */
  utility(proposal: Proposal): number;
  /** What the agent would propose in this round. */
  propose(random: Random, round: number): Proposal;
  /** A sentence that the agent can contribute. */
  sentence(): string;
  /** What the agent believes. Only environments with `beliefs` need it. */
  believe?(random: Random): Json;
}

/**
 * WHAT is decided: the cases, what each agent knows, and what a proposal is worth. An environment does not know who
 * speaks when, and a protocol does not know goods or questions.
 *
 * Cases and proposals are plain JSON, because both are recorded. Optional members are capabilities, which some protocols
 * need: elections need `options`, debates need `prose`, deliberation needs `beliefs`.
 */
export interface Environment<Case, Proposal> {
  readonly name: string;
  /** Everything that determines the cases. It is recorded with the run. */
  readonly settings: JsonObject;
  /** The number of cases, if they come from a list. Absent if they are generated without end. */
  readonly size?: number;
  /** Case number `index`, from 0. The same index and stream give the same case. */
  cases(index: number, random: Random): Case;
  /** A name of the case that stays the same across runs, such as a question's number in its benchmark. */
  caseName?(one: Case): string;
  /** The members of the group. Elections and debates decide themselves how many agents there are. */
  agents(one: Case): readonly Agent[];
  /** The task, as a text for all agents. */
  task(one: Case): string;
  /** What a proposal is: checks a reply, constrains an endpoint, and gives the type. */
  proposal(one: Case): z.ZodType<Proposal>;
  /** How a proposal is written, as a text for the prompt. */
  form(one: Case): string;
  /** A proposal as prompts and people see it. */
  show(one: Case, proposal: Proposal): string;
  /** Two proposals with the same key are the same proposal. Default: its JSON. */
  key?(proposal: Proposal): string;
  /** The value of a decision, or of no decision, as numbers by name. It is recorded, and columns read nothing else. */
  score(one: Case, proposal: Proposal | null): JsonObject;
  /** What the simulated agent needs. Without it only real and recorded models can be used. */
  mind?(one: Case, agent: string): Mind<Proposal>;
  options?(one: Case): readonly Option<Proposal>[];
  readonly prose?: Prose<Case, Proposal>;
  readonly beliefs?: Beliefs<Case, Proposal>;
}
