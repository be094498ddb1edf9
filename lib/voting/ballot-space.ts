import type { Scale } from './ballots';

/** How voters think of the options in a search: they rank them, or rate them on a scale. */
export type Opinion = 'ranking' | Scale;

/**
 * All ballots over a few options, numbered. A ballot is a row of levels, one for each option, and more is better: the
 * rating, or the number of options ranked below. Searches work with the numbers of ballots.
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

  /** The ballot with these levels. Undefined if a level is off the scale. */
  numberOf(row: readonly number[]): number | undefined {
    return this.numbers.get(row.join());
  }

  /** The ballot with an option one step higher. Undefined if it is at the top. */
  lifted(ballot: number, option: number): number | undefined {
    const row = [...this.rows[ballot]!];
    const level = row[option]! + 1;
    const above = this.opinion === 'ranking' ? row.indexOf(level) : -1;
    if (above >= 0) row[above] = level - 1;
    row[option] = level;
    return this.numberOf(row);
  }

  /** The ballot without an option, in the space with one option fewer. Later options move up one number. */
  without(ballot: number, option: number, smaller: BallotSpace): number {
    const gone = this.level(ballot, option);
    const row = this.rows[ballot]!.filter((_, other) => other !== option);
    const closed = this.opinion === 'ranking' ? row.map((level) => (level > gone ? level - 1 : level)) : row;
    return smaller.numberOf(closed)!;
  }

  /** The ballot upside down. */
  reversed(ballot: number): number {
    const both = this.opinion === 'ranking' ? this.options - 1 : this.opinion.lowest + this.opinion.highest;
    return this.numberOf(this.rows[ballot]!.map((level) => both - level))!;
  }

  /** For each renaming of the options, the number that each ballot gets. */
  get renamings(): readonly Uint16Array[] {
    return (this.renamed ??= permutations(this.options).map((to) => this.renaming(to)));
  }

  /** The number that each ballot gets if option `o` takes the level of option `to[o]`. */
  renaming(to: readonly number[]): Uint16Array {
    return Uint16Array.from(this.rows, (row) => this.numberOf(to.map((option) => row[option]!))!);
  }
}

/** All strict rankings. The first one has the options in their own order. */
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

/** All orders of 0 to `length` - 1, in lexicographic order. */
function permutations(length: number): number[][] {
  const all: number[][] = [];
  const extend = (order: readonly number[]): void => {
    if (order.length === length) all.push([...order]);
    for (let next = 0; next < length; next++) if (!order.includes(next)) extend([...order, next]);
  };
  extend([]);
  return all;
}

/** Whether a rule treats all voters alike (anonymous), and all options (neutral). Then fewer profiles have to be tried. */
export interface Symmetry {
  readonly anonymous: boolean;
  readonly neutral: boolean;
}

/**
 * Every profile of so many ballots: once up to the order of ballots if the rule is anonymous, and once up to the names of
 * the options if it is neutral. Of profiles that are alike, the first in lexicographic order.
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

/** Whether no renaming of the options gives ballots that come earlier. */
function isFirstOfItsKind(space: BallotSpace, ballots: readonly number[], anonymous: boolean): boolean {
  for (const image of space.renamings) {
    const renamed = ballots.map((ballot) => image[ballot]!);
    if (anonymous) renamed.sort((a, b) => a - b);
    const place = renamed.findIndex((ballot, at) => ballot !== ballots[at]);
    if (place >= 0 && renamed[place]! < ballots[place]!) return false;
  }
  return true;
}
