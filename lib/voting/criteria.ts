import type { BallotSpace } from './ballot-space';

/**
 * Defines twelve criteria for voting rules. Each criterion has a function that looks for a breach: votes for which a
 * rule's result violates the criterion. The criteria apply to the set of winners, before ties are broken. With ratings,
 * a voter prefers the option with the higher rating; a voter who rates two options equally prefers neither.
 */

/**
 * The votes in an election. For each voter, `ballots` contains the index of the voter's ballot in `space`. The ballots
 * are sorted unless the rule depends on their order.
 */
export interface Votes {
  readonly space: BallotSpace;
  readonly ballots: readonly number[];
  /** The names of the options. */
  readonly names: readonly string[];
}

/** A set of options as a bit mask: bit `o` is 1 if the set contains option `o`. */
export type OptionSet = number;

/** The operations that a criterion may use to test a rule. */
export interface Counter {
  readonly isAnonymous: boolean;
  winners(votes: Votes): OptionSet;
  /** Returns the same votes without one option. */
  without(votes: Votes, option: number): Votes;
}

/** Votes on which a rule breaks a criterion, with the required result and the actual result. */
export interface Breach {
  readonly elections: readonly { readonly label: string; readonly votes: Votes }[];
  readonly expected: string;
  readonly instead: string;
}

export interface Criterion {
  /** What the criterion requires, in one sentence. */
  readonly definition: string;
  /** The facts that explain a breach: first preferences or head-to-head results. */
  readonly facts: 'first preferences' | 'pairs';
  breach(votes: Votes, count: Counter): Breach | undefined;
}

/**
 * Majority: an option that more than half of the voters rank (or rate) strictly first is the only winner.
 * Source: GEDI, section 3 and Figure 11; Woodall (1997).
 */
const majority: Criterion = {
  definition: 'An option that more than half of the voters put strictly first is the only winner.',
  facts: 'first preferences',
  breach(votes, count) {
    const voters = votes.ballots.length;
    for (let option = 0; option < votes.names.length; option++) {
      const firsts = putApart(votes, option, 1);
      if (2 * firsts <= voters || count.winners(votes) === 1 << option) continue;
      const expected = `${votes.names[option]} is put first by ${firsts} of ${voters} voters, so it should be the only winner.`;
      return inOneElection(votes, count, expected);
    }
    return undefined;
  },
};

/**
 * Majority loser: an option that more than half of the voters put strictly last does not win. Source: Felsenthal
 * (2012).
 */
const majorityLoser: Criterion = {
  definition: 'An option that more than half of the voters put strictly last does not win.',
  facts: 'first preferences',
  breach(votes, count) {
    const voters = votes.ballots.length;
    for (let option = 0; option < votes.names.length; option++) {
      const lasts = putApart(votes, option, -1);
      if (2 * lasts <= voters || !has(count.winners(votes), option)) continue;
      const expected = `${votes.names[option]} is put last by ${lasts} of ${voters} voters, so it should not win.`;
      return inOneElection(votes, count, expected);
    }
    return undefined;
  },
};

/**
 * Condorcet: an option that beats every other option head to head is the only winner. Source: GEDI, section 3 and
 * Figure 9.
 */
const condorcet: Criterion = {
  definition: 'An option that beats every other option head to head is the only winner.',
  facts: 'pairs',
  breach(votes, count) {
    const best = votes.names.findIndex((_, a) => votes.names.every((__, b) => a === b || beats(votes, a, b)));
    if (best < 0 || count.winners(votes) === 1 << best) return undefined;
    const expected = `${votes.names[best]} beats every other option head to head, so it should be the only winner.`;
    return inOneElection(votes, count, expected);
  },
};

/** Condorcet loser: an option that loses to every other option head to head does not win. Source: Fishburn (1977). */
const condorcetLoser: Criterion = {
  definition: 'An option that every other option beats head to head does not win.',
  facts: 'pairs',
  breach(votes, count) {
    const worst = votes.names.findIndex((_, a) =>
      votes.names.every((__, b) => a === b || beats(votes, b, a)),
    );
    if (worst < 0 || !has(count.winners(votes), worst)) return undefined;
    const expected = `Every other option beats ${votes.names[worst]} head to head, so it should not win.`;
    return inOneElection(votes, count, expected);
  },
};

/**
 * Smith: all winners are in the Smith set, the smallest set in which every option beats every option outside the set.
 * Source: Smith (1973); Fishburn (1977).
 */
