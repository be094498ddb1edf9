import { AgoraError, knownOptions, wholeNumber } from '../error';
import { Random } from '../random';
import { BallotSpace, profiles, type Opinion, type Symmetry } from './ballot-space';
import type { Ballot } from './ballots';
import { criteria, criterionNames, listed, setOf } from './criteria';
import type { Breach, Counter, Criterion, CriterionName, OptionSet, Votes } from './criteria';
import { RankingProfile, ratings } from './profile';
import type { Election, Result, Rule } from './rule';

/** Searches for the smallest profile on which a rule breaks a criterion. */

/** An example in which a rule breaks a criterion. */
export interface Counterexample {
  readonly rule: string;
  readonly criterion: CriterionName;
  /** The largest number of options in any of the example's elections. `voters` is the largest number of voters. */
  readonly options: number;
  readonly voters: number;
  /**
   * One election; two elections (before and after a change); or three elections (first group, second group, and all
   * voters together).
   */
  readonly elections: readonly CountedElection[];
  /** The result that the criterion requires. */
  readonly expected: string;
  /** The result that the rule gives instead. */
  readonly instead: string;
}

export interface CountedElection {
  readonly label: string;
  /** The voters' opinions, as rankings or ratings. Equal opinions are grouped unless the order of ballots matters. */
  readonly election: Election;
  readonly result: Result;
}

export interface SearchLimits {
  /** The maximum number of options, from 2 to 6. Default: 4 for rankings and 3 for ratings. */
  readonly maxOptions?: number;
  /**
   * The maximum number of voters: one limit, or a separate limit for each number of options. With the default limits, a
   * search takes about one second.
   */
  readonly maxVoters?: number | Readonly<Record<number, number>>;
}

export interface SearchOutcome {
  readonly rule: string;
  readonly criterion: CriterionName;
  /**
   * The smallest counterexample: fewest options first, then fewest voters. Null if the search found no counterexample.
   */
  readonly counterexample: Counterexample | null;
  /**
   * The sizes for which the search found no counterexample. For each entry, the search tried all profiles with the
   * given number of options and at most the given number of voters.
   */
  readonly upTo: readonly { readonly options: number; readonly voters: number }[];
}

/** The option names used in searches, as in GEDI's appendix D. */
const searchNames: readonly string[] = Object.freeze(['Amber', 'Blue', 'Coral', 'Dune', 'Ebony', 'Fern']);

/** The maximum number of elections that one search counts. */
const mostElections = 400_000;

/**
 * The default maximum number of voters for each number of options. If a rule depends on ballot order, a search has to
 * try more profiles, so some limits are lower.
 */
const usualVoters: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  rankings: { 2: 12, 3: 10, 4: 4, 5: 2, 6: 1 },
  'rankings in order': { 2: 8, 3: 6, 4: 3, 5: 2, 6: 1 },
  ratings: { 2: 5, 3: 3, 4: 2, 5: 1, 6: 1 },
};

/**
 * Searches for the smallest profile on which a rule breaks a criterion. Tries all profiles in order of size: fewest
 * options first, then fewest voters. The first counterexample found is therefore the smallest. If the search finds no
 * counterexample, none exists up to the sizes in `upTo`.
 *
 * The profiles depend on the rule's ballots:
 *
 * - rankings: voters rank all options
 * - choices: voters rank all options and vote for their first choice, as in GEDI's Table 1 for plurality
 * - approvals: voters approve any number of options, including none
 * - ratings: voters use only the four lowest ratings
 * - points: not supported
 */
export function searchCounterexample(
  rule: Rule,
  criterion: CriterionName,
  limits: SearchLimits = {},
): SearchOutcome {
  return new Search(rule, searchedOpinion(rule)).find(criterion, limits);
}

/** Searches for counterexamples to several criteria under several rules. Returns one row of outcomes per rule. */
export function criteriaTable(
  rules: readonly Rule[],
  names: readonly CriterionName[] = criterionNames,
  limits: SearchLimits = {},
): SearchOutcome[][] {
  return rules.map((rule) => {
    const search = new Search(rule, searchedOpinion(rule));
    return names.map((name) => search.find(name, limits));
  });
}

/**
 * Checks whether a rule breaks a criterion on the given votes. The votes must be rankings or ratings of up to 6
 * options. Returns the counterexample, or null if the rule does not break the criterion.
 */
export function checkCriterion(
  rule: Rule,
  criterion: CriterionName,
  opinions: Election,
): Counterexample | null {
  const isRating = opinions.ballots[0]?.kind === 'rating';
  const opinion = isRating ? (rule.scale ?? { lowest: 0, highest: 9 }) : 'ranking';
  const search = new Search(rule, opinion);
  const votes = search.read(opinions);
  const breach = criterionOf(criterion).breach(votes, search);
  return breach === undefined ? null : search.shown(criterion, breach);
}

