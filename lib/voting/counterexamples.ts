import { AgoraError, knownOptions, wholeNumber } from '../error';
import { Random } from '../random';
import { BallotSpace, profiles, type Opinion, type Symmetry } from './ballot-space';
import { defaultScale, type Ballot, type BallotKind } from './ballots';
import { ballotInWords, criteria, criterionNames, listed, putApart, setOf, support } from './criteria';
import type { Breach, Counter, Criterion, CriterionName, OptionSet, Votes } from './criteria';
import { RankingProfile, ratings } from './profile';
import type { Election, Result, Rule } from './rule';
import { writeTotals } from './written';

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
  /** The votes, the first preferences or head-to-head results, the totals and the winners, as text. */
  readonly description: string;
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
   * Whether the rule meets the criterion. 'no': the search found a counterexample. 'yes': the search tried all profiles
   * within its limits and found none. 'unknown': the search stopped early, after counting 400,000 elections.
   */
  readonly verdict: 'yes' | 'no' | 'unknown';
  /**
   * The smallest counterexample: fewest options first, then fewest voters. Null if the verdict is 'yes' or 'unknown'.
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
 * counterexample, none exists up to the sizes in `upTo`. To report a result, use `verdict`.
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
 * Checks whether a rule breaks a criterion on the given votes. Returns the counterexample, or null if the rule does not
 * break the criterion. There may be up to 6 options. The votes depend on the rule's ballots:
 *
 * - rankings or choices: complete rankings without ties
 * - approvals: ratings of 0 or 1
 * - ratings: ratings on the rule's scale
 * - points: not supported
 */
export function checkCriterion(
  rule: Rule,
  criterion: CriterionName,
  opinions: Election,
): Counterexample | null {
  const search = new Search(rule, opinionUnder(rule));
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

/** Returns how voters express their opinions under a rule. */
function opinionUnder(rule: Rule): Opinion {
  switch (rule.ballot) {
    case 'choice':
    case 'ranking':
      return 'ranking';
    case 'approval':
      return { lowest: 0, highest: 1 };
    case 'rating':
      return rule.scale ?? defaultScale;
    case 'points':
      throw new AgoraError(
        `${rule.name} counts ballots that distribute points. Criteria apply only to rankings and ratings. Use a rule that counts choices, approvals, rankings or ratings.`,
      );
  }
}

/** Like `opinionUnder`, but with only the four lowest ratings, so that a search can try all ballots. */
function searchedOpinion(rule: Rule): Opinion {
  const opinion = opinionUnder(rule);
  if (opinion === 'ranking') return opinion;
  const { lowest, highest } = opinion;
  return { lowest, highest: Math.min(highest, lowest + 3) };
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
    this.symmetry = symmetryOf(rule, opinion);
  }

  get isAnonymous(): boolean {
    return this.symmetry.anonymous;
  }

  find(name: CriterionName, limits: SearchLimits): SearchOutcome {
    const criterion = criterionOf(name);
    const upTo: { options: number; voters: number }[] = [];
    const outcome = { rule: this.rule.name, criterion: name, counterexample: null, upTo };
    const start = this.counted;
    for (const { options, voters: most } of this.sizes(name, limits))
      for (let voters = 1; voters <= most; voters++) {
        const space = this.space(options);
        const names = searchNames.slice(0, options);
        for (const ballots of profiles(space, voters, this.symmetry)) {
          const breach = criterion.breach({ space, ballots, names }, this);
          if (breach !== undefined)
            return { ...outcome, verdict: 'no', counterexample: this.shown(name, breach) };
          if (this.counted - start > mostElections) return { ...outcome, verdict: 'unknown' };
        }
        if (voters > 1) upTo.pop();
        upTo.push({ options, voters });
      }
    return { ...outcome, verdict: 'yes' };
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
    const key = `${votes.names.length}: ${ballots.join()}`;
    let winners = this.known.get(key);
    if (winners === undefined) {
      const result = resultOf(this.rule, { ...votes, ballots }, this.isAnonymous);
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
            return { ratings: tiers.map((tier) => options.length - 1 - tier), weight };
          })
        : ratings(opinions, this.opinion, 'checkCriterion').rows;
    const ballots = rows.flatMap((row) => {
      const voters = wholeNumber('The number of voters', row.weight, 0, 10_000);
      return new Array<number>(voters).fill(space.numberOf(row.ratings));
    });
    if (this.isAnonymous) ballots.sort((a, b) => a - b);
    return { space, ballots, names: options };
  }

  shown(name: CriterionName, { elections, expected, instead }: Breach): Counterexample {
    const { facts } = criterionOf(name);
    return {
      rule: this.rule.name,
      criterion: name,
      options: Math.max(...elections.map(({ votes }) => votes.names.length)),
      voters: Math.max(...elections.map(({ votes }) => votes.ballots.length)),
      elections: elections.map(({ label, votes }) => {
        const groups = grouped(votes.ballots, this.isAnonymous);
        const kind = this.opinion === 'ranking' ? 'ranking' : 'rating';
        const election = electionWith(kind, votes, groups);
        const result = resultOf(this.rule, votes, this.isAnonymous);
        return { label, election, result, description: describeElection(votes, groups, result, facts) };
      }),
      expected,
      instead,
    };
  }

  private space(options: number): BallotSpace {
    let space = this.spaces.get(options);
    if (space === undefined) this.spaces.set(options, (space = new BallotSpace(this.opinion, options)));
    return space;
  }
}

