import { eventsOf, type Collaboration } from '../../protocols/protocol';
import type { Column } from '../measure';
import { correctIn } from './readings';

/* Measures that compare the accuracy of strategies with their token costs. */

/** TAR = accuracy / (alpha * input + beta * output). Accuracy is in percent. Source: Strategies, equation 1. */
export function tokenAccuracy(accuracy: number, input: number, output: number, alpha = 1, beta = 4): number {
  return accuracy / (alpha * input + beta * output);
}

/**
 * MV, the majority-vote baseline for agents that work alone: 100 if their most frequent answer is right, 0 if it is
 * not. In a tie, the value is the percentage of tied answers that are right.
 */
export const majorityVote: Column = {
  measure(one) {
    const votes = new Map<string, { count: number; correct: number }>();
    for (const { proposal, score } of lastProposals(one)) {
      const correct = correctIn(score?.['correct']);
      if (correct === null) return null;
      const key = JSON.stringify(proposal);
      votes.set(key, { count: (votes.get(key)?.count ?? 0) + 1, correct });
    }
    const most = Math.max(...[...votes.values()].map(({ count }) => count));
    const tied = [...votes.values()].filter(({ count }) => count === most);
    return tied.length === 0 ? 0 : (100 * tied.reduce((sum, { correct }) => sum + correct, 0)) / tied.length;
  },
  bounds: [0, 100],
};

function lastProposals(one: Collaboration) {
  const latest = new Map(eventsOf(one, 'proposal').map((event) => [event.agent, event]));
  return [...latest.values()].filter(({ proposal }) => proposal !== null);
}
