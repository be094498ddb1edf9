import type { Criterion } from './criterion';
import { firstPreferences } from './vote-facts';
import { win } from './votes';

/**
 * Majority: an option that more than half of the voters put first is the only winner. On ratings: rate strictly above
 * every other option. Half is not more than half, and a tie that includes the majority's option is a breach.
 * Source: GEDI, section 3 and Figure 11; Woodall (1997), "Majority".
 */
export const majorityCriterion: Criterion = Object.freeze({
  name: 'majority',
  definition: 'An option that more than half of the voters put strictly first is the only winner.',
  facts: 'first preferences',
  leastChanged: 0,
  violation(votes, elections) {
    const voters = votes.ballots.length;
    for (let option = 0; option < votes.space.options; option++) {
      const firsts = firstPreferences(votes, option);
      if (2 * firsts <= voters) continue;
      const winners = elections.winners(votes);
      if (winners === 1 << option) return undefined;
      const name = votes.names[option] as string;
      return {
        changedBallots: 0,
        elections: [{ label: 'The votes', votes }],
        sentences: [
          `${name} is put first by ${firsts} of ${voters} voters and should be the only winner.`,
          `But ${win(votes, winners)}.`,
        ],
      };
    }
    return undefined;
  },
} satisfies Criterion);