/**
 * Tests a rule's symmetry by shuffling the ballots and renaming the options of 120 small profiles. A rule that fails
 * the test does not have the symmetry; a rule that passes may still lack it.
 */
function symmetryOf(rule: Rule, opinion: Opinion): Symmetry {
  const random = Random.from(1, 'symmetry of a rule');
  let [anonymous, neutral] = [true, true];
  for (let trial = 0; trial < 120; trial++) {
    const names = searchNames.slice(0, 2 + (trial % (opinion === 'ranking' ? 3 : 2)));
    const space = new BallotSpace(opinion, names.length);
    const drawn = (): number => {
      if (opinion === 'ranking') return random.below(space.rows.length);
      const { lowest, highest } = opinion;
      return space.numberOf(names.map(() => lowest + random.below(highest - lowest + 1)));
    };
    const ballots = Array.from({ length: 1 + random.below(6) }, drawn);
    const result = (cast: readonly number[]) => resultOf(rule, { space, ballots: cast, names }, false);
    const before = result(ballots);
    anonymous &&= standings(result(random.shuffle(ballots)), names) === standings(before, names);
    const to = random.shuffle([...names.keys()]);
    const oldNames = to.map((option) => names[option]!);
    const renamed = ballots.map((ballot) => space.renamed(ballot, to));
    neutral &&= standings(result(renamed), names) === standings(before, oldNames);
  }
  return { anonymous, neutral };
}

/** Returns whether each option wins, and its tier. */
const standings = ({ winners, order }: Result, names: readonly string[]): string =>
  names.map((name) => `${winners.includes(name)} ${order.findIndex((tier) => tier.includes(name))}`).join();

/** Counts the voters for each distinct ballot. If `together` is false, keeps every ballot separate. */
function grouped(ballots: readonly number[], together: boolean): Groups {
  if (!together) return ballots.map((ballot) => [ballot, 1]);
  const voters = new Map<number, number>();
  for (const ballot of ballots) voters.set(ballot, (voters.get(ballot) ?? 0) + 1);
  return [...voters];
}

type Groups = readonly (readonly [ballot: number, voters: number])[];

function resultOf(rule: Rule, votes: Votes, together: boolean): Result {
  return rule.count(electionWith(rule.ballot, votes, grouped(votes.ballots, together)));
}

/** Returns the election in which voters with these opinions cast ballots of the given kind. */
function electionWith(kind: BallotKind, { space, names }: Votes, groups: Groups): Election {
  const ballots = groups.map(([ballot, count]): Ballot => {
    const row = space.rows[ballot]!;
    switch (kind) {
      case 'choice':
        return { kind, choice: names[row.indexOf(names.length - 1)]!, count };
      case 'ranking':
        return { kind, ranking: names.map((_, at) => names[row.indexOf(names.length - 1 - at)]!), count };
      case 'approval':
        return { kind, approved: names.filter((_, option) => row[option] === 1), count };
      default:
        return {
          kind: 'rating',
          ratings: Object.fromEntries(names.map((name, option) => [name, row[option]!])),
          count,
        };
    }
  });
  return { options: names, ballots };
}

const plural = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

/**
 * Describes a counterexample in words, as in GEDI's Figures 8 to 11. For each election, lists the votes, the first
 * preferences or head-to-head results, the totals and the winners. Then explains how the result breaks the criterion.
 */
export function describeCounterexample(example: Counterexample): string {
  const { rule, criterion, options, voters, elections, expected, instead } = example;
  const { definition } = criterionOf(criterion);
  return [
    `${rule} breaks "${criterion}" with ${options} options and ${plural(voters, 'voter')}.`,
    definition,
    ...elections.map(({ label, description }) => `\n${label}:\n${description}`),
    `\n${expected} ${instead}`,
  ].join('\n');
}

function describeElection(
  votes: Votes,
  groups: Groups,
  { totals, winners }: Result,
  facts: Criterion['facts'],
): string {
  const { names } = votes;
  const width = Math.max(0, ...groups.map(([, voters]) => plural(voters, 'voter').length));
  const lines = groups.map(
    ([ballot, voters]) => `  ${plural(voters, 'voter').padStart(width)}: ${ballotInWords(votes, ballot)}`,
  );
  const firsts = names.map((name, option) => `${name} ${putApart(votes, option, 1)}`);
  const pairs = names.flatMap((_, a) =>
    names.slice(a + 1).map((__, later) => {
      const b = a + 1 + later;
      const [ahead, behind] = [support(votes, a, b), support(votes, b, a)];
      return ahead >= behind
        ? `${names[a]} over ${names[b]} ${ahead} to ${behind}`
        : `${names[b]} over ${names[a]} ${behind} to ${ahead}`;
    }),
  );
  return [
    ...lines,
    facts === 'pairs' ? `  Head to head: ${pairs.join(', ')}` : `  First preferences: ${firsts.join(', ')}`,
    `  Totals: ${writeTotals(totals)}`,
    `  ${winners.length > 1 ? 'Winners' : 'Winner'}: ${listed(winners)}`,
  ].join('\n');
}