const smith: Criterion = {
  definition: 'Every winner is in the smallest set of options that all beat every option outside it.',
  facts: 'pairs',
  breach(votes, count) {
    const set = smithSet(votes);
    if ((count.winners(votes) & ~set) === 0) return undefined;
    const expected = `The smallest set of options that all beat every option outside it is ${listed(namesIn(votes, set))}, so the winners should be in it.`;
    return inOneElection(votes, count, expected);
  },
};

/** Pareto: if every voter strictly prefers a to b, b does not win. Source: Arrow (1951). */
const pareto: Criterion = {
  definition: 'If every voter strictly prefers one option to another, the other does not win.',
  facts: 'pairs',
  breach(votes, count) {
    for (let a = 0; a < votes.names.length; a++)
      for (let b = 0; b < votes.names.length; b++) {
        if (a === b || support(votes, a, b) < votes.ballots.length || !has(count.winners(votes), b)) continue;
        const expected = `Every voter prefers ${votes.names[a]} to ${votes.names[b]}, so ${votes.names[b]} should not win.`;
        return inOneElection(votes, count, expected);
      }
    return undefined;
  },
};

/**
 * Monotonicity: a winner still wins if some voters move it up and change nothing else. The search moves the winner up
 * by only one step on one ballot. One step is enough: if a move of several steps breaks the criterion, so does at least
 * one of its steps. Source: Woodall (1997); GEDI, Figure 10.
 */
const monotonicity: Criterion = {
  definition: 'An option that wins still wins if some voters lift it and change nothing else.',
  facts: 'first preferences',
  breach(votes, count) {
    const before = count.winners(votes);
    for (let option = 0; option < votes.names.length; option++) {
      if (!has(before, option)) continue;
      for (const place of distinctPlaces(votes, count)) {
        const lifted = votes.space.lifted(votes.ballots[place]!, option);
        if (lifted === undefined) continue;
        const after = { ...votes, ballots: votes.ballots.with(place, lifted) };
        if (has(count.winners(after), option)) continue;
        const name = votes.names[option];
        return {
          elections: [
            { label: 'Before', votes },
            { label: `After one voter lifts ${name}`, votes: after },
          ],
          expected: `At first ${win(votes, before)}. Then one voter lifts ${name}, so ${name} should still win.`,
          instead: `But then ${win(votes, count.winners(after))}.`,
        };
      }
    }
    return undefined;
  },
};

/**
 * Participation: no voter gets a worse result by voting than by staying away. A voter judges a set of winners by the
 * winner that the voter likes best. If the order of ballots matters, the voter who joins votes last. Source: Moulin
 * (1988).
 */
const participation: Criterion = {
  definition: 'Taking part in a vote never leads to a result that the voter likes less.',
  facts: 'pairs',
  breach(votes, count) {
    const after = count.winners(votes);
    if (votes.ballots.length < 2 || after === 0) return undefined;
    const best = (ballot: number, set: OptionSet): number =>
      Math.max(...votes.space.rows[ballot]!.filter((_, option) => has(set, option)));
    const places = count.isAnonymous ? distinctPlaces(votes, count) : [votes.ballots.length - 1];
    for (const place of places) {
      const voter = votes.ballots[place]!;
      const absent = { ...votes, ballots: votes.ballots.toSpliced(place, 1) };
      const before = count.winners(absent);
      if (before === 0 || best(voter, before) <= best(voter, after)) continue;
      return {
        elections: [
          { label: 'Without the voter', votes: absent },
          { label: 'With the voter', votes },
        ],
        expected: `Without the voter ${win(votes, before)}. A voter joins (${ballotInWords(votes, voter)}), who should not get a worse result.`,
        instead: `But with the voter ${win(votes, after)}.`,
      };
    }
    return undefined;
  },
};

/**
 * Consistency: if two groups of voters have winners in common, exactly those options win when the groups vote together.
 * If the order of ballots matters, the second group votes after the first. Source: Young (1975).
 */
const consistency: Criterion = {
  definition:
    'If two groups of voters have winners in common, those options and no others win when the groups vote together.',
  facts: 'first preferences',
  breach(votes, count) {
    const together = count.winners(votes);
    for (const [one, other] of groups(votes, count)) {
      const common = count.winners(one) & count.winners(other);
      if (common === 0 || common === together) continue;
      return {
        elections: [
          { label: 'First group', votes: one },
          { label: 'Second group', votes: other },
          { label: 'Together', votes },
        ],
        expected: `Both groups elect ${listed(namesIn(votes, common))}, so a joint vote should elect the same options.`,
        instead: `But together ${win(votes, together)}.`,
      };
    }
    return undefined;
  },
};

