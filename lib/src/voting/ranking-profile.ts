import type { BallotSettings } from './ballot-settings';
import { checkFrame } from './check-profile';
import { comparedByPlace, comparedByTier, zeros } from './compare-rankings';
import { grouped } from './group-rankings';
import { fill, refuse } from './read-rankings';
import type { BallotOf, Profile } from './voting-rule';

export { unlisted } from './read-rankings';

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
  /** `weights[b]` voters hold ballot `b`. Like all arrays here it may be shared with other profiles: never write to it. */
  readonly weights: readonly number[];
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

  // plain arrays: small typed arrays take longer to make than to fill
  private pairs: readonly number[] | undefined;
  private places: readonly number[] | undefined;
  private listed: readonly number[] | undefined;
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
   * @throws AgoraError 'empty-agenda', AgoraError 'invalid-profile', AgoraError 'invalid-ballot'
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
    const weights = counts === undefined ? onePerBallot(orders.length) : Array.from(counts);
    const tiers = new Uint16Array(orders.length * m);
    const lengths = allOptions(orders.length, m);
    let voters = 0;
    for (let ballot = 0; ballot < orders.length; ballot++) {
      const order = orders[ballot] as ArrayLike<number>;
      for (let place = 0; place < m; place++) tiers[ballot * m + (order[place] as number)] = place;
      voters += weights[ballot] as number;
    }
    return new RankingProfile(options, voters, { weights, tiers, lengths, isWeak: false, rows: undefined });
  }

  /** Where the ballot that was handed in at a place (from 0) is found here, now that equal ones are together. */
  rowOf(place: number): number {
    return this.rows === undefined ? place : (this.rows[place] as number);
  }

  /** `preferred[a * m + b]`: voters who put option a before b. Named options come before those left out. */
  get preferred(): readonly number[] {
    if (this.pairs !== undefined) return this.pairs;
    return (this.pairs = this.isWeak || this.isTruncated ? comparedByTier(this) : comparedByPlace(this));
  }

  /** How many more voters put option a before b than b before a. */
  margin(a: number, b: number): number {
    const m = this.options.length;
    return (this.preferred[a * m + b] as number) - (this.preferred[b * m + a] as number);
  }

  /** `placed[option * m + tier]`: voters who name the option in that tier. Options left out are in none. */
  get placed(): readonly number[] {
    if (this.places !== undefined) return this.places;
    const { size, tiers, weights, lengths, isTruncated } = this;
    const m = this.options.length;
    const places = zeros(m * m);
    for (let ballot = 0, at = 0; ballot < size; ballot++, at += m) {
      const weight = weights[ballot] as number;
      const partial = isTruncated && (lengths[ballot] as number) < m;
      for (let option = 0; option < m; option++) {
        const tier = tiers[at + option] as number;
        if (partial && tier >= m) continue;
        places[option * m + tier] = (places[option * m + tier] as number) + weight;
      }
    }
    return (this.places = places);
  }

  /**
   * `orders[b * m + place]`: the option at that place of ballot b, for `place < lengths[b]`. Only for profiles
   * without tiers of several options.
   */
  get orders(): readonly number[] {
    if (this.listed !== undefined) return this.listed;
    const { size, tiers } = this;
    const m = this.options.length;
    const listed = zeros(size * m);
    for (let ballot = 0, at = 0; ballot < size; ballot++, at += m)
      for (let option = 0; option < m; option++) {
        const tier = tiers[at + option] as number;
        if (tier < m) listed[at + tier] = option;
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
      if (tier < m) (tiers[tier] ??= []).push(option);
    });
    return tiers.every((tier) => tier.length === 1)
      ? { kind: 'ranking', ranking: tiers.flat() }
      : { kind: 'weak-ranking', tiers };
  }
}

interface Parts {
  readonly weights: readonly number[];
  readonly tiers: Uint16Array;
  readonly lengths: Uint16Array;
  readonly isWeak: boolean;
  readonly rows: Uint32Array | undefined;
}

let ones: readonly number[] = [];
let full = { options: 0, lengths: new Uint16Array(0) };

/** Profiles of one size share this array. */
function onePerBallot(ballots: number): readonly number[] {
  if (ones.length !== ballots) ones = Object.freeze(new Array<number>(ballots).fill(1));
  return ones;
}

/** Likewise for complete ballots. */
function allOptions(ballots: number, options: number): Uint16Array {
  if (full.lengths.length !== ballots || full.options !== options)
    full = { options, lengths: new Uint16Array(ballots).fill(options) };
  return full.lengths;
}
