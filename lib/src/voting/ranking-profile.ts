import type { BallotSettings } from './ballot-settings';
import { checkBallot } from './ballots';
import { checkFrame, kindOf } from './check-profile';
import { grouped } from './group-rankings';
import { InvalidBallotError } from './voting-errors';
import type { BallotOf, Profile } from './voting-rule';

type Ballot = BallotOf['ranking'];

/**
 * Rankings that were checked once and put into arrays, so that many rules can be counted on them without looking at a
 * name again. It is a profile like any other: every rule that takes rankings takes it, and any profile of rankings can
 * be turned into one. Options are numbered by their places in `options`.
 */
export class RankingProfile implements Profile<Ballot> {
  readonly options: readonly string[];
  readonly electorate: number;
  /** Distinct ballots, or all of them when they are few. */
  readonly size: number;
  /** `weights[b]` voters hold ballot `b`. */
  readonly weights: Float64Array;
  /** The voters with a ballot: the sum of the weights. */
  readonly voters: number;
  /** `tiers[b * m + option]`: the option's tier on ballot b, 0 for favourites. Options left out share the last tier. */
  readonly tiers: Uint16Array;
  /** `lengths[b]`: how many options ballot b names. */
  readonly lengths: Uint16Array;
  /** How many ballots were handed in; `size` of them are distinct. */
  readonly handedIn: number;
  /** Whether some ballot leaves options out. */
  readonly isTruncated: boolean;
  /** Whether some ballot puts several named options into one tier. */
  readonly isWeak: boolean;

  private pairs: Float64Array | undefined;
  private places: Float64Array | undefined;
  private listed: Uint16Array | undefined;
  private readonly rows: Uint32Array | undefined;

  private constructor(options: readonly string[], electorate: number, parts: Parts) {
    this.options = options;
    this.electorate = electorate;
    this.weights = parts.weights;
    this.size = parts.weights.length;
    this.tiers = parts.tiers;
    this.lengths = parts.lengths;
    this.isWeak = parts.isWeak;
    this.rows = parts.rows;
    this.handedIn = parts.rows?.length ?? this.size;
    let voters = 0;
    let isTruncated = false;
    for (let ballot = 0; ballot < this.size; ballot++) {
      voters += parts.weights[ballot] as number;
      if ((parts.lengths[ballot] as number) < options.length) isTruncated = true;
    }
    this.voters = voters;
    this.isTruncated = isTruncated;
  }

  /**
   * Checks every ballot; then equal ones are put together when there are many.
   * @param settings - what ballots may be: `truncated`, `weak`. Default both.
   * @throws EmptyAgendaError, InvalidProfileError, InvalidBallotError
   */
  static from(
    profile: Profile<Ballot>,
    settings: BallotSettings = { truncated: true, weak: true },
    rule = 'a profile of rankings',
  ): RankingProfile {
    checkFrame(rule, profile);
    const { options, electorate } = profile;
    const m = options.length;
    const numbers = m > 12 ? new Map(options.map((option, place) => [option, place])) : undefined;
    const { ballots, weights, rows } = grouped(profile);
    const tiers = new Uint16Array(ballots.length * m);
    const lengths = new Uint16Array(ballots.length);
    let isWeak = false;
    for (let ballot = 0; ballot < ballots.length; ballot++) {
      const one = ballots[ballot] as Ballot;
      const length = fill(tiers, ballot * m, one, options, numbers);
      const weak = one.kind === 'weak-ranking' && one.tiers.some((tier) => tier.length > 1);
      if (
        length < 0 ||
        (length < m && settings.truncated !== true) ||
        (one.kind === 'weak-ranking' && settings.weak !== true)
      )
        refuse(rule, profile, settings);
      lengths[ballot] = length;
      isWeak ||= weak;
    }
    return new RankingProfile(options, electorate, { weights, tiers, lengths, isWeak, rows });
  }

  /**
   * Complete strict rankings given by the options' numbers, unchecked: for simulations and searches.
   * @param orders - `orders[b][place]` is the option at that place, favourite first
   * @param counts - how many voters hold each; one when left out
   */
  static ofOrders(
    options: readonly string[],
    orders: readonly ArrayLike<number>[],
    counts?: ArrayLike<number>,
  ): RankingProfile {
    const m = options.length;
    const weights = new Float64Array(orders.length);
    const tiers = new Uint16Array(orders.length * m);
    const lengths = new Uint16Array(orders.length).fill(m);
    let voters = 0;
    for (let ballot = 0; ballot < orders.length; ballot++) {
      const order = orders[ballot] as ArrayLike<number>;
      for (let place = 0; place < m; place++) tiers[ballot * m + (order[place] as number)] = place;
      voters += weights[ballot] = counts === undefined ? 1 : (counts[ballot] as number);
    }
    return new RankingProfile(options, voters, { weights, tiers, lengths, isWeak: false, rows: undefined });
  }

  /** Where the ballot that was handed in at a place (from 0) is found here, now that equal ones are together. */
  rowOf(place: number): number {
    return this.rows === undefined ? place : (this.rows[place] as number);
  }

