import type { GraphEdge } from '../place-graph';

export const edge = (from: string, to: string, probability: number): GraphEdge => ({ from, to, probability });

/** Some acts and their most probable successors, with a circle and a branch that leads nowhere else. */
export const edges = [
  edge('Start', 'Inform', 1),
  edge('Inform', 'Request', 0.9),
  edge('Request', 'Propose', 0.7),
  edge('Propose', 'Request', 0.68),
  edge('Compromise', 'Propose', 0.77),
  edge('Accept', 'End', 0.4),
];
export const nodes = ['Start', 'Inform', 'Request', 'Propose', 'Compromise', 'Accept', 'End'];
