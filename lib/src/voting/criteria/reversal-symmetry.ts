import type { Criterion } from './criterion';
import { has, onlyOne, win } from './votes';

/**
 * Reversal symmetry: where an option is the only winner and every voter turns the ballot upside down, it does not win,
 * not even in a tie. Ties before the reversal ask nothing. Ratings are mirrored on the scale that is searched.
 * Source: Saari (1994); pref_voting reads it the same way.
 */
export const reversalSymmetry: Criterion = Object.freeze({
  name: 'reversal symmetry',
  definition: 'The only winner does not win when every ballot is turned upside down.',
  facts: 'pairwise',
  leastChanged: 0,
  violation(votes, elections) {
    const winner = onlyOne(elections.winners(votes));
    if (winner === undefined) return undefined;
    const { space, ballots } = votes;
    const reversed = { ...votes, ballots: ballots.map((ballot) => space.reversed(ballot)) };
    const after = elections.winners(reversed);
    if (!has(after, winner)) return undefined;
    const name = votes.names[winner] as string;
    return {
      changedBallots: 0,
      elections: [
        { label: 'Before', votes },
        { label: 'Upside down', votes: reversed },
      ],
      sentences: [
        `${name} is the only winner, so it should not win when every ballot is turned upside down.`,
        `But then ${win(votes, after)}.`,
      ],
    };
  },
} satisfies Criterion);
