import type { RatingScale } from '../voting-rule';

/** How voters think of the options: by rankings, or by ratings on a scale. */
export type SpaceKind =
  { readonly kind: 'ranking' } | { readonly kind: 'rating'; readonly scale: RatingScale };

/**
 * All ballots over m options, numbered: the m! strict rankings, or the ratings on a small scale. Options are numbers
 * from 0. Everything that a criterion may do to a ballot is looked up here by the ballot's number.
 */
export class BallotSpace {
  /** `levels[ballot * m + option]`: the rating, or the number of options ranked beneath. More is better. */
  readonly levels: Int32Array;
  /** How many ballots there are. */
  readonly size: number;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly rows: readonly (readonly number[])[];
  private renamings: readonly Uint16Array[] | undefined;
  private lifts: readonly (readonly (number | undefined)[])[] | undefined;
  private shorter: readonly (readonly (number | undefined)[])[] | undefined;

  constructor(
    readonly of: SpaceKind,
    readonly options: number,
  ) {
    this.rows = of.kind === 'ranking' ? rankings(options) : ratings(options, of.scale);
    this.size = this.rows.length;
    this.levels = Int32Array.from(this.rows.flat());
    this.numbers = new Map(this.rows.map((row, ballot) => [row.join(), ballot]));
  }

  /** How good an option is on a ballot. */
  level(ballot: number, option: number): number {
    return this.levels[ballot * this.options + option] as number;
  }

  /** The ballot's levels, by option. */
  row(ballot: number): readonly number[] {
    return this.rows[ballot] as readonly number[];
  }

  /** The ballot with the option one step higher; undefined if it is on top. */
  lifted(ballot: number, option: number): number | undefined {
    this.lifts ??= this.rows.map((row) =>
      row.map((_, lifting) => this.numbers.get(this.raise(row, lifting))),
    );
    return this.lifts[ballot]?.[option];
  }

  /** The ballot without an option, as a ballot of the space with one option fewer: later options move up one number. */
  without(ballot: number, option: number, smaller: BallotSpace): number {
    this.shorter ??= this.rows.map((row) => row.map((_, gone) => smaller.numbers.get(this.drop(row, gone))));
    return this.shorter[ballot]?.[option] as number;
  }

  /** The ranking upside down; ratings mirrored on the scale. */
  reversed(ballot: number): number {
    const total =
      this.of.kind === 'ranking' ? this.options - 1 : this.of.scale.lowest + this.of.scale.highest;
    const row = this.row(ballot).map((level) => total - level);
    return this.numbers.get(row.join()) as number;
  }

  /** For every renaming of the options: the number that each ballot gets. */
  get images(): readonly Uint16Array[] {
    return (this.renamings ??= permutations(this.options).map((to) => this.imageUnder(to)));
  }

  /** The number that each ballot gets when option `o` takes the levels of option `to[o]`. */
  imageUnder(to: readonly number[]): Uint16Array {
    return Uint16Array.from(
      this.rows,
      (row) => this.numbers.get(to.map((option) => row[option]).join()) as number,
    );
  }

  private raise(levels: readonly number[], option: number): string {
    const row = [...levels];
    const to = (row[option] as number) + 1;
    const above = this.of.kind === 'ranking' ? row.indexOf(to) : -1;
    if (above >= 0) row[above] = to - 1;
    row[option] = to;
    return row.join();
  }

  private drop(levels: readonly number[], option: number): string {
    const row = levels.filter((_, other) => other !== option);
    const gone = levels[option] as number;
    return (this.of.kind === 'ranking' ? row.map((level) => (level > gone ? level - 1 : level)) : row).join();
  }
}

/** Levels of all rankings; number 0 is the one that puts the options in their own order. */
function rankings(options: number): number[][] {
  return permutations(options).map((order) => {
    const row = order.map(() => 0);
    order.forEach((option, place) => (row[option] = options - 1 - place));
    return row;
  });
}

function ratings(options: number, { lowest, highest }: RatingScale): number[][] {
  let rows: number[][] = [[]];
  for (let option = 0; option < options; option++)
    rows = rows.flatMap((row) =>
      Array.from({ length: highest - lowest + 1 }, (_, step) => [...row, highest - step]),
    );
  return rows;
}

/** All orders of 0 to `length` - 1, in lexicographic order. */
export function permutations(length: number): number[][] {
  if (length === 0) return [[]];
  const all: number[][] = [];
  const extend = (order: number[]): void => {
    if (order.length === length) all.push(order);
    else for (let next = 0; next < length; next++) if (!order.includes(next)) extend([...order, next]);
  };
  extend([]);
  return all;
}