function criterionOf(name: CriterionName): Criterion {
  if (!Object.hasOwn(criteria, name))
    throw new AgoraError(
      `Unknown criterion ${JSON.stringify(name)}. Use one of ${criterionNames.join(', ')}.`,
    );
  return criteria[name];
}

function searchedOpinion(rule: Rule): Opinion {
  switch (rule.ballot) {
    case 'choice':
    case 'ranking':
      return 'ranking';
    case 'approval':
      return { lowest: 0, highest: 1 };
    case 'rating': {
      const { lowest, highest } = rule.scale ?? { lowest: 1, highest: 5 };
      return { lowest, highest: Math.min(highest, lowest + 3) };
    }
    case 'points':
      throw new AgoraError(
        `${rule.name} counts ballots that distribute points. A search cannot enumerate such ballots. Use a rule that counts choices, approvals, rankings or ratings.`,
      );
  }
}

/** Counts votes under one rule. Caches the winners, because a search counts the same votes many times. */
class Search implements Counter {
  private readonly spaces = new Map<number, BallotSpace>();
  private readonly known = new Map<string, OptionSet>();
  private readonly symmetry: Symmetry;
  private counted = 0;

  constructor(
    private readonly rule: Rule,
    private readonly opinion: Opinion,
  ) {
    this.symmetry = { anonymous: false, neutral: false };
    this.symmetry = this.findSymmetry();
    this.known.clear();
  }

  get isAnonymous(): boolean {
    return this.symmetry.anonymous;
  }

  find(name: CriterionName, limits: SearchLimits): SearchOutcome {
    const criterion = criterionOf(name);
    const upTo: { options: number; voters: number }[] = [];
    const outcome = { rule: this.rule.name, criterion: name, upTo };
    const start = this.counted;
    for (const { options, voters: most } of this.sizes(name, limits))
      for (let voters = 1; voters <= most; voters++) {
        const space = this.space(options);
        for (const ballots of profiles(space, voters, this.symmetry)) {
          const breach = criterion.breach({ space, ballots, names: searchNames.slice(0, options) }, this);
          if (breach !== undefined) return { ...outcome, counterexample: this.shown(name, breach) };
          if (this.counted - start > mostElections) return { ...outcome, counterexample: null };
        }
        if (voters > 1) upTo.pop();
        upTo.push({ options, voters });
      }
    return { ...outcome, counterexample: null };
  }

  private sizes(name: CriterionName, limits: SearchLimits): { options: number; voters: number }[] {
    knownOptions('searchCounterexample', limits, ['maxOptions', 'maxVoters']);
    const isRanking = this.opinion === 'ranking';
    const kind = !isRanking ? 'ratings' : this.isAnonymous ? 'rankings' : 'rankings in order';
    // The consistency search tries every division of the voters into two groups, so it covers fewer voters.
    const usual =
      kind === 'rankings' && name === 'consistency'
        ? { ...usualVoters[kind], 2: 9, 3: 8 }
        : usualVoters[kind]!;
    const mostOptions = wholeNumber(
      'maxOptions',
      limits.maxOptions ?? (isRanking ? 4 : 3),
      2,
      searchNames.length,
    );
    return Array.from({ length: mostOptions - 1 }, (_, at) => {
      const options = at + 2;
      const { maxVoters } = limits;
      const asked = typeof maxVoters === 'number' ? maxVoters : maxVoters?.[options];
      return { options, voters: wholeNumber('maxVoters', asked ?? usual[options]!, 1, 255) };
    });
  }

  winners(votes: Votes): OptionSet {
    const ballots = this.isAnonymous ? [...votes.ballots].sort((a, b) => a - b) : votes.ballots;
    const key = String.fromCharCode(votes.names.length, ...ballots);
    let winners = this.known.get(key);
    if (winners === undefined) {
      const result = this.result({ ...votes, ballots });
      winners = setOf(result.winners.map((name) => votes.names.indexOf(name)));
      this.counted++;
      this.known.set(key, winners);
    }
    return winners;
  }

  without(votes: Votes, option: number): Votes {
    const smaller = this.space(votes.names.length - 1);
    const ballots = votes.ballots.map((ballot) => votes.space.without(ballot, option, smaller));
    if (this.isAnonymous) ballots.sort((a, b) => a - b);
    return { space: smaller, ballots, names: votes.names.filter((_, other) => other !== option) };
  }

