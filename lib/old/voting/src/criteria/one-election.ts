import type { Criterion } from './criterion';
import { beats, has, listed, members, nameOf, namesIn, support, win, type Votes } from './votes';

/** A criterion that a single election can break: what should not have come out, and why. */
function ofOneElection(
  name: Criterion['name'],
  definition: string,
  facts: Criterion['facts'],
  /** What the criterion demands on these votes, if anything, and whether a set of winners satisfies it. */
  demands: (
    votes: Votes,
  ) => Iterable<{ readonly asked: string; readonly isMet: (winners: number) => boolean }>,
): Criterion {
  return Object.freeze({
    name,
    definition,
    facts,
    leastChanged: 0,
    violation(votes, elections) {
      for (const { asked, isMet } of demands(votes)) {
        const winners = elections.winners(votes);
        if (isMet(winners)) continue;
        return {
          changedBallots: 0,
          elections: [{ label: 'The votes', votes }],
          sentences: [asked, `But ${win(votes, winners)}.`],
        };
      }
      return undefined;
    },
  } satisfies Criterion);
}

/** How many voters put the option strictly above (or beneath) every other. */
function putsApart({ space, ballots }: Votes, option: number, where: 'above' | 'beneath'): number {
  const sign = where === 'above' ? 1 : -1;
  return ballots.filter((ballot) =>
    space
      .row(ballot)
      .every((level, other) => other === option || sign * (space.level(ballot, option) - level) > 0),
  ).length;
}

/**
 * Majority: an option that more than half of the voters put first is the only winner. On ratings: rate strictly above
 * every other option. Half is not more than half, and a tie that includes the majority's option is a breach.
 * Source: GEDI, section 3 and Figure 11; Woodall (1997), "Majority".
 */
export const majorityCriterion = ofOneElection(
  'majority',
  'An option that more than half of the voters put strictly first is the only winner.',
  'first preferences',
  function* (votes) {
    const voters = votes.ballots.length;
    for (let option = 0; option < votes.space.options; option++) {
      const firsts = putsApart(votes, option, 'above');
      if (2 * firsts <= voters) continue;
      yield {
        asked: `${nameOf(votes, option)} is put first by ${firsts} of ${voters} voters and should be the only winner.`,
        isMet: (winners) => winners === 1 << option,
      };
    }
  },
);

/**
 * Majority loser: an option that more than half of the voters put last does not win. On ratings: rate strictly beneath
 * every other option. Winning in a tie counts as winning. Source: Lepelley and Merlin (1998); Felsenthal (2012),
 * "absolute loser paradox".
 */
export const majorityLoser = ofOneElection(
  'majority loser',
  'An option that more than half of the voters put strictly last does not win.',
  'first preferences',
  function* (votes) {
    const voters = votes.ballots.length;
    for (let option = 0; option < votes.space.options; option++) {
      const lasts = putsApart(votes, option, 'beneath');
      if (2 * lasts <= voters) continue;
      yield {
        asked: `${nameOf(votes, option)} is put last by ${lasts} of ${voters} voters and should not win.`,
        isMet: (winners) => !has(winners, option),
      };
    }
  },
);

/**
 * Condorcet: an option that beats every other one in pairs (more voters put it above than beneath) is the only winner.
 * On ratings the pairs are compared by the ratings; voters who rate both alike are on neither side. Votes without such
 * an option cannot break it. Source: Condorcet (1785); GEDI, section 3 and Figure 9.
 */
export const condorcetCriterion = ofOneElection(
  'condorcet',
  'An option that beats every other one in pairs is the only winner.',
  'pairwise',
  function* (votes) {
    const best = votes.names.findIndex((_, a) => votes.names.every((__, b) => a === b || beats(votes, a, b)));
    if (best >= 0)
      yield {
        asked: `${nameOf(votes, best)} beats every other option in pairs and should be the only winner.`,
        isMet: (winners) => winners === 1 << best,
      };
  },
);

/**
 * Condorcet loser: an option that every other one beats in pairs does not win, not even in a tie. On ratings the pairs
 * are compared by the ratings. Source: Fishburn (1977); Borda (1781) brought the case against plurality.
 */
export const condorcetLoser = ofOneElection(
  'condorcet loser',
  'An option that every other one beats in pairs does not win.',
  'pairwise',
  function* (votes) {
    const worst = votes.names.findIndex((_, a) =>
      votes.names.every((__, b) => a === b || beats(votes, b, a)),
    );
    if (worst >= 0)
      yield {
        asked: `Every other option beats ${nameOf(votes, worst)} in pairs, so it should not win.`,
        isMet: (winners) => !has(winners, worst),
      };
  },
);

/** The smallest non-empty set whose every member beats every option outside it, as a bit mask (Smith 1973). */
function smithSet(votes: Votes): number {
  const options = votes.names.map((_, option) => option);
  // Each option with those that it does not beat: a dominant set is closed under this.
  const unbeaten = options.map((a) =>
    options.reduce((set, b) => (b !== a && beats(votes, a, b) ? set : set | (1 << b)), 0),
  );
  const closures = unbeaten.map((start) => {
    let set = start;
    for (let before = 0; before !== set;) {
      before = set;
      unbeaten.forEach((more, option) => (set |= has(set, option) ? more : 0));
    }
    return set;
  });
  return closures.reduce((least, set) => (members(set) < members(least) ? set : least));
}

/**
 * Smith: every winner is in the Smith set, the smallest non-empty set whose every member beats every option outside it
 * in pairs. All of the winners must be in it, not only some. Source: Smith (1973); Fishburn (1977).
 */
export const smithCriterion = ofOneElection(
  'smith',
  'Every winner is in the smallest set of options that all beat every option outside it.',
  'pairwise',
  function* (votes) {
    const smith = smithSet(votes);
    if (smith !== (1 << votes.space.options) - 1)
      yield {
        asked: `The smallest set that beats everything outside it is ${listed(namesIn(votes, smith))}: the winners should be in it.`,
        isMet: (winners) => (winners & ~smith) === 0,
      };
  },
);

/**
 * Pareto: if every voter puts a strictly above b, b does not win (weak Pareto, for winners). On ratings, every voter
 * has to rate a strictly higher; one voter who rates both alike is enough to allow b. Winning in a tie counts as
 * winning. Source: Arrow (1951); pref_voting's "Pareto dominance" asks the same.
 */
export const pareto = ofOneElection(
  'pareto',
  'Where every voter puts one option strictly above another, the other does not win.',
  'pairwise',
  function* (votes) {
    for (let above = 0; above < votes.space.options; above++)
      for (let beneath = 0; beneath < votes.space.options; beneath++) {
        if (above === beneath || support(votes, above, beneath) < votes.ballots.length) continue;
        const [a, b] = [nameOf(votes, above), nameOf(votes, beneath)];
        yield {
          asked: `Every voter puts ${a} above ${b}, so ${b} should not win.`,
          isMet: (winners) => !has(winners, beneath),
        };
      }
  },
);
