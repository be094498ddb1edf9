import type { Json } from '../json';

/** A message as an agent sees it. */
export interface SeenMessage {
  readonly round: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** Something that can be voted on: a proposal, with everybody who stands behind it. */
export interface Candidate<Proposal> {
  readonly id: string;
  readonly proposal: Proposal;
  readonly by: readonly string[];
}

/** How a past vote went, as an agent sees it. */
export interface SeenDecision {
  readonly round: number;
  /** The candidate that was selected in that round, or null when none was. */
  readonly selected: string | null;
  readonly tally: Readonly<Record<string, number>>;
}

export type BallotKind = 'choice' | 'rating' | 'ranking' | 'points' | 'approval';

/**
 * What one agent knows at the moment it is asked, whatever the protocol. The prompt is rendered from it, and a
 * simulated agent answers from it. It holds nothing that the agent could not read in its prompt, except
 * `instance`: a behaviour reads its own agent's data there and must not peek at the others'.
 */
export interface GroupSituation<Instance, Proposal> {
  /**
   * speak: write to others. propose: give a solution. vote: judge the candidates. debate: reason in prose and end with a
   * solution, having read `messages` (none: alone). summarise: sum up `messages`, whose solutions are `candidates`.
   * Protocols may add acts.
   */
  readonly act: 'speak' | 'propose' | 'vote' | (string & {});
  readonly round: number;
  readonly rounds: number;
  readonly agent: string;
  readonly agents: readonly string[];
  readonly instance: Instance;
  readonly messages: readonly SeenMessage[];
  /** The group's decision as it stands, if there is one. */
  readonly standing: Candidate<Proposal> | null;
  /** The latest proposals, and in a vote exactly those that can be voted on. */
  readonly candidates: readonly Candidate<Proposal>[];
  readonly decisions: readonly SeenDecision[];
  /** In a vote: the ballot asked for. */
  readonly ballot?: BallotKind;
  /** In a vote by points: how many to spread. */
  readonly points?: number;
  /** In a vote by ratings: the scale, when it is not 1 to 5. */
  readonly scale?: { readonly lowest: number; readonly highest: number };
  /** In a debate: the way of thinking that the agent's prompt asks for, where agents are asked for different ones. */
  readonly approach?: string;
  /** What the tools gave that the agent has called for this answer so far. */
  readonly toolResults?: readonly { readonly name: string; readonly result: Json }[];
  /** Ballots of others that the agent is shown, with whose they are said to be. They may be invented. */
  readonly ballotsSeen?: readonly { readonly by: string; readonly ballot: Json }[];
}
