import { having } from '../check';
import type { Json, JsonObject, JsonSchema, Reading } from '../json';
import type { Random } from '../random';
import type { GroupSituation } from './situation';

/** What a setting that takes an environment must be. */
export const environmentGiven = having('an environment', {
  ...{ name: 'string', settings: 'object', instance: 'function', agents: 'function', task: 'function' },
  ...{ proposalFormat: 'function', readProposal: 'function', proposalKey: 'function' },
  ...{ showProposal: 'function', score: 'function' },
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

/** How a simulated agent acts; `intent` says what it meant, for those who later score a reader of its words. */
export type Behaviour<Instance, Proposal> = (
  situation: GroupSituation<Instance, Proposal>,
  random: Random,
  profile: { readonly profile?: string; readonly parameters?: Readonly<Record<string, number>> },
) => {
  readonly answer: Json;
  readonly intent?: Json;
  /** What the agent calls before it answers, where it is offered tools. */
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
};

/**
 * WHAT is decided: one case per collaboration, what each agent sees of it, and what a proposal is worth.
 * An environment knows nothing of who speaks when; a protocol knows nothing of goods or questions.
 *
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
  /** How simulated agents act here. Without it only real and recorded models can be used. */
  readonly behaviour?: Behaviour<Instance, Proposal>;
}
