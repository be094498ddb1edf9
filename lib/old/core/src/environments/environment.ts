import type { Random } from 'agora-voting';
import { having, type Json, type JsonObject, type JsonSchema, type Reading } from 'agora-voting/internal';
import type { Presented } from './presented';
import type { SimulatedAgent } from './simulated-agent';

/** Schema of a setting that takes an environment. */
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

/** An agent of the case, with its private information. */
export interface AgentBrief {
  readonly name: string;
  /** What the agent does in the group ("leader", "worker"); a protocol may give roles a meaning. */
  readonly role?: string;
  /** The agent's own objective and data, as text for its prompt. */
  readonly background: string;
}

/** The format of a proposal: as text for the prompt, and as a JSON schema for endpoints that support one. */
export interface ProposalFormat {
  readonly text: string;
  readonly schema: () => JsonSchema;
}

/** A fixed list of options that agents can rank or rate without proposals: a question's answers, a menu. */
export interface Choices<Instance, Proposal> {
  /** The options' names on ballots ("A", "B", ...), in the order of the prompt. At least two. */
  list(instance: Instance): readonly string[];
  /** The proposal of an option. @throws when there is no such option */
  proposal(instance: Instance, choice: string): Proposal;
}

/** Proposals in prose: reasoning first, then the answer in a form that can be extracted. */
export interface Prose<Instance, Proposal> {
  /** A sentence of the prompt on the end of a reply: "Put your final answer in the form \boxed{answer} ...". */
  ending(instance: Instance): string;
  /** The form alone, for prompts that ask for several answers: "\boxed{answer}", "(letter)". */
  form(instance: Instance): string;
  /** An answer in that form: "\boxed{18}", "(B)". */
  state(instance: Instance, proposal: Proposal): string;
  /** Reads the final answer of a text. If there is none, the reason tells a model what to change. */
  read(instance: Instance, text: string): Reading<Proposal>;
  /** All answers of that form in a text, in order, without repeats (by `proposalKey`). For summaries. */
  stated(instance: Instance, text: string): readonly Proposal[];
}

/** A stated belief, and its faults: unknown names, missing or negative amounts. */
export interface StatedBelief {
  readonly belief: Json;
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
  readonly negative: readonly string[];
}

/**
 * The beliefs of agents about a case that no agent sees completely. A belief is plain JSON; only the environment reads
 * it.
 */
export interface Beliefs<Instance> {
  /** The format of a belief, as text for the prompt. */
  format(instance: Instance): string;
  /** The answer's format as a schema. If omitted, endpoints get no schema. */
  schema?(instance: Instance): JsonSchema;
  /**
   * Reads a belief from an answer's JSON. Unknown names and wrong amounts do not make it unreadable: they are listed.
   */
  read(instance: Instance, value: unknown): Reading<StatedBelief>;
  /** Writes a belief in that format. */
  write(instance: Instance, belief: Json): Json;
  /** The errors of a belief, as numbers by name. */
  errors(instance: Instance, belief: Json): JsonObject;
}

/** Tools that compute decisions. They know the belief of the agent that calls them, not the truth. */
export interface Solver<Instance, Proposal> {
  /** The best decision if the belief were true, and its expected value. */
  solve(instance: Instance, belief: Json): Promise<{ readonly proposal: Proposal; readonly reward: number }>;
  /** Which items are feasible alone, what each other item lacks, and the faults of a proposal if one is given. */
  calculate(instance: Instance, belief: Json, proposal: Proposal | null): JsonObject;
}

/**
 * An environment defines WHAT is decided: one case for each collaboration, the information of each agent, and the score
 * of a proposal. An environment does not know who speaks when; a protocol does not know goods or questions.
 *
 * Optional members are capabilities: a protocol that needs a missing one throws an error. `Instance` and `Proposal`
 * must be plain JSON: both are recorded.
 */
export interface Environment<Instance = Json, Proposal = Json> {
  readonly name: string;
  /** All settings that determine the instances. They are recorded with the run. */
  readonly settings: JsonObject;
  /** The case of collaboration `index`, counted from 0. The same index and stream give the same case. */
  instance(index: number, random: Random): Instance | Promise<Instance>;
  agents(instance: Instance): readonly AgentBrief[];
  /** The task, as text for all agents. */
  task(instance: Instance): string;
  proposalFormat(instance: Instance): ProposalFormat;
  /** Reads a proposal from an answer's JSON. If it is invalid, the reason tells a model what to change. */
  readProposal(instance: Instance, value: unknown): Reading<Proposal>;
  /** Two proposals with the same key are the same proposal. */
  proposalKey(proposal: Proposal): string;
  /** A proposal as prompts and people see it. */
  showProposal(instance: Instance, proposal: Proposal): string;
  /**
   * A proposal as a small table for readers of transcripts: who gets what, against what each wants. Left out, its own
   * form is shown.
   */
  present?(instance: Instance, proposal: Proposal): Presented;
  /**
   * The score of a proposal, or of no decision (`null`), as numbers by name. It is recorded, and metrics read nothing
   * else.
   */
  score(instance: Instance, proposal: Proposal | null): JsonObject;
  /**
   * What the simulated agent of this name knows of a case, as data: the content of its task and background. For a
   * question this includes the right answer, and the agent makes errors around it. If omitted, it knows nothing.
   */
  observe?(instance: Instance, agent: string): Json;
  readonly choices?: Choices<Instance, Proposal>;
  readonly prose?: Prose<Instance, Proposal>;
  readonly beliefs?: Beliefs<Instance>;
  readonly solver?: Solver<Instance, Proposal>;
  /** What the simulated agent needs of this environment. Without it only real and recorded models can be used. */
  readonly simulatedAgent?: SimulatedAgent<Proposal>;
}

/** An environment with given cases, without randomness: `environment.instance(0)` is the first case. */
export interface GivenCases<Instance, Proposal> extends Environment<Instance, Proposal> {
  /** The case of collaboration `index`, counted from 0. */
  instance(index: number, random?: Random): Instance;
}
