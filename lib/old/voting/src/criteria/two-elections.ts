import type { Criterion, Finding } from './criterion';
import { has, listed, members, nameOf, namesIn, onlyOne, win, withBallot, type Votes } from './votes';

/**
 * Independence of irrelevant alternatives (IIA): removing an option that does not win, or adding it, leaves the set of
 * winners as it is. Ballots without an option keep the order of the others; on ratings, their ratings. Voters who
 * stretch their ratings when options come or go are not considered. Source: GEDI, Figure 8; Arrow (1951).
 */
export const independence: Criterion = Object.freeze({
  name: 'independence of irrelevant alternatives',
  definition: 'Removing or adding an option that does not win leaves the winners as they are.',
  facts: 'first preferences',
  leastChanged: 0,
  violation(votes, elections) {
    const winners = elections.winners(votes);
    for (let option = 0; option < votes.space.options; option++) {
      if (winners === 0 || has(winners, option)) continue;
      const fewer = elections.without(votes, option);
      const others = spread(elections.winners(fewer), option);
      if (others === winners) continue;
      const name = nameOf(votes, option);
      const asked = `Without ${name} ${win(votes, others)}, and adding ${name} changes no voter's view of the others.`;
      return onAdding(name, fewer, votes, [asked, winners]);
    }
    return undefined;
  },
} satisfies Criterion);

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
        const name = nameOf(votes, clone);
        const clonesNamed = listed(namesIn(votes, clones));
        const asked = `${clonesNamed} are clones, and without ${name} ${win(votes, after)}; adding the clone ${name} should change nothing for the others, and should neither give the win to a clone nor take it.`;
        return onAdding(name, fewer, votes, [asked, before]);
      }
    }
    return undefined;
  },
} satisfies Criterion);

/** A breach by adding an option: the votes without it and with it, what was asked, and who wins instead. */
function onAdding(name: string, fewer: Votes, votes: Votes, [asked, winners]: [string, number]): Finding {
  return {
    changedBallots: 0,
    elections: [
      { label: `Without ${name}`, votes: fewer },
      { label: `With ${name}`, votes },
    ],
    sentences: [asked, `But with ${name} ${win(votes, winners)}.`],
  };
}

/** A set of options of an election without `gone`, in the numbers of the one with it. */
function spread(set: number, gone: number): number {
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

/**
 * Monotonicity: an option that wins still wins when it is lifted on some ballots and the others keep their order (on
 * ratings: when some ratings of it are raised and all else stays). Source: Woodall (1997), "mono-raise"; GEDI, Figure 10.
 *
 * A winner is any member of the set of winners. Then a breach by several lifts contains one by a single ballot that
 * lifts the option a single step, since one of the steps must be the first that costs it the win; so single steps are
 * all that has to be tried.
 */
export const monotonicity: Criterion = Object.freeze({
  name: 'monotonicity',
  definition: 'An option that wins still wins after some voters lift it and change nothing else.',
  facts: 'first preferences',
  leastChanged: 1,
  violation(votes, elections) {
    const { space, ballots } = votes;
    const before = elections.winners(votes);
    for (let option = 0; option < space.options; option++) {
      if (!has(before, option)) continue;
      for (const [place, ballot] of ballots.entries()) {
        if (elections.anonymous && ballots[place - 1] === ballot) continue;
        const to = space.lifted(ballot, option);
        if (to === undefined) continue;
        const after = withBallot(votes, place, to);
        const winners = elections.winners(after);
        if (has(winners, option)) continue;
        const name = nameOf(votes, option);
        return {
          changedBallots: 1,
          elections: [
            { label: 'Before', votes },
            { label: `After one voter lifts ${name}`, votes: after },
          ],
          sentences: [
            `At first ${win(votes, before)}; ${name} is then lifted on one ballot, so it should still win.`,
            `But then ${win(votes, winners)}.`,
          ],
        };
      }
    }
    return undefined;
  },
} satisfies Criterion);

/**
 * Participation: a voter who joins an election does not get a worse result than without voting. Source: Moulin (1988),
 * the "no show paradox" of Fishburn and Brams (1983).
 *
 * Sets of winners are compared by the voter's best winner (the "optimist"). An election without a winner is compared
 * with nothing, and somebody has voted before. If the order of ballots matters, the voter comes last.
 */
export const participation: Criterion = Object.freeze({
  name: 'participation',
  definition: 'A voter who joins does not get a result that this voter likes less.',
  facts: 'pairwise',
  leastChanged: 1,
  violation(votes, elections) {
    const { ballots } = votes;
    if (ballots.length < 2) return undefined;
    const after = elections.winners(votes);
    for (const [place, joining] of ballots.entries()) {
      if (elections.anonymous ? ballots[place - 1] === joining : place < ballots.length - 1) continue;
      const absent = { ...votes, ballots: ballots.toSpliced(place, 1) };
      const before = elections.winners(absent);
      if (before === 0 || after === 0 || best(votes, joining, before) <= best(votes, joining, after))
        continue;
      return {
        changedBallots: 1,
        elections: [
          { label: 'Without the voter', votes: absent },
          { label: 'With the voter', votes },
        ],
        sentences: [
          `Without the voter ${win(votes, before)}; a voter who joins (${preferences(votes, joining)}) should get nothing worse.`,
          `But with the voter ${win(votes, after)}.`,
        ],
      };
    }
    return undefined;
  },
} satisfies Criterion);

/** How good the best option of a set is on a ballot. */
function best({ space }: Votes, ballot: number, set: number): number {
  return Math.max(...space.row(ballot).filter((_, option) => has(set, option)));
}

function preferences({ space, names }: Votes, ballot: number): string {
  if (space.of.kind === 'rating')
    return names.map((name, option) => `${name} ${space.level(ballot, option)}`).join(', ');
  const options = [...names.keys()].sort((a, b) => space.level(ballot, b) - space.level(ballot, a));
  return options.map((option) => names[option]).join(' > ');
}

/**
 * Reversal symmetry: if an option is the only winner and every voter reverses the ballot, it does not win,
 * not even in a tie. Ties before the reversal demand nothing. Ratings are mirrored on the scale that is searched.
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
    const name = nameOf(votes, winner);
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
