import type { Criterion } from './criterion';
import { condorcetOption } from './vote-facts';
import { win } from './votes';

/**
 * Condorcet: an option that beats every other one in pairs (more voters put it above than beneath) is the only winner.
 * On ratings the pairs are compared by the ratings; voters who rate both alike are on neither side. Votes without such
 * an option ask nothing. Source: Condorcet (1785); GEDI, section 3 and Figure 9.
 */
export const condorcetCriterion: Criterion = Object.freeze({
  name: 'condorcet',
  definition: 'An option that beats every other one in pairs is the only winner.',
  facts: 'pairwise',
  leastChanged: 0,
  violation(votes, elections) {
    const best = condorcetOption(votes, 'beats');
    if (best === undefined) return undefined;
    const winners = elections.winners(votes);
    if (winners === 1 << best) return undefined;
    return {
      changedBallots: 0,
      elections: [{ label: 'The votes', votes }],
      sentences: [
        `${votes.names[best]} beats every other option in pairs and should be the only winner.`,
        `But ${win(votes, winners)}.`,
      ],
    };
  },
} satisfies Criterion);
