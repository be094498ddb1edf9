import type { Random } from 'agora-voting';
import { having, type Json, type JsonObject, type JsonSchema, type Reading } from 'agora-voting/internal';
import type { SimulatedAgent } from './simulated-agent';

/** What a setting that takes an environment must be. */
export const environmentGiven = having('an environment', {
  name: 'string',
  settings: 'object',
  instance: 'function',
  agents: 'function',
  task: 'function',
  proposalFormat: 'function',
  readProposal: 'function',
  proposalKey: 'function',
  showProposal: 'function',
  score: 'function',
});

/** Who takes part, and what this one agent alone is told. */
export interface AgentBrief {
  readonly name: string;
  /** What the agent does in the group ("leader", "worker"); a protocol may give roles a meaning. */
  readonly role?: string;
  /** The agent's own objective and data, as its prompt states them. */
  readonly background: string;
}

/** How a proposal is asked for: in words for the prompt, and as a schema for endpoints that take one. */
export interface ProposalFormat {
  readonly text: string;
  readonly schema: () => JsonSchema;
}

/** A fixed list of options, which agents can rank or rate without anybody proposing them: a question's answers, a menu. */
export interface Choices<Instance, Proposal> {
  /** The options' names, as ballots use them ("A", "B", ...), in the order in which they are shown. At least two. */
  list(instance: Instance): readonly string[];
  /** The proposal that an option stands for. @throws when it is none of the options */
  proposal(instance: Instance, choice: string): Proposal;
}

/** Proposals in prose: reasoning first, then the answer in a form that can be found again. */
export interface Prose<Instance, Proposal> {
  /** What a reply must end in, as a sentence of the prompt: "Put your final answer in the form \boxed{answer} ...". */
  ending(instance: Instance): string;
  /** The form alone, for prompts that ask for several answers: "\boxed{answer}", "(letter)". */
  form(instance: Instance): string;
  /** An answer in that form: "\boxed{18}", "(B)". */
  state(instance: Instance, proposal: Proposal): string;
  /** The one answer that a text comes to, or why none could be read, in words that a model can act on. */
  read(instance: Instance, text: string): Reading<Proposal>;
  /** All answers that stand in that form in a text, in order, without repeats (by `proposalKey`): for summaries. */
  stated(instance: Instance, text: string): readonly Proposal[];
}

/** A belief as it was stated, and what is amiss in it: names that there are not, amounts that are missing or negative. */
export interface StatedBelief {
  readonly belief: Json;
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
  readonly negative: readonly string[];
}

/**
 * What an agent may come to believe of a case, where nobody sees it whole. A belief is plain JSON, which only the
 * environment reads.
 */
export interface Beliefs<Instance> {
  /** How a belief is asked for, in words for the prompt. */
  format(instance: Instance): string;
  /** The same as a schema. Left out, an endpoint is held to no shape. */
  schema?(instance: Instance): JsonSchema;
  /** Reads a belief out of an answer's JSON. Strange names and amounts are no fault that makes it unreadable: they are told. */
  read(instance: Instance, value: unknown): Reading<StatedBelief>;
  /** A belief in the form that is asked for. */
  write(instance: Instance, belief: Json): Json;
  /** How far a belief is from the truth, as numbers by name. */
  errors(instance: Instance, belief: Json): JsonObject;
}

/** Tools for decisions that can be computed: they know what their user believes, and not the truth. */
export interface Solver<Instance, Proposal> {
  /** The best decision if the belief were true, and what it would be worth. */
  solve(instance: Instance, belief: Json): Promise<{ readonly proposal: Proposal; readonly reward: number }>;
  /** What could be done alone, what each other thing lacks, and what is wrong with a proposal if one is given. */
  calculate(instance: Instance, belief: Json, proposal: Proposal | null): JsonObject;
}

/**
 * WHAT is decided: one case per collaboration, what each agent sees of it, and what a proposal is worth.
 * An environment knows nothing of who speaks when; a protocol knows nothing of goods or questions.
 *
 * The members that may be left out are capabilities: a protocol that needs one says so where it is missing.
 * `Instance` and `Proposal` must be plain JSON: both are recorded.
 */
export interface Environment<Instance = Json, Proposal = Json> {
  readonly name: string;
  /** Every choice that shapes the instances; recorded with the run. */
  readonly settings: JsonObject;
  /** The case of collaboration `index`, counted from 0. Same index and stream, same case. */
  instance(index: number, random: Random): Instance | Promise<Instance>;
  agents(instance: Instance): readonly AgentBrief[];
  /** What everybody is told about the task. */
  task(instance: Instance): string;
  proposalFormat(instance: Instance): ProposalFormat;
  /** Reads a proposal out of an answer's JSON, or says what is wrong with it, in words a model can act on. */
  readProposal(instance: Instance, value: unknown): Reading<Proposal>;
  /** Two proposals with the same key are the same proposal. */
  proposalKey(proposal: Proposal): string;
  /** A proposal as prompts and people see it. */
  showProposal(instance: Instance, proposal: Proposal): string;
  /** What a proposal is worth, as numbers by name; `null` is no decision at all. Recorded, and all that metrics read. */
  score(instance: Instance, proposal: Proposal | null): JsonObject;
  /** What an agent may know of a case, as data: what its task and background say in words. Left out, nothing. */
  observe?(instance: Instance, agent: string): Json;
  readonly choices?: Choices<Instance, Proposal>;
  readonly prose?: Prose<Instance, Proposal>;
  readonly beliefs?: Beliefs<Instance>;
  readonly solver?: Solver<Instance, Proposal>;
  /** How simulated members think here. Without it only real and recorded models can be used. */
  readonly simulatedAgent?: SimulatedAgent<Instance, Proposal>;
}

/** An environment that draws nothing at random: its cases were given to it, so `environment.instance(0)` is the first. */
export interface GivenCases<Instance, Proposal> extends Environment<Instance, Proposal> {
  /** The case of collaboration `index`, counted from 0. */
  instance(index: number, random?: Random): Instance;
}
