import type { Criterion } from './criterion';
import { members } from './vote-facts';
import { has, listed, namesIn, win, type Votes } from './votes';

/**
 * Clone independence: clones are two or more options, but not all, with no other option between them on any ballot.
 * Removing one clone must not change which of the other options win, nor whether any clone wins.
 * Source: Tideman (1987); pref_voting checks the same two demands. All winners of a tie count.
 *
 * On ratings, clones are options that each voter rates alike: that is the reading under which range voting is said to
 * meet it. With clones rated closely but not alike, every rule on sums of ratings breaks it.
 */
export const cloneIndependence: Criterion = Object.freeze({
  name: 'clone independence',
  definition:
    'Removing one of several clones (options next to each other on every ballot) changes neither which others win nor whether a clone wins.',
  facts: 'first preferences',
  leastChanged: 0,
  violation(votes, elections) {
    const all = (1 << votes.space.options) - 1;
    for (let clones = 3; clones < all; clones++) {
      if (members(clones) < 2 || !areClones(votes, clones)) continue;
      const before = elections.winners(votes);
      for (let clone = 0; clone < votes.space.options; clone++) {
        if (!has(clones, clone)) continue;
        const fewer = elections.without(votes, clone);
        const after = spread(elections.winners(fewer), clone);
        const sameOthers = (before & ~clones) === (after & ~clones);
        if (sameOthers && ((before & clones) !== 0) === ((after & clones) !== 0)) continue;
        const name = votes.names[clone] as string;
        return {
          changedBallots: 0,
          elections: [
            { label: `Without ${name}`, votes: fewer },
            { label: `With ${name}`, votes },
          ],
          sentences: [
            `${listed(namesIn(votes, clones))} are clones, and without ${name} ${win(votes, after)}; adding the clone ${name} should change nothing for the others, and should neither give the win to a clone nor take it.`,
            `But with ${name} ${win(votes, before)}.`,
          ],
        };
      }
    }
    return undefined;
  },
} satisfies Criterion);

/** A set of options of an election without `gone`, in the numbers of the one with it. */
export function spread(set: number, gone: number): number {
  const lower = set & ((1 << gone) - 1);
  return lower | ((set & ~((1 << gone) - 1)) << 1);
}

function areClones({ space, ballots }: Votes, set: number): boolean {
  const width = space.of.kind === 'ranking' ? members(set) - 1 : 0;
  return ballots.every((ballot) => {
    let [least, most] = [Infinity, -Infinity];
    for (let option = 0; option < space.options; option++) {
      if (!has(set, option)) continue;
      const level = space.level(ballot, option);
      least = Math.min(least, level);
      most = Math.max(most, level);
    }
    return most - least === width;
  });
}
