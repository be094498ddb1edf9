import type { Criterion } from './criterion';
import { smithSet } from './vote-facts';
import { listed, namesIn, win } from './votes';

/**
 * Smith: every winner is in the Smith set, the smallest non-empty set whose every member beats every option outside it
 * in pairs. All of the winners must be in it, not only some. Source: Smith (1973); Fishburn (1977).
 */
export const smithCriterion: Criterion = Object.freeze({
  name: 'smith',
  definition: 'Every winner is in the smallest set of options that all beat every option outside it.',
  facts: 'pairwise',
  leastChanged: 0,
  violation(votes, elections) {
    const smith = smithSet(votes);
    if (smith === (1 << votes.space.options) - 1) return undefined;
    const winners = elections.winners(votes);
    if ((winners & ~smith) === 0) return undefined;
    return {
      changedBallots: 0,
      elections: [{ label: 'The votes', votes }],
      sentences: [
        `The smallest set that beats everything outside it is ${listed(namesIn(votes, smith))}: the winners should be in it.`,
        `But ${win(votes, winners)}.`,
      ],
    };
  },
} satisfies Criterion);