  /** Converts an election to votes. */
  read(opinions: Election): Votes {
    const { options } = opinions;
    const space = this.space(wholeNumber('The number of options', options.length, 2, searchNames.length));
    const rows =
      this.opinion === 'ranking'
        ? RankingProfile.from(opinions, 'complete', 'checkCriterion').rows.map(({ tiers, weight }) => {
            return { levels: tiers.map((tier) => options.length - 1 - tier), weight };
          })
        : ratings(opinions, this.opinion, 'checkCriterion').rows.map((row) => ({
            levels: row.ratings,
            weight: row.weight,
          }));
    const ballots = rows.flatMap(({ levels, weight }) => {
      const number = space.numberOf(levels);
      if (number === undefined)
        throw new AgoraError('checkCriterion accepts only rankings without ties. Break the ties first.');
      return new Array<number>(wholeNumber('The number of voters', weight, 0, 10_000)).fill(number);
    });
    if (this.isAnonymous) ballots.sort((a, b) => a - b);
    return { space, ballots, names: options };
  }

  shown(criterion: CriterionName, { elections, expected, instead }: Breach): Counterexample {
    return {
      rule: this.rule.name,
      criterion,
      options: Math.max(...elections.map(({ votes }) => votes.names.length)),
      voters: Math.max(...elections.map(({ votes }) => votes.ballots.length)),
      elections: elections.map(({ label, votes }) => ({
        label,
        election: opinionsOf(votes, this.isAnonymous),
        result: this.result(votes),
      })),
      expected,
      instead,
    };
  }

  private space(options: number): BallotSpace {
    let space = this.spaces.get(options);
    if (space === undefined) this.spaces.set(options, (space = new BallotSpace(this.opinion, options)));
    return space;
  }

  private result(votes: Votes): Result {
    return this.rule.count(castFor(this.rule, votes, this.isAnonymous));
  }

  /**
   * Tests symmetry on 120 small profiles by shuffling ballots and renaming options. A rule that fails the test does not
   * have the symmetry; a rule that passes may still lack it.
   */
  private findSymmetry(): Symmetry {
    const random = Random.from(1, 'symmetry of a rule');
    let [anonymous, neutral] = [true, true];
    for (let trial = 0; trial < 120 && (anonymous || neutral); trial++) {
      const space = this.space(2 + (trial % (this.opinion === 'ranking' ? 3 : 2)));
      const names = searchNames.slice(0, space.options);
      const ballots = Array.from({ length: 1 + random.below(6) }, () => random.below(space.size));
      const before = standings(this.result({ space, ballots, names }), names);
      const isSame = (other: readonly number[], to: readonly number[]): boolean => {
        const after = standings(this.result({ space, ballots: other, names }), names);
        return to.every((old, option) => after[option] === before[old]);
      };
      const identity = names.map((_, option) => option);
      anonymous &&= isSame(random.shuffle(ballots), identity);
      const to = random.shuffle(identity);
      const image = space.renaming(to);
      neutral &&= isSame(
        ballots.map((ballot) => image[ballot]!),
        to,
      );
    }
    return { anonymous, neutral };
  }
}

/** Returns each option's tier and whether the option wins. */
const standings = ({ winners, order }: Result, names: readonly string[]): string[] =>
  names.map((name) => `${winners.includes(name)} ${order.findIndex((tier) => tier.includes(name))}`);

/** Counts the voters for each distinct ballot. If `together` is false, keeps every ballot separate. */
function grouped(
  ballots: readonly number[],
  together: boolean,
): (readonly [ballot: number, voters: number])[] {
  if (!together) return ballots.map((ballot) => [ballot, 1]);
  const voters = new Map<number, number>();
  for (const ballot of ballots) voters.set(ballot, (voters.get(ballot) ?? 0) + 1);
  return [...voters];
}

/** Returns the voters' opinions as an election with rankings or ratings. */
function opinionsOf({ space, ballots, names }: Votes, together: boolean): Election {
  const cast = grouped(ballots, together).map(([ballot, count]): Ballot => {
    const row = space.rows[ballot]!;
    if (space.opinion !== 'ranking')
      return {
        kind: 'rating',
        ratings: Object.fromEntries(names.map((name, option) => [name, row[option]!])),
        count,
      };
    return { kind: 'ranking', ranking: orderOf(row).map((option) => names[option]!), count };
  });
  return { options: names, ballots: cast };
}

const orderOf = (row: readonly number[]): number[] => [...row.keys()].sort((a, b) => row[b]! - row[a]!);