/**
 * Yields all ways to divide the voters into two groups. If ballot order matters, the second group votes after the
 * first.
 */
function* groups(votes: Votes, count: Counter): Generator<readonly [Votes, Votes]> {
  const { ballots } = votes;
  if (!count.isAnonymous) {
    for (let size = 1; size < ballots.length; size++)
      yield [
        { ...votes, ballots: ballots.slice(0, size) },
        { ...votes, ballots: ballots.slice(size) },
      ];
    return;
  }
  // For each distinct ballot, `taken` is the number of voters in the first group. It advances like an odometer.
  const kinds = [...new Set(ballots)];
  const most = kinds.map((kind) => ballots.filter((ballot) => ballot === kind).length);
  const taken = kinds.map(() => 0);
  for (;;) {
    let at = 0;
    while (at < taken.length && taken[at] === most[at]) taken[at++] = 0;
    if (at === taken.length) return;
    taken[at]!++;
    const size = taken.reduce((sum, number) => sum + number, 0);
    if (2 * size > ballots.length) continue;
    const one = kinds.flatMap((kind, place) => new Array<number>(taken[place]!).fill(kind));
    const other = kinds.flatMap((kind, place) => new Array<number>(most[place]! - taken[place]!).fill(kind));
    yield [
      { ...votes, ballots: one },
      { ...votes, ballots: other },
    ];
  }
}

/**
 * Independence of irrelevant alternatives: removing or adding an option that does not win does not change the winners.
 * Voters do not change how they rank or rate the other options. Source: Arrow (1951); GEDI, Figure 8.
 */
const independence: Criterion = {
  definition: 'Removing or adding an option that does not win does not change the winners.',
  facts: 'first preferences',
  breach(votes, count) {
    const winners = count.winners(votes);
    if (winners === 0) return undefined;
    for (let option = 0; option < votes.names.length; option++) {
      if (has(winners, option)) continue;
      const fewer = count.without(votes, option);
      const others = widened(count.winners(fewer), option);
      if (others === winners) continue;
      const name = votes.names[option]!;
      const expected = `Without ${name}, ${win(votes, others)}. Adding ${name} changes nobody's view of the others.`;
      return byAdding(name, fewer, votes, expected, winners);
    }
    return undefined;
  },
};

/**
 * Clone independence: clones are two or more options (but not all options) that appear next to each other on every
 * ballot. With ratings, clones are options that every voter rates equally. Removing one of several clones changes
 * neither which non-clones win nor whether any clone wins. Source: Tideman (1987).
 */
const cloneIndependence: Criterion = {
  definition:
    'Removing one of several clones (options next to each other on every ballot) changes neither which others win nor whether a clone wins.',
  facts: 'first preferences',
  breach(votes, count) {
    const all = (1 << votes.names.length) - 1;
    for (let clones = 3; clones < all; clones++) {
      if (membersOf(clones) < 2 || !areClones(votes, clones)) continue;
      const winners = count.winners(votes);
      for (let clone = 0; clone < votes.names.length; clone++) {
        if (!has(clones, clone)) continue;
        const fewer = count.without(votes, clone);
        const others = widened(count.winners(fewer), clone);
        const isSame = (winners & ~clones) === (others & ~clones);
        if (isSame && ((winners & clones) !== 0) === ((others & clones) !== 0)) continue;
        const name = votes.names[clone]!;
        const expected = `${listed(namesIn(votes, clones))} are clones, and without ${name} ${win(votes, others)}. Adding ${name} should change nothing for the others, and neither give the win to a clone nor take it from one.`;
        return byAdding(name, fewer, votes, expected, winners);
      }
    }
    return undefined;
  },
};

function areClones({ space, ballots }: Votes, set: OptionSet): boolean {
  const width = space.opinion === 'ranking' ? membersOf(set) - 1 : 0;
  return ballots.every((ballot) => {
    const levels = space.rows[ballot]!.filter((_, option) => has(set, option));
    return Math.max(...levels) - Math.min(...levels) === width;
  });
}

/**
 * Reversal symmetry: an option that is the only winner does not win when every ballot is reversed. Source: Saari
 * (1994).
 */
const reversalSymmetry: Criterion = {
  definition: 'An option that is the only winner does not win if every ballot is reversed.',
  facts: 'pairs',
  breach(votes, count) {
    const winners = count.winners(votes);
    if (membersOf(winners) !== 1) return undefined;
    const reversed = { ...votes, ballots: votes.ballots.map((ballot) => votes.space.reversed(ballot)) };
    const after = count.winners(reversed);
    if ((winners & after) === 0) return undefined;
    const name = listed(namesIn(votes, winners));
    return {
      elections: [
        { label: 'Before', votes },
        { label: 'Upside down', votes: reversed },
      ],
      expected: `${name} is the only winner, so it should not win when every ballot is reversed.`,
      instead: `But then ${win(votes, after)}.`,
    };
  },
};

