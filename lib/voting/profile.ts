import { AgoraError, knownOptions } from '../error';
import {
  addUpTo,
  defaultScale,
  type Ballot,
  type BallotKind,
  type RankingBallot,
  type Scale,
} from './ballots';
import type { Election } from './rule';

/**
 * Validates ballots and replaces option names with numbers. An option's number is its index in `options`. Ballots come
 * from models and files, so this file validates every part of each ballot. Error messages identify a ballot by its
 * number, starting at 1.
 */

/** The maximum number of voters. Up to this limit, all counts are computed without rounding errors. */
const mostVoters = 1e11;

/** An election's options and voter counts, without the contents of its ballots. */
export interface Frame {
  readonly options: readonly string[];
  readonly weights: readonly number[];
  readonly voters: number;
  readonly electorate: number;
  /** Returns the index of an option that a ballot names. */
  readonly numberOf: (place: number, name: unknown) => number;
  /** Returns an error that identifies the rule and the ballot. */
  readonly fault: (place: number, what: string) => AgoraError;
}

/** Validates an election except for the contents of its ballots. */
function checkElection(rule: string, kind: BallotKind, election: Election): Frame {
  if (election instanceof RankingProfile)
    throw new AgoraError(
      `${rule} counts ${kind} ballots, but a RankingProfile contains rankings. Use an election with ${kind} ballots.`,
    );
  knownOptions(`${rule}: count`, election, ['options', 'ballots', 'electorate', 'random']);
  const { options, ballots } = election;
  const numbers = checkOptions(rule, options);
  if (!Array.isArray(ballots)) throw new AgoraError(`${rule}: \`ballots\` must be a list.`);
  let voters = 0;
  const weights = ballots.map((ballot: Ballot, place) => {
    if (typeof ballot !== 'object' || ballot === null || ballot.kind !== kind)
      throw fault(rule, place, `is not a ${kind} ballot. It must be an object with kind: '${kind}'.`);
    const weight = ballot.count ?? 1;
    if (!Number.isSafeInteger(weight) || weight < 0)
      throw fault(rule, place, `has the count ${String(weight)}. A count must be a whole number of voters.`);
    voters += weight;
    return weight;
  });
  if (voters > mostVoters)
    throw new AgoraError(
      `${rule}: ${voters} voters are too many to count exactly. Use at most ${mostVoters}.`,
    );
  const electorate = election.electorate ?? voters;
  if (!Number.isSafeInteger(electorate) || electorate < voters)
    throw new AgoraError(
      `${rule}: the electorate is ${String(electorate)}. It must be a whole number and at least ${voters}, the number of ballots.`,
    );
  return {
    options,
    weights,
    voters,
    electorate,
    numberOf(place, name) {
      const number = numbers.get(name as string);
      if (number !== undefined) return number;
      throw fault(
        rule,
        place,
        `names ${shown(name)}, which is not an option. The options are ${listOf(options)}.`,
      );
    },
    fault: (place, what) => fault(rule, place, what),
  };
}

/**
 * Maps each option to its index. Throws an error if an option is empty, is not a string, or looks the same as another
 * option.
 */
function checkOptions(rule: string, options: readonly string[]): ReadonlyMap<string, number> {
  if (!Array.isArray(options) || options.length === 0)
    throw new AgoraError(`${rule}: \`options\` must be a list of at least one option.`);
  const numbers = new Map<string, number>();
  const looks = new Map<string, string>();
  for (const option of options as readonly unknown[]) {
    if (typeof option !== 'string' || option.trim() === '')
      throw new AgoraError(
        `${rule}: ${shown(option)} is not a valid option. Options must be non-empty strings.`,
      );
    const look = option.normalize('NFC').trim();
    const twin = looks.get(look);
    if (twin === option) throw new AgoraError(`${rule}: the option ${shown(option)} is listed twice.`);
    if (twin !== undefined)
      throw new AgoraError(
        `${rule}: the options ${shown(twin)} and ${shown(option)} look the same. They differ only in surrounding spaces or Unicode form. Rename one of them.`,
      );
    looks.set(look, option);
    numbers.set(option, numbers.size);
  }
  return numbers;
}

const fault = (rule: string, place: number, what: string): AgoraError =>
  new AgoraError(`${rule}: ballot ${place + 1} ${what}`);

