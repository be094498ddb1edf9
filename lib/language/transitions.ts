import { AgoraError } from '../error';
import { dialogueActs, type DialogueAct, type LabelledMessage } from './dialogue-acts';

/** A dialogue act, or the start or end of a collaboration. */
export type TransitionNode = 'Start' | DialogueAct | 'End';
export const transitionNodes: readonly TransitionNode[] = ['Start', ...dialogueActs, 'End'];

/** A collaboration with labelled messages (see `labelMessages`). */
export interface LabelledCollaboration {
  readonly agents: readonly string[];
  /** Number of rounds played. */
  readonly rounds: number;
  readonly messages: readonly LabelledMessage[];
}

export interface Transition {
  readonly from: TransitionNode;
  readonly to: TransitionNode;
  /** Number of agents that performed `from` in each round, summed over all rounds. */
  readonly observed: number;
  /** Number of the agents counted in `observed` for which at least one other agent performed `to` in the next round. */
  readonly followed: number;
  /** `followed` divided by `observed`. */
  readonly probability: number;
}

/**
 * Returns transition probabilities between acts in adjacent rounds (RoundTable, Appendix D.6, equation 1). Consider all
 * agents that perform act A in a round. The probability of the transition from A to B is the share of these agents for
 * which at least one other agent performs B in the next round. Every agent performs Start before the first round and
 * End after the last round.
 *
 * Departures: The equation counts pairs of agents, which does not give a probability if there are more than two agents.
 * We count each agent that performs A once. The equation's sum stops before End; we include End, as the paper's figures
 * do.
 *
 * If nobody speaks in a round, acts in the round before it have no successor. Messages without labels are ignored.
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

/** Returns each agent's acts, by round: Start as round 0, then the rounds that were played, then End. */
function actsByRound({ agents, rounds, messages }: LabelledCollaboration): ActsByAgent[] {
  const everybody = [...new Set([...agents, ...messages.map(({ agent }) => agent)])];
  const played = Array.from({ length: rounds }, () => new Map<string, Set<TransitionNode>>());
  for (const { round, agent, acts } of messages) {
    const spoken = played[round - 1];
    if (spoken === undefined)
      throw new AgoraError(
        `${agent} has a message in round ${round}, but only rounds 1 to ${rounds} were played. Check \`rounds\`.`,
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
 * Returns the graph in RoundTable's Figures 22 to 24: the most probable transition from each node to another node. If
 * several transitions from a node are equally probable, the first in the order of `transitionNodes` is returned.
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
