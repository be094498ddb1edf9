import type { Scale } from './ballots';

/**
 * How voters express their opinions in a search: as a ranking of the options ('ranking'), or as ratings on a given
 * scale.
 */
export type Opinion = 'ranking' | Scale;

/**
 * All possible ballots for a small number of options. A search refers to each ballot by its index. A ballot is a row
 * with one level per option. With ratings, an option's level is its rating; with rankings, its level is the number of
 * options ranked below it. A higher level is better.
 */
export class BallotSpace {
  readonly rows: readonly (readonly number[])[];
  private readonly numbers = new Map<string, number>();
  private renamed: readonly Uint16Array[] | undefined;

  constructor(
    readonly opinion: Opinion,
    readonly options: number,
  ) {
    this.rows = opinion === 'ranking' ? rankings(options) : ratings(options, opinion);
    this.rows.forEach((row, ballot) => this.numbers.set(row.join(), ballot));
  }

  get size(): number {
    return this.rows.length;
  }

  level(ballot: number, option: number): number {
    return this.rows[ballot]![option]!;
  }

  /** Returns the index of the ballot with these levels, or undefined if there is no such ballot. */
  numberOf(row: readonly number[]): number | undefined {
    return this.numbers.get(row.join());
  }

  /**
   * Raises an option by one step on a ballot. Returns the new ballot's index, or undefined if the option is already at
   * the top.
   */
  lifted(ballot: number, option: number): number | undefined {
    const row = [...this.rows[ballot]!];
    const level = row[option]! + 1;
    const above = this.opinion === 'ranking' ? row.indexOf(level) : -1;
    if (above >= 0) row[above] = level - 1;
    row[option] = level;
    return this.numberOf(row);
  }

  /**
   * Removes an option from a ballot. Returns the new ballot's index in `smaller`, the space with one option fewer. In
   * `smaller`, every later option's index is lower by one.
   */
  without(ballot: number, option: number, smaller: BallotSpace): number {
    const gone = this.level(ballot, option);
    const row = this.rows[ballot]!.filter((_, other) => other !== option);
    const closed = this.opinion === 'ranking' ? row.map((level) => (level > gone ? level - 1 : level)) : row;
    return smaller.numberOf(closed)!;
  }

  /** Returns the index of the reversed ballot. */
  reversed(ballot: number): number {
    const both = this.opinion === 'ranking' ? this.options - 1 : this.opinion.lowest + this.opinion.highest;
    return this.numberOf(this.rows[ballot]!.map((level) => both - level))!;
  }

  /** All renamings of the options. Each renaming maps the index of a ballot to the index of the renamed ballot. */
  get renamings(): readonly Uint16Array[] {
    return (this.renamed ??= permutations(this.options).map((to) => this.renaming(to)));
  }

  /**
   * For each ballot, returns the index of the ballot in which option `o` has the level that option `to[o]` has on the
   * original ballot.
   */
  renaming(to: readonly number[]): Uint16Array {
    return Uint16Array.from(this.rows, (row) => this.numberOf(to.map((option) => row[option]!))!);
  }
}

/** Returns all strict rankings. The first one ranks the options in index order. */
function rankings(options: number): number[][] {
  return permutations(options).map((order) => {
    const row = new Array<number>(options).fill(0);
    order.forEach((option, place) => (row[option] = options - 1 - place));
    return row;
  });
}

function ratings(options: number, { lowest, highest }: Scale): number[][] {
  let rows: number[][] = [[]];
  for (let option = 0; option < options; option++) {
    const longer: number[][] = [];
    for (const row of rows) for (let level = highest; level >= lowest; level--) longer.push([...row, level]);
    rows = longer;
  }
  return rows;
}

/** Returns all orders of the numbers 0 to `length` - 1, in lexicographic order. */
function permutations(length: number): number[][] {
  const all: number[][] = [];
  const extend = (order: readonly number[]): void => {
    if (order.length === length) all.push([...order]);
    for (let next = 0; next < length; next++) if (!order.includes(next)) extend([...order, next]);
  };
  extend([]);
  return all;
}

/**
 * Whether a rule treats all voters alike (anonymous) and all options alike (neutral). Each symmetry reduces the number
 * of profiles that a search has to try.
 */
export interface Symmetry {
  readonly anonymous: boolean;
  readonly neutral: boolean;
}

/**
 * Yields every profile with the given number of voters. For an anonymous rule, profiles that differ only in ballot
 * order are equivalent. For a neutral rule, profiles that differ only in option names are equivalent. From each set of
 * equivalent profiles, yields only the first in lexicographic order.
 */
export function* profiles(
  space: BallotSpace,
  voters: number,
  { anonymous, neutral }: Symmetry,
): Generator<number[]> {
  const ballots = new Array<number>(voters).fill(0);
  for (;;) {
    if (!neutral || isFirstOfItsKind(space, ballots, anonymous)) yield [...ballots];
    let last = voters - 1;
    while (last >= 0 && ballots[last] === space.size - 1) last--;
    if (last < 0) return;
    const next = ballots[last]! + 1;
    ballots.fill(anonymous ? next : 0, last);
    ballots[last] = next;
  }
}

/** Returns true if no renaming of the options produces a profile that comes earlier in lexicographic order. */
function isFirstOfItsKind(space: BallotSpace, ballots: readonly number[], anonymous: boolean): boolean {
  for (const image of space.renamings) {
    const renamed = ballots.map((ballot) => image[ballot]!);
    if (anonymous) renamed.sort((a, b) => a - b);
    const place = renamed.findIndex((ballot, at) => ballot !== ballots[at]);
    if (place >= 0 && renamed[place]! < ballots[place]!) return false;
  }
  return true;
}
