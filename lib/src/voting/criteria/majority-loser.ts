import type { Criterion } from './criterion';
import { lastPreferences } from './vote-facts';
import { has, win } from './votes';

/**
 * Majority loser: an option that more than half of the voters put last does not win. On ratings: rate strictly beneath
 * every other option. Winning in a tie is winning. Source: Lepelley and Merlin (1998); Felsenthal (2012), "absolute
 * loser paradox".
 */
export const majorityLoser: Criterion = Object.freeze({
  name: 'majority loser',
  definition: 'An option that more than half of the voters put strictly last does not win.',
  facts: 'first preferences',
  leastChanged: 0,
  violation(votes, elections) {
    const voters = votes.ballots.length;
    for (let option = 0; option < votes.space.options; option++) {
      const lasts = lastPreferences(votes, option);
      if (2 * lasts <= voters) continue;
      const winners = elections.winners(votes);
      if (!has(winners, option)) return undefined;
      return {
        changedBallots: 0,
        elections: [{ label: 'The votes', votes }],
        sentences: [
          `${votes.names[option]} is put last by ${lasts} of ${voters} voters and should not win.`,
          `But ${win(votes, winners)}.`,
        ],
      };
    }
    return undefined;
  },
} satisfies Criterion);