  /** `preferred[a * m + b]`: voters who put option a before b. Named options come before those left out. */
  get preferred(): Float64Array {
    if (this.pairs !== undefined) return this.pairs;
    const { size, tiers, weights } = this;
    const m = this.options.length;
    const pairs = new Float64Array(m * m);
    for (let ballot = 0, at = 0; ballot < size; ballot++, at += m) {
      const weight = weights[ballot] as number;
      for (let a = 1; a < m; a++) {
        const tier = tiers[at + a] as number;
        for (let b = 0; b < a; b++) {
          const other = tiers[at + b] as number;
          if (tier < other) pairs[a * m + b] = (pairs[a * m + b] as number) + weight;
          else if (other < tier) pairs[b * m + a] = (pairs[b * m + a] as number) + weight;
        }
      }
    }
    return (this.pairs = pairs);
  }

  /** How many more voters put option a before b than b before a. */
  margin(a: number, b: number): number {
    const m = this.options.length;
    return (this.preferred[a * m + b] as number) - (this.preferred[b * m + a] as number);
  }

  /** `placed[option * m + tier]`: voters who name the option in that tier. Options left out are in none. */
  get placed(): Float64Array {
    if (this.places !== undefined) return this.places;
    const { size, tiers, weights, lengths, isTruncated } = this;
    const m = this.options.length;
    const places = new Float64Array(m * m);
    for (let ballot = 0, at = 0; ballot < size; ballot++, at += m) {
      const weight = weights[ballot] as number;
      const partial = isTruncated && (lengths[ballot] as number) < m;
      for (let option = 0; option < m; option++) {
        const tier = tiers[at + option] as number;
        if (partial && tier >= unlisted) continue;
        places[option * m + tier] = (places[option * m + tier] as number) + weight;
      }
    }
    return (this.places = places);
  }

  /**
   * `orders[b * m + place]`: the option at that place of ballot b, for `place < lengths[b]`. Only for profiles
   * without tiers of several options.
   */
  get orders(): Uint16Array {
    if (this.listed !== undefined) return this.listed;
    const { size, tiers } = this;
    const m = this.options.length;
    const listed = new Uint16Array(size * m);
    for (let ballot = 0, at = 0; ballot < size; ballot++, at += m)
      for (let option = 0; option < m; option++) {
        const tier = tiers[at + option] as number;
        if (tier < unlisted) listed[at + tier] = option;
      }
    return (this.listed = listed);
  }

  /** The ballots, each once, as voters write them. */
  get ballots(): readonly Ballot[] {
    return Array.from({ length: this.size }, (_, ballot) => this.written(ballot));
  }

  get counts(): readonly number[] {
    return [...this.weights];
  }

  private written(ballot: number): Ballot {
    const m = this.options.length;
    const tiers: string[][] = [];
    this.options.forEach((option, place) => {
      const tier = this.tiers[ballot * m + place] as number;
      if (tier < unlisted) (tiers[tier] ??= []).push(option);
    });
    return tiers.every((tier) => tier.length === 1)
      ? { kind: 'ranking', ranking: tiers.flat() }
      : { kind: 'weak-ranking', tiers };
  }
}

/** The tier of options that a ballot leaves out: after every other. */
export const unlisted = 0xffff;

interface Parts {
  readonly weights: Float64Array;
  readonly tiers: Uint16Array;
  readonly lengths: Uint16Array;
  readonly isWeak: boolean;
  readonly rows: Uint32Array | undefined;
}

/** Writes a ballot's tiers. @returns how many options it names, or -1 when it cannot be counted */
function fill(
  tiers: Uint16Array,
  at: number,
  ballot: Ballot,
  options: readonly string[],
  numbers: ReadonlyMap<string, number> | undefined,
): number {
  const m = options.length;
  for (let option = 0; option < m; option++) tiers[at + option] = unlisted;
  let length = 0;
  const put = (name: string, tier: number): boolean => {
    const option = numbers === undefined ? options.indexOf(name) : (numbers.get(name) ?? -1);
    if (option < 0 || tiers[at + option] !== unlisted) return false;
    tiers[at + option] = tier;
    length++;
    return true;
  };
  if (ballot.kind === 'ranking') {
    const { ranking } = ballot;
    for (let place = 0; place < ranking.length; place++) if (!put(ranking[place] as string, place)) return -1;
  } else if (ballot.kind === 'weak-ranking') {
    for (let tier = 0; tier < ballot.tiers.length; tier++) {
      const names = ballot.tiers[tier] as readonly string[];
      if (names.length === 0) return -1;
      for (const name of names) if (!put(name, tier)) return -1;
    }
  } else return -1;
  return length === 0 ? -1 : length;
}

/** Some ballot is wrong: says which, and what is wrong with it. */
function refuse(rule: string, { options, ballots }: Profile<Ballot>, settings: BallotSettings): never {
  ballots.forEach((ballot, place) => {
    const where = `${rule}: ballot ${place + 1}`;
    if (kindOf(ballot) !== 'ranking')
      throw new InvalidBallotError(`${where} is a ${ballot.kind} ballot, a ranking ballot is needed`);
    const reading = checkBallot(ballot, options, settings);
    if (!reading.ok) throw new InvalidBallotError(`${where}: ${reading.reason}`);
  });
  throw new InvalidBallotError(`${rule}: a ballot cannot be counted`);
}
