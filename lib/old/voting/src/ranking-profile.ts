import { checkBallotAt, checkFrame, votersBehind } from './check-profile';
import { add, zeros } from './result';
import type { BallotOf, BallotSettings, Profile } from './voting-rule';

type Ballot = BallotOf['ranking'];

/** So many ballots and more are worth putting together before anything is counted. */
const many = 256;

/** A ballot with the options' numbers, their places in `options`, in place of their names. */
export interface RankedRow {
  /** The options it names, favourite first. */
  readonly order: readonly number[];
  /**
   * Each option's tier, 0 for favourites. Omitted options share the last tier, whose number is the number of options.
   */
  readonly tiers: readonly number[];
  /** How many voters cast it. */
  readonly weight: number;
}

/**
 * Rankings that are checked and numbered once, so that many rules can count them quickly. It is a profile: every rule
 * on rankings takes it, and any profile of rankings can be converted to it.
 * @example
 * const ballots = [{ kind: 'ranking' as const, ranking: ['B', 'A'] }];
 * const profile = voting.RankingProfile.from({ options: ['A', 'B'], ballots, electorate: 1 });
 * profile.preferred(1, 0); // => 1
 */
export class RankingProfile implements Profile<Ballot> {
  /** The voters with a ballot: the sum of the weights. */
  readonly voters: number;
  /** Whether some ballot leaves options out. */
  readonly isTruncated: boolean;
  /** Whether some ballot puts several named options into one tier. */
  readonly isWeak: boolean;
  private pairs: readonly number[] | undefined;
  private places: readonly number[] | undefined;

  private constructor(
    readonly options: readonly string[],
    /** Default: the number of voters with a ballot. */
    electorate: number | undefined,
    /** Distinct ballots, or all of them when they are few. */
    readonly rows: readonly RankedRow[],
    /** For each ballot that was cast, its row. */
    private readonly rowOfBallot?: readonly number[],
  ) {
    this.voters = rows.reduce((sum, { weight }) => sum + weight, 0);
    this.electorate = electorate ?? this.voters;
    this.isTruncated = rows.some(({ order }) => order.length < options.length);
    this.isWeak = rows.some(({ order, tiers }) => order.some((option, place) => tiers[option] !== place));
  }

  readonly electorate: number;

  /**
   * Checks every ballot; equal ones are put together when there are many.
   * @param settings - what ballots may be: `truncated`, `weak`. Default both.
   * @throws AgoraError 'empty-agenda', AgoraError 'invalid-profile', AgoraError 'invalid-ballot'
   */
  static from(
    profile: Profile<Ballot>,
    settings: BallotSettings = { truncated: true, weak: true },
    rule = 'a profile of rankings',
  ): RankingProfile {
    checkFrame(rule, profile);
    const { options, ballots, electorate } = profile;
    const numbers = new Map(options.map((option, place) => [option, place]));
    const found = new Map<string | number, number>();
    const rows: Ballot[] = [];
    const weights: number[] = [];
    const rowOfBallot = ballots.map((ballot, place) => {
      const key = ballots.length < many ? place : keyOf(ballot);
      let row = found.get(key);
      if (row === undefined) {
        checkBallotAt(rule, 'ranking', ballot, place, options, settings);
        found.set(key, (row = rows.push(ballot) - 1));
      }
      add(weights, row, votersBehind(profile, place));
      return row;
    });
    return new RankingProfile(
      options,
      electorate,
      rows.map((ballot, row) => rowFrom(ballot, numbers, weights[row] ?? 0)),
      rowOfBallot,
    );
  }

  /**
   * Complete strict rankings given by the options' numbers, unchecked: for simulations and searches.
   * @param orders - `orders[b][place]` is the option at that place, favourite first
   * @param counts - how many voters cast each; default one each
   */
  static ofOrders(
    options: readonly string[],
    orders: readonly (readonly number[])[],
    counts?: readonly number[],
  ): RankingProfile {
    const rows = orders.map((order, ballot): RankedRow => {
      const tiers = zeros(order.length);
      order.forEach((option, place) => (tiers[option] = place));
      return { order, tiers, weight: counts?.[ballot] ?? 1 };
    });
    return new RankingProfile(options, undefined, rows);
  }

  /** How many ballots were cast. */
  get handedIn(): number {
    return this.rowOfBallot?.length ?? this.rows.length;
  }

  /** The row of the ballot that was cast at a place (from 0). Equal ballots share a row. */
  handedInAt(place: number): RankedRow | undefined {
    return this.rows[this.rowOfBallot?.[place] ?? place];
  }

  /** How many voters put option a before b. Named options come before omitted ones. */
  preferred(a: number, b: number): number {
    this.pairs ??= this.comparePairs();
    return this.pairs[a * this.options.length + b] ?? 0;
  }

  /** How many more voters put option a before b than b before a. */
  margin(a: number, b: number): number {
    return this.preferred(a, b) - this.preferred(b, a);
  }

  /** How many voters name an option in a tier, counted from 0. Omitted options are in no tier. */
  placed(option: number, tier: number): number {
    this.places ??= this.countPlaces();
    return tier < this.options.length ? (this.places[option * this.options.length + tier] ?? 0) : 0;
  }

  /** The ballots, each once, as voters write them. */
  get ballots(): readonly Ballot[] {
    return this.rows.map(({ order, tiers }): Ballot => {
      const named: string[][] = [];
      for (const option of [...order].sort((a, b) => a - b))
        (named[tiers[option] ?? 0] ??= []).push(this.options[option] ?? '');
      return named.every((tier) => tier.length === 1)
        ? { kind: 'ranking', ranking: named.flat() }
        : { kind: 'weak-ranking', tiers: named };
    });
  }

  get counts(): readonly number[] {
    return this.rows.map(({ weight }) => weight);
  }

  private comparePairs(): number[] {
    const m = this.options.length;
    const pairs = zeros(m * m);
    for (const { tiers, weight } of this.rows)
      for (let a = 0; a < m; a++)
        for (let b = 0; b < a; b++) {
          const [one = m, other = m] = [tiers[a], tiers[b]];
          if (one < other) add(pairs, a * m + b, weight);
          else if (other < one) add(pairs, b * m + a, weight);
        }
    return pairs;
  }

  private countPlaces(): number[] {
    const m = this.options.length;
    const places = zeros(m * m);
    for (const { order, tiers, weight } of this.rows)
      for (const option of order) add(places, option * m + (tiers[option] ?? 0), weight);
    return places;
  }
}

/**
 * Equal for equal ballots, and for no others. A plain ranking without its kind: a million of them take half the time.
 */
function keyOf(ballot: Ballot): string {
  return JSON.stringify(ballot?.kind === 'ranking' ? ballot.ranking : ballot);
}

function rowFrom(ballot: Ballot, numbers: ReadonlyMap<string, number>, weight: number): RankedRow {
  const named = ballot.kind === 'ranking' ? ballot.ranking.map((option) => [option]) : ballot.tiers;
  const tiers = zeros(numbers.size).fill(numbers.size);
  const order = named.flatMap((tier, place) =>
    tier.map((name) => {
      const option = numbers.get(name) ?? 0;
      tiers[option] = place;
      return option;
    }),
  );
  return { order, tiers, weight };
}