/** Formats a value for an error message and truncates it to a readable length. */
function shown(value: unknown): string {
  const text =
    typeof value === 'string' ? JSON.stringify(value) : value === undefined ? 'undefined' : inWords(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function inWords(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

const listOf = (options: readonly string[]): string =>
  options.length <= 10
    ? options.map(shown).join(', ')
    : `${options.slice(0, 10).map(shown).join(', ')} and others`;

/**
 * The rankings that a rule accepts: complete rankings without ties ('complete'), any rankings without ties
 * ('truncated'), or any rankings ('weak').
 */
export type RankingForm = 'complete' | 'truncated' | 'weak';

/** A cast ranking, with option numbers in place of names. */
export interface RankedRow {
  /** The options that the ranking names, favourite first. */
  readonly order: readonly number[];
  /**
   * The tier of each option; favourites are in tier 0. All omitted options are in tier n, where n is the number of
   * options.
   */
  readonly tiers: readonly number[];
  /** The number of voters who cast this ranking. */
  readonly weight: number;
}

/**
 * Validated rankings that refer to options by number. Equal ballots are grouped. You can pass a profile to any rule
 * that counts rankings. To count the same ballots under several rules, create the profile once with
 * `voting.RankingProfile.from(election)`. The rules then do not validate the ballots again.
 */
export class RankingProfile implements Election {
  private pairs: readonly number[] | undefined;

  private constructor(
    readonly options: readonly string[],
    readonly rows: readonly RankedRow[],
    /** The number of voters who cast a ballot. */
    readonly voters: number,
    readonly electorate: number,
    /** The last ranking cast, which decides under GEDI's informed and mis-informed dictatorships. */
    readonly last: RankedRow | undefined,
    /** The index of the first ballot that omits options. Undefined if every ballot is complete. */
    private readonly truncatedAt: number | undefined,
    /** The index of the first ballot that ranks several options equally. */
    private readonly weakAt: number | undefined,
    readonly random: Election['random'],
  ) {}

  /** Validates an election with rankings. */
  static from(election: Election, form: RankingForm = 'weak', rule = 'rankings'): RankingProfile {
    const profile = election instanceof RankingProfile ? election : RankingProfile.read(election, rule);
    const { weakAt, truncatedAt } = profile;
    if (weakAt !== undefined && form !== 'weak')
      throw fault(rule, weakAt, `ranks several options equally. ${rule} does not accept ties on a ballot.`);
    if (truncatedAt !== undefined && form === 'complete')
      throw fault(rule, truncatedAt, `leaves options out. ${rule} needs complete rankings.`);
    return profile;
  }

  private static read(election: Election, rule: string): RankingProfile {
    const frame = checkElection(rule, 'ranking', election);
    const rows = new Map<string, { order: readonly number[]; tiers: readonly number[]; weight: number }>();
    const size = frame.options.length;
    let truncatedAt: number | undefined;
    let weakAt: number | undefined;
    let last: RankedRow | undefined;
    let place = -1;
    for (const ballot of election.ballots) {
      const weight = frame.weights[++place] as number;
      const row = readRanking(frame, place, ballot as RankingBallot);
      const key = String.fromCharCode(...row.tiers);
      let known = rows.get(key);
      if (known === undefined) {
        rows.set(key, (known = { ...row, weight: 0 }));
        if (row.order.length < size) truncatedAt ??= place;
        if (row.isWeak) weakAt ??= place;
      }
      known.weight += weight;
      if (weight > 0) last = known;
    }
    const cast = [...rows.values()].filter(({ weight }) => weight > 0);
    return new RankingProfile(
      frame.options,
      cast,
      frame.voters,
      frame.electorate,
      last,
      truncatedAt,
      weakAt,
      election.random,
    );
  }

  /** The ballots, with equal ballots grouped. */
  get ballots(): readonly RankingBallot[] {
    return this.rows.map(({ order, tiers, weight }) => {
      const ranking: string[][] = [];
      for (const option of order)
        (ranking[tiers[option] as number] ??= []).push(this.options[option] as string);
      return {
        kind: 'ranking',
        ranking: ranking.map((tier) => (tier.length === 1 ? tier.join() : tier)),
        count: weight,
      };
    });
  }

  /**
   * Returns the number of voters who rank option a above option b. The options that a ballot omits count as
   * ranked below the options that it names.
   */
  preferred(a: number, b: number): number {
    this.pairs ??= this.comparePairs();
    return this.pairs[a * this.options.length + b] as number;
  }

  /** Returns the number of voters who rank a above b, minus the number who rank b above a. */
  margin(a: number, b: number): number {
    return this.preferred(a, b) - this.preferred(b, a);
  }

  private comparePairs(): readonly number[] {
    const size = this.options.length;
    const pairs = new Array<number>(size * size).fill(0);
    for (const { tiers, weight } of this.rows)
      for (let a = 0; a < size; a++)
        for (let b = 0; b < a; b++) {
          const difference = (tiers[a] as number) - (tiers[b] as number);
          if (difference < 0) (pairs[a * size + b] as number) += weight;
          else if (difference > 0) (pairs[b * size + a] as number) += weight;
        }
    return pairs;
  }
}

function readRanking(
  frame: Frame,
  place: number,
  { ranking }: RankingBallot,
): { order: number[]; tiers: number[]; isWeak: boolean } {
  if (!Array.isArray(ranking))
    throw frame.fault(place, `has no ranking. A ranking must be a list of options, favourite first.`);
  const size = frame.options.length;
  const tiers = new Array<number>(size).fill(size);
  const order: number[] = [];
  let isWeak = false;
  let tier = 0;
  const put = (name: unknown): void => {
    const option = frame.numberOf(place, name);
    if (tiers[option] !== size) throw frame.fault(place, `ranks ${shown(name)} twice.`);
    tiers[option] = tier;
    order.push(option);
  };
  for (const entry of ranking as RankingBallot['ranking']) {
    if (typeof entry === 'string') put(entry);
    else if (!Array.isArray(entry))
      throw frame.fault(place, `names ${shown(entry)}, which is not an option.`);
    else if (entry.length === 0) throw frame.fault(place, `contains an empty list. Remove the list.`);
    else {
      for (const name of entry) put(name);
      isWeak ||= entry.length > 1;
    }
    tier++;
  }
  if (order.length === 0)
    throw frame.fault(place, `ranks no option. A ranking must name at least one option.`);
  return { order, tiers, isWeak };
}

/** Validated ratings or points that refer to options by number. */
export interface RatingProfile {
  readonly options: readonly string[];
  readonly voters: number;
  /** For each ballot, the ratings in option order and the number of voters who cast the ballot. */
  readonly rows: readonly { readonly ratings: readonly number[]; readonly weight: number }[];
}

/** Validates an election with ratings. Every ballot must rate every option with a whole number on the scale. */
export function ratings(
  election: Election,
  { lowest, highest }: Scale = defaultScale,
  rule = 'ratings',
): RatingProfile {
  const frame = checkElection(rule, 'rating', election);
  return readNumbers(frame, election, 'ratings', (given, place) =>
    given.map((rating, at) => {
      const option = shown(frame.options[at]);
      if (rating === undefined) throw frame.fault(place, `has no rating for ${option}.`);
      if (!Number.isInteger(rating) || rating < lowest || rating > highest)
        throw frame.fault(
          place,
          `gives ${option} the rating ${shown(rating)}. A rating must be a whole number from ${lowest} to ${highest}.`,
        );
      return rating;
    }),
  );
}

/**
 * Validates an election with points. On every ballot, each number of points must be 0 or greater, and the points must
 * add up to `total`. By default, `total` is the number of options.
 */
export function points(election: Election, total: number | undefined, rule: string): RatingProfile {
  const frame = checkElection(rule, 'points', election);
  const wanted = total ?? frame.options.length;
  return readNumbers(frame, election, 'points', (given, place) => {
    const row = given.map((some = 0, at) => {
      if (!Number.isFinite(some) || some < 0)
        throw frame.fault(
          place,
          `gives ${shown(frame.options[at])} ${shown(some)} points. Points must be numbers that are 0 or greater.`,
        );
      return some;
    });
    if (!addUpTo(row, wanted))
      throw frame.fault(
        place,
        `distributes the wrong number of points. Its points must add up to ${wanted}.`,
      );
    return row;
  });
}

/**
 * Reads ballots that map options to numbers. `check` validates a ballot's numbers, which are in option order and are
 * undefined for omitted options. It returns the numbers to count.
 */
function readNumbers(
  { options, voters, weights, numberOf, fault }: Frame,
  { ballots }: Election,
  field: 'ratings' | 'points',
  check: (given: readonly (number | undefined)[], place: number) => readonly number[],
): RatingProfile {
  const rows = ballots.map((ballot, place) => {
    const given = (ballot as { readonly [name in typeof field]?: Readonly<Record<string, number>> })[field];
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw fault(place, `has no ${field}. Provide an object that maps each option to a number.`);
    for (const name of Object.keys(given)) numberOf(place, name);
    const row = options.map((option) => (Object.hasOwn(given, option) ? given[option] : undefined));
    return { ratings: check(row, place), weight: weights[place] as number };
  });
  return { options, voters, rows: rows.filter(({ weight }) => weight > 0) };
}

/** Counts the voters who name each option. Accepts choice ballots and approval ballots. */
export function votesFor(
  rule: string,
  kind: 'choice' | 'approval',
  election: Election,
): { readonly votes: readonly number[]; readonly frame: Frame } {
  const frame = checkElection(rule, kind, election);
  const votes = new Array<number>(frame.options.length).fill(0);
  const lastBallot = new Array<number>(frame.options.length).fill(-1);
  election.ballots.forEach((ballot, place) => {
    const named: unknown =
      ballot.kind === 'choice' ? [ballot.choice] : ballot.kind === 'approval' ? ballot.approved : [];
    if (!Array.isArray(named)) throw frame.fault(place, `has no list of approved options.`);
    for (const name of named as unknown[]) {
      const option = frame.numberOf(place, name);
      if (lastBallot[option] === place) throw frame.fault(place, `names ${shown(name)} twice.`);
      lastBallot[option] = place;
      (votes[option] as number) += frame.weights[place] as number;
    }
  });
  return { votes, frame };
}
