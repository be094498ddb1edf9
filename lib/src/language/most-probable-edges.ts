import { transitionNodes, type Transition } from './transitions';

/**
 * The edges that RoundTable's Figures 22 to 24 draw: each node's most probable transition to another node. A tie goes
 * to the node that stands first in `transitionNodes` (the paper's order of acts, then End). A node that
 * nothing but itself follows has no edge.
 */
export function mostProbableEdges(transitions: readonly Transition[]): Transition[] {
  const place = (edge: Transition) => transitionNodes.indexOf(edge.to);
  return transitionNodes.flatMap((node) => {
    const edges = transitions.filter(({ from, to }) => from === node && to !== node);
    const best = [...edges].sort((a, b) => b.probability - a.probability || place(a) - place(b))[0];
    return best === undefined ? [] : [best];
  });
}