export const criteria = {
  majority,
  'majority loser': majorityLoser,
  monotonicity,
  consistency,
  'independence of irrelevant alternatives': independence,
  condorcet,
  'condorcet loser': condorcetLoser,
  smith,
  participation,
  'clone independence': cloneIndependence,
  'reversal symmetry': reversalSymmetry,
  pareto,
} as const satisfies Readonly<Record<string, Criterion>>;

export type CriterionName = keyof typeof criteria;

/** The names of all criteria, in the order of the columns in a table. */
export const criterionNames = Object.keys(criteria) as readonly CriterionName[];

function inOneElection(votes: Votes, count: Counter, expected: string): Breach {
  return {
    elections: [{ label: 'The votes', votes }],
    expected,
    instead: `But ${win(votes, count.winners(votes))}.`,
  };
}

function byAdding(name: string, fewer: Votes, votes: Votes, expected: string, winners: OptionSet): Breach {
  return {
    elections: [
      { label: `Without ${name}`, votes: fewer },
      { label: `With ${name}`, votes },
    ],
    expected,
    instead: `But with ${name} ${win(votes, winners)}.`,
  };
}

/** Counts the voters who put an option strictly above (`sign` 1) or strictly below (`sign` -1) all other options. */
export function putApart({ space, ballots }: Votes, option: number, sign: 1 | -1): number {
  return ballots.filter((ballot) => {
    const row = space.rows[ballot]!;
    return row.every((level, other) => other === option || sign * (row[option]! - level) > 0);
  }).length;
}

/** Counts the voters who strictly prefer option a to option b. */
export function support({ space, ballots }: Votes, a: number, b: number): number {
  return ballots.filter((ballot) => space.level(ballot, a) > space.level(ballot, b)).length;
}

const beats = (votes: Votes, a: number, b: number): boolean => support(votes, a, b) > support(votes, b, a);

function smithSet(votes: Votes): OptionSet {
  const options = votes.names.map((_, option) => option);
  // If a dominant set contains an option, it also contains every option that this option does not beat.
  const unbeaten = options.map((a) => setOf(options.filter((b) => a === b || !beats(votes, a, b))));
  const closures = unbeaten.map((start) => {
    let [set, before] = [start, 0];
    while (set !== before) {
      before = set;
      for (const option of options) if (has(set, option)) set |= unbeaten[option]!;
    }
    return set;
  });
  return closures.reduce((least, set) => (membersOf(set) < membersOf(least) ? set : least));
}

/** Returns the position of every ballot or, if ballot order does not matter, one position for each distinct ballot. */
function distinctPlaces({ ballots }: Votes, { isAnonymous }: Counter): number[] {
  return [...ballots.keys()].filter((place) => !isAnonymous || ballots[place - 1] !== ballots[place]);
}

/** Converts a set of options from the numbering without option `gone` to the numbering of the full election. */
function widened(set: OptionSet, gone: number): OptionSet {
  const lower = set & ((1 << gone) - 1);
  return lower | ((set & ~((1 << gone) - 1)) << 1);
}

const has = (set: OptionSet, option: number): boolean => ((set >> option) & 1) === 1;
export const setOf = (options: readonly number[]): OptionSet =>
  options.reduce((set, option) => set | (1 << option), 0);

function membersOf(set: OptionSet): number {
  let size = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) size++;
  return size;
}

const namesIn = ({ names }: Votes, set: OptionSet): string[] => names.filter((_, option) => has(set, option));

/** Joins names into a list, such as "Amber", "Amber and Blue" or "Amber, Blue and Coral". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? 'nobody') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const win = (votes: Votes, set: OptionSet): string =>
  `${listed(namesIn(votes, set))} ${membersOf(set) > 1 ? 'win' : 'wins'}`;

/** Formats a ballot as "Amber > Blue" or "Amber 3, Blue 1". */
export function ballotInWords({ space, names }: Votes, ballot: number): string {
  if (space.opinion !== 'ranking')
    return names.map((name, option) => `${name} ${space.level(ballot, option)}`).join(', ');
  return [...names.keys()]
    .sort((a, b) => space.level(ballot, b) - space.level(ballot, a))
    .map((option) => names[option])
    .join(' > ');
}
