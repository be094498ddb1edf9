import { AgoraError } from 'agora-voting';
import { check, object, text } from 'agora-voting/internal';
import { dialogueActs, labelledGiven, type DialogueAct, type LabelledCollaboration } from './dialogue-act';

/** A dialogue act, or the start or end of the collaboration. */
export type TransitionNode = 'Start' | DialogueAct | 'End';

export const transitionNodes: readonly TransitionNode[] = ['Start', ...dialogueActs, 'End'];

/** The transition from one act to another. */
export interface Transition {
  readonly from: TransitionNode;
  readonly to: TransitionNode;
  /** How often `from` was observed. */
  readonly observed: number;
  /** How often `to` followed. */
  readonly followed: number;
  /** followed / observed, between 0 and 1. */
  readonly probability: number;
}

const transitionArguments = object('arguments', { collaborations: labelledGiven });

/**
 * Transition probabilities between dialogue acts of adjacent rounds: RoundTable, Appendix D.6, equation (1). The
 * probability is the share of acts A in round r - 1 (counted once for each agent and round) that another speaker
 * followed with B in round r. Every agent performs Start before the first round, and End after the last round of its
 * collaboration.
 *
 * The equation leaves two choices:
 * - It counts pairs (i, not i). Here B follows an agent's A if some other agent performs B, so that the result is a
 *   probability, as the paper calls it.
 * - As printed, the sum stops at r = 10, the last round; then End is never reached, though Figure 22 draws Accept ->
 *   End. Here it goes one step further, r = last + 1.
 *
 * A silent round breaks the chain: nothing follows the acts before it. With a single agent nothing follows its acts,
 * not even End. Messages without labels perform no act.
 * @throws AgoraError 'label-mismatch' when a message belongs to a round that was not played
 * @returns every transition seen at least once, in the order of `transitionNodes`
 * @example
 * const labelled = [
 *   { collaboration: 0, round: 1, agent: 'Ann', acts: ['Propose'] as const },
 *   { collaboration: 0, round: 2, agent: 'Ben', acts: ['Accept'] as const },
 * ];
 * const talk = { collaboration: 0, agents: ['Ann', 'Ben'], rounds: 2, labelled, unlabelled: [] };
 * const edges = language.transitionProbabilities([talk]);
 * edges.map(({ from, to, probability }) => `${from} -> ${to} ${probability}`); // => ['Start -> Propose 0.5', 'Propose -> Accept 1', 'Accept -> End 1']
 */
export function transitionProbabilities(collaborations: readonly LabelledCollaboration[]): Transition[] {
  check('transitionProbabilities', transitionArguments, { collaborations });
  const observed = new Map<TransitionNode, number>();
  const followed = new Map<TransitionNode, Map<TransitionNode, number>>();
  for (const collaboration of collaborations) {
    const agents = rosterOf(collaboration);
    const rounds = performances(collaboration, agents);
    for (let round = 1; round < rounds.length; round++) {
      const answers = answersTo(rounds[round] ?? new Map(), agents);
      for (const [agent, acts] of rounds[round - 1] ?? []) {
        for (const from of acts) {
          observed.set(from, (observed.get(from) ?? 0) + 1);
          const counts = followed.get(from) ?? new Map<TransitionNode, number>();
          followed.set(from, counts);
          for (const to of answers(agent)) counts.set(to, (counts.get(to) ?? 0) + 1);
        }
      }
    }
  }
  return transitionNodes.flatMap((from) =>
    transitionNodes.flatMap((to) => {
      const count = followed.get(from)?.get(to) ?? 0;
      const total = observed.get(from) ?? 0;
      return count > 0 ? [{ from, to, observed: total, followed: count, probability: count / total }] : [];
    }),
  );
}

type Performance = ReadonlyMap<string, ReadonlySet<TransitionNode>>;

/** Who did what: Start at 0, then the rounds played, and End after them. */
function performances({ labelled, rounds }: LabelledCollaboration, agents: readonly string[]): Performance[] {
  const edge = (node: TransitionNode): Performance =>
    new Map(agents.map((agent) => [agent, new Set([node])]));
  const played = Array.from({ length: rounds }, () => new Map<string, Set<TransitionNode>>());
  for (const { round, agent, acts } of labelled) {
    const said = played[round - 1];
    if (said === undefined) {
      const needed = `a round from 1 to ${rounds}, the last one played`;
      throw new AgoraError(
        'label-mismatch',
        `transitionProbabilities needed ${needed}, and got a message in round ${round}`,
      );
    }
    said.set(agent, new Set([...(said.get(agent) ?? []), ...acts]));
  }
  return [edge('Start'), ...played, edge('End')];
}

/** What the others of an agent do in a round. */
function answersTo(round: Performance, agents: readonly string[]) {
  return (agent: string): ReadonlySet<TransitionNode> =>
    new Set(agents.flatMap((other) => (other === agent ? [] : [...(round.get(other) ?? [])])));
}

/** All agents of a collaboration: its roster, and speakers who are not on it. */
function rosterOf({ agents, labelled, unlabelled }: LabelledCollaboration): string[] {
  return [
    ...new Set([...agents, ...labelled.map(({ agent }) => agent), ...unlabelled.map(({ agent }) => agent)]),
  ];
}

/**
 * The edges of RoundTable's Figures 22 to 24: each node's most probable transition to another node. In a tie, the first
 * node of `transitionNodes` is taken (the paper's order of acts, then End). A node that only itself follows has no
 * edge.
 */
export function mostProbableEdges(transitions: readonly Transition[]): Transition[] {
  const place = (edge: Transition) => transitionNodes.indexOf(edge.to);
  return transitionNodes.flatMap((node) => {
    const edges = transitions.filter(({ from, to }) => from === node && to !== node);
    const best = [...edges].sort((a, b) => b.probability - a.probability || place(a) - place(b))[0];
    return best === undefined ? [] : [best];
  });
}

/** The data of `report.transitionGraphFigure`. */
export interface ActGraph {
  readonly title: string;
  readonly edges: readonly Transition[];
  /** The share of messages that perform an act, for those that occur. */
  readonly shares: Readonly<Record<string, number>>;
}

const graphArguments = object('arguments', { title: text(), collaborations: labelledGiven });

/**
 * One graph of RoundTable's Figures 22 to 24: each act's most probable successor, and how often acts occur.
 * @example
 * const labelled = [{ collaboration: 0, round: 1, agent: 'Ann', acts: ['Propose'] as const }];
 * const talk = { collaboration: 0, agents: ['Ann', 'Ben'], rounds: 1, labelled, unlabelled: [] };
 * language.transitionGraph('unanimous', [talk]).shares; // => { Propose: 1 }
 */
export function transitionGraph(title: string, collaborations: readonly LabelledCollaboration[]): ActGraph {
  check('transitionGraph', graphArguments, { title, collaborations });
  const messages = collaborations.flatMap(({ labelled }) => labelled);
  const shares = dialogueActs.map(
    (act) => [act, messages.filter(({ acts }) => acts.includes(act)).length / messages.length] as const,
  );
  return {
    title,
    edges: mostProbableEdges(transitionProbabilities(collaborations)),
    shares: Object.fromEntries(shares.filter(([, share]) => share > 0)),
  };
}
