import type { Json } from 'agora-voting/internal';
import type { Asked, Candidate, SeenMessage } from './situation';

/** What the simulated agent knows when it is asked a question. */
export interface Known<Proposal, Observed = unknown> extends Asked {
  /** `environment.observe` for this agent. */
  readonly observed: Observed;
  readonly messages: readonly SeenMessage[];
  readonly candidates: readonly Candidate<Proposal>[];
  /** The belief that it stated, or else what `believe` gives; null if it has none. */
  readonly belief: Json;
}

/**
 * What an environment tells the simulated agent (simulation/agent.ts): how good a proposal is, which proposals it
 * considers, and what it can say. The agent adds noise, loyalty and conformity; they are the same in all
 * environments. It replaces a language model in tests, first steps and mechanism studies, and does not model one.
 */
export interface SimulatedAgent<Proposal = Json, Observed = unknown> {
  /**
   * The utility of a proposal to the agent. A difference of 1 is as large as the usual noise, so scale it to what one
   * just notices.
   */
  utility(known: Known<Proposal, Observed>, proposal: Proposal): number;
  /**
   * The proposals that the agent considers: all options of a list, or the best proposal, if it has to be computed.
   * @param error - draws a new error in units of utility, to add to what is compared while computing
   */
  options(known: Known<Proposal, Observed>, error: () => number): readonly Proposal[];
  /** A sentence that tells what the agent knows; null if there is nothing to tell. */
  sentence?(known: Known<Proposal, Observed>): string | null;
  /** What it believes about what it does not observe. Only environments with `beliefs` need it. */
  believe?(known: Known<Proposal, Observed>): Json;
}
