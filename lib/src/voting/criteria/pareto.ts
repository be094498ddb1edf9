import type { Criterion } from './criterion';
import { support } from './vote-facts';
import { has, win } from './votes';

/**
 * Pareto: where every voter puts a strictly above b, b does not win (weak Pareto, for winners). On ratings, every voter
 * has to rate a strictly higher; one who rates both alike lifts the demand. Winning in a tie is winning.
 * Source: Arrow (1951); pref_voting's "Pareto dominance" asks the same.
 */
export const pareto: Criterion = Object.freeze({
  name: 'pareto',
  definition: 'Where every voter puts one option strictly above another, the other does not win.',
  facts: 'pairwise',
  leastChanged: 0,
  violation(votes, elections) {
    for (let above = 0; above < votes.space.options; above++)
      for (let beneath = 0; beneath < votes.space.options; beneath++) {
        if (above === beneath || support(votes, above, beneath) < votes.ballots.length) continue;
        const winners = elections.winners(votes);
        if (!has(winners, beneath)) continue;
        const [a, b] = [votes.names[above] as string, votes.names[beneath] as string];
        return {
          changedBallots: 0,
          elections: [{ label: 'The votes', votes }],
          sentences: [
            `Every voter puts ${a} above ${b}, so ${b} should not win.`,
            `But ${win(votes, winners)}.`,
          ],
        };
      }
    return undefined;
  },
} satisfies Criterion);