/** Returns the ballots that voters with these opinions cast under a rule. */
function castFor(rule: Rule, votes: Votes, together: boolean): Election {
  const { space, ballots, names } = votes;
  switch (rule.ballot) {
    case 'ranking': {
      const cast = grouped(ballots, together);
      return RankingProfile.ofOrders(
        names,
        cast.map(([ballot]) => ordersIn(space)[ballot]!),
        cast.map(([, voters]) => voters),
      );
    }
    case 'choice':
      return {
        options: names,
        ballots: grouped(ballots, together).map(([ballot, count]) => {
          return { kind: 'choice', choice: names[ordersIn(space)[ballot]![0]!]!, count };
        }),
      };
    case 'approval':
      return {
        options: names,
        ballots: grouped(ballots, together).map(([ballot, count]) => {
          return {
            kind: 'approval',
            approved: names.filter((_, option) => space.level(ballot, option) === 1),
            count,
          };
        }),
      };
    default:
      return opinionsOf(votes, together);
  }
}

const ordersOfSpace = new WeakMap<BallotSpace, readonly (readonly number[])[]>();

/** Returns each ballot in a space as a list of options, best first. */
function ordersIn(space: BallotSpace): readonly (readonly number[])[] {
  let orders = ordersOfSpace.get(space);
  if (orders === undefined) ordersOfSpace.set(space, (orders = space.rows.map(orderOf)));
  return orders;
}

/**
 * Describes an outcome briefly for a table. The description contains the size of the counterexample, as in "broken: 3
 * options, 3 voters", or the sizes that the search covered.
 */
export function describeOutcome({ counterexample, upTo }: SearchOutcome): string {
  if (counterexample !== null)
    return `broken: ${counterexample.options} options, ${plural(counterexample.voters, 'voter')}`;
  const sizes = upTo.map(({ options, voters }) => `${plural(voters, 'voter')} with ${options} options`);
  return sizes.length === 0 ? 'nothing searched' : `met up to ${listed(sizes)}`;
}

const plural = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

/**
 * Describes a counterexample in words, as in GEDI's Figures 8 to 11. For each election, lists the votes, the first
 * preferences or head-to-head results, the totals and the winners. Then explains how the result breaks the criterion.
 */
export function describeCounterexample(example: Counterexample): string {
  const { rule, criterion, options, voters, elections, expected, instead } = example;
  const { definition, facts } = criterionOf(criterion);
  return [
    `${rule} breaks "${criterion}" with ${options} options and ${plural(voters, 'voter')}.`,
    definition,
    ...elections.map((election) => `\n${describeElection(election, facts)}`),
    `\n${expected} ${instead}`,
  ].join('\n');
}

function describeElection({ label, election, result }: CountedElection, facts: Criterion['facts']): string {
  const { options, ballots } = election;
  const levels = ballots.map((ballot) =>
    options.map((option) =>
      ballot.kind === 'rating'
        ? ballot.ratings[option]!
        : ballot.kind === 'ranking'
          ? options.length - 1 - ballot.ranking.indexOf(option)
          : 0,
    ),
  );
  const counts = ballots.map(({ count = 1 }) => count);
  const votersWho = (holds: (row: readonly number[]) => boolean): number =>
    counts.reduce((sum, count, at) => (holds(levels[at]!) ? sum + count : sum), 0);
  const width = Math.max(0, ...counts.map((count) => plural(count, 'voter').length));
  const lines = ballots.map((ballot, at) => {
    const text =
      ballot.kind === 'ranking'
        ? ballot.ranking.join(' > ')
        : options.map((option, place) => `${option} ${levels[at]![place]}`).join(', ');
    return `  ${plural(counts[at]!, 'voter').padStart(width)}: ${text}`;
  });
  const firsts = options.map((option, place) => {
    const voters = votersWho((row) => row.every((level, other) => other === place || level < row[place]!));
    return `${option} ${voters}`;
  });
  const pairs = options.flatMap((_, a) =>
    options.slice(a + 1).map((__, later) => {
      const b = a + 1 + later;
      const [ahead, behind] = [votersWho((row) => row[a]! > row[b]!), votersWho((row) => row[b]! > row[a]!)];
      return ahead >= behind
        ? `${options[a]} over ${options[b]} ${ahead} to ${behind}`
        : `${options[b]} over ${options[a]} ${behind} to ${ahead}`;
    }),
  );
  const totals = options.map((option) => `${option} ${Number(result.totals[option]!.toFixed(2))}`);
  return [
    `${label}:`,
    ...lines,
    facts === 'pairs' ? `  Head to head: ${pairs.join(', ')}` : `  First preferences: ${firsts.join(', ')}`,
    `  Totals: ${totals.join(', ')}`,
    `  ${result.winners.length > 1 ? 'Winners' : 'Winner'}: ${listed(result.winners)}`,
  ].join('\n');
}
