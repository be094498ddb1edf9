import type { Criterion } from './criterion';
import { condorcetOption } from './vote-facts';
import { has, win } from './votes';

/**
 * Condorcet loser: an option that every other one beats in pairs does not win, not even in a tie. On ratings the pairs
 * are compared by the ratings. Source: Fishburn (1977); Borda (1781) brought the case against plurality.
 */
export const condorcetLoser: Criterion = Object.freeze({
  name: 'condorcet loser',
  definition: 'An option that every other one beats in pairs does not win.',
  facts: 'pairwise',
  leastChanged: 0,
  violation(votes, elections) {
    const worst = condorcetOption(votes, 'loses to');
    if (worst === undefined) return undefined;
    const winners = elections.winners(votes);
    if (!has(winners, worst)) return undefined;
    return {
      changedBallots: 0,
      elections: [{ label: 'The votes', votes }],
      sentences: [
        `Every other option beats ${votes.names[worst]} in pairs, so it should not win.`,
        `But ${win(votes, winners)}.`,
      ],
    };
  },
} satisfies Criterion);
