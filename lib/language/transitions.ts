import { AgoraError } from '../error';
import { dialogueActs, type DialogueAct, type LabelledMessage } from './dialogue-acts';

/** A dialogue act, or the start or end of a collaboration. */
export type TransitionNode = 'Start' | DialogueAct | 'End';
export const transitionNodes: readonly TransitionNode[] = ['Start', ...dialogueActs, 'End'];

/** A collaboration whose messages are labelled (see `labelMessages`). */
export interface LabelledCollaboration {
  readonly agents: readonly string[];
  /** Rounds played. */
  readonly rounds: number;
  readonly messages: readonly LabelledMessage[];
}

export interface Transition {
  readonly from: TransitionNode;
  readonly to: TransitionNode;
  /** How many agents performed `from` in a round, over all rounds. */
  readonly observed: number;
  /** How many of these were followed by another agent's `to` in the next round. */
  readonly followed: number;
  /** followed / observed. */
  readonly probability: number;
}

/**
 * Transition probabilities between the acts of adjacent rounds: RoundTable, Appendix D.6, equation (1). Of all agents
 * that perform A in a round, it is the share for which at least one other agent performs B in the next round. Every
 * agent performs Start before the first round and End after the last one.
 *
 * Departures: the equation counts pairs of agents, which with more than two agents is not a probability, so here each
 * agent's A counts once. And its sum as printed ends before End is reached, which the paper's figures show.
 *
 * Nothing follows the acts before a silent round. Messages without labels perform no act.
 * @returns all transitions that occur, in the order of `transitionNodes`
 */
export function transitionProbabilities(collaborations: readonly LabelledCollaboration[]): Transition[] {
  const observed = new Map<TransitionNode, number>();
  const followed = new Map<string, number>();
  for (const collaboration of collaborations) {
    const rounds = actsByRound(collaboration);
    for (let round = 1; round < rounds.length; round++) {
      const current = rounds[round] as ActsByAgent;
      for (const [agent, acts] of rounds[round - 1] as ActsByAgent) {
        const next = new Set<TransitionNode>();
        for (const [other, theirs] of current) if (other !== agent) for (const act of theirs) next.add(act);
        for (const from of acts) {
          observed.set(from, (observed.get(from) ?? 0) + 1);
          for (const to of next) followed.set(`${from} ${to}`, (followed.get(`${from} ${to}`) ?? 0) + 1);
        }
      }
    }
  }
  const transitions: Transition[] = [];
  for (const from of transitionNodes)
    for (const to of transitionNodes) {
      const count = followed.get(`${from} ${to}`) ?? 0;
      const total = observed.get(from) ?? 0;
      if (count > 0)
        transitions.push({ from, to, observed: total, followed: count, probability: count / total });
    }
  return transitions;
}

type ActsByAgent = ReadonlyMap<string, ReadonlySet<TransitionNode>>;

/** Start as round 0, then the rounds that were played, then End. */
function actsByRound({ agents, rounds, messages }: LabelledCollaboration): ActsByAgent[] {
  const everybody = [...new Set([...agents, ...messages.map(({ agent }) => agent)])];
  const played = Array.from({ length: rounds }, () => new Map<string, Set<TransitionNode>>());
  for (const { round, agent, acts } of messages) {
    const spoken = played[round - 1];
    if (spoken === undefined)
      throw new AgoraError(
        `A message of ${agent} is in round ${round}, but only rounds 1 to ${rounds} were played.`,
      );
    const own = spoken.get(agent) ?? new Set();
    for (const act of acts ?? []) own.add(act);
    spoken.set(agent, own);
  }
  const all = (node: TransitionNode): ActsByAgent =>
    new Map(everybody.map((agent) => [agent, new Set([node])]));
  return [all('Start'), ...played, all('End')];
}

/**
 * The graph of RoundTable's Figures 22 to 24: the most probable transition from each node to another node. Of equally
 * probable ones it is the first in the order of `transitionNodes`.
 */
export function transitionGraph(transitions: readonly Transition[]): Transition[] {
  const edges: Transition[] = [];
  for (const node of transitionNodes) {
    let best: Transition | undefined;
    for (const to of transitionNodes) {
      const edge = transitions.find((one) => one.from === node && one.to === to);
      if (edge === undefined || to === node) continue;
      if (best === undefined || edge.probability > best.probability) best = edge;
    }
    if (best !== undefined) edges.push(best);
  }
  return edges;
}
