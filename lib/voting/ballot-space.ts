import type { Scale } from './ballots';

/**
 * How voters express their opinions in a search: as a ranking of the options ('ranking'), or as ratings on a given
 * scale.
 */
export type Opinion = 'ranking' | Scale;

/**
 * Ballots for a small number of options. A search refers to each ballot by its index. A ballot is a row with one level
 * per option. With ratings, an option's level is its rating; with rankings, its level is the number of options ranked
 * below it. A higher level is better.
 */
export class BallotSpace {
  /**
   * The ballots that have an index so far. All rankings have one. Ratings get one when they are needed, because a wide
   * scale has too many possible ballots.
   */
  readonly rows: (readonly number[])[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(
    readonly opinion: Opinion,
    readonly options: number,
  ) {
    if (opinion === 'ranking') this.addAll();
  }

  private get scale(): Scale {
    return this.opinion === 'ranking' ? { lowest: 0, highest: this.options - 1 } : this.opinion;
  }

  /** Gives an index to every possible ballot. Returns the number of ballots. */
  addAll(): number {
    const all = this.opinion === 'ranking' ? rankings(this.options) : ratings(this.options, this.opinion);
    for (const row of all) this.numberOf(row);
    return this.rows.length;
  }

  level(ballot: number, option: number): number {
    return this.rows[ballot]![option]!;
  }

  /** Returns the index of the ballot with these levels. */
  numberOf(row: readonly number[]): number {
    const key = row.join();
    let number = this.numbers.get(key);
    if (number === undefined) this.numbers.set(key, (number = this.rows.push(row) - 1));
    return number;
  }

  /**
   * Raises an option by one step on a ballot. Returns the new ballot's index, or undefined if the option is already at
   * the top.
   */
  lifted(ballot: number, option: number): number | undefined {
    const row = [...this.rows[ballot]!];
    const level = row[option]! + 1;
    if (level > this.scale.highest) return undefined;
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
    return smaller.numberOf(closed);
  }

  /** Returns the index of the reversed ballot. */
  reversed(ballot: number): number {
    const { lowest, highest } = this.scale;
    return this.numberOf(this.rows[ballot]!.map((level) => lowest + highest - level));
  }

  /** Returns the index of the ballot in which option `o` has the level that option `to[o]` has on this ballot. */
  renamed(ballot: number, to: readonly number[]): number {
    return this.numberOf(to.map((option) => this.level(ballot, option)));
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
  const last = space.addAll() - 1;
  const orders = neutral ? permutations(space.options) : [];
  const renamings = orders.map((to) => space.rows.map((_, ballot) => space.renamed(ballot, to)));
  const ballots = new Uint16Array(voters);
  for (;;) {
    if (renamings.every((image) => !isEarlier(image, ballots, anonymous))) yield [...ballots];
    let place = voters - 1;
    while (place >= 0 && ballots[place] === last) place--;
    if (place < 0) return;
    const next = ballots[place]! + 1;
    ballots.fill(anonymous ? next : 0, place);
    ballots[place] = next;
  }
}

/** Returns whether a renaming of the options produces a profile that comes earlier in lexicographic order. */
function isEarlier(image: readonly number[], ballots: Uint16Array, anonymous: boolean): boolean {
  const renamed = ballots.map((ballot) => image[ballot]!);
  if (anonymous) renamed.sort();
  const place = renamed.findIndex((ballot, at) => ballot !== ballots[at]);
  return place >= 0 && renamed[place]! < ballots[place]!;
}
