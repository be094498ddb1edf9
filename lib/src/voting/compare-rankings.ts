/** Rankings in arrays, as a RankingProfile has them. */
interface Comparable {
  readonly options: readonly string[];
  readonly size: number;
  readonly tiers: ArrayLike<number>;
  readonly weights: readonly number[];
}

/** One ballot's options by place, while it is compared. */
const inPlace: number[] = [];

/** `preferred` of any profile. */
export function comparedByTier({ options, size, tiers, weights }: Comparable): number[] {
  const m = options.length;
  const pairs = zeros(m * m);
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
  return pairs;
}

/** The same for complete, strict ballots: without a question to each pair, which is several times as fast. */
export function comparedByPlace({ options, size, tiers, weights }: Comparable): number[] {
  const m = options.length;
  const pairs = zeros(m * m);
  for (let ballot = 0, at = 0; ballot < size; ballot++, at += m) {
    const weight = weights[ballot] as number;
    for (let option = 0; option < m; option++) inPlace[tiers[at + option] as number] = option;
    for (let place = 0; place < m - 1; place++) {
      const row = (inPlace[place] as number) * m;
      for (let later = place + 1; later < m; later++) {
        const cell = row + (inPlace[later] as number);
        pairs[cell] = (pairs[cell] as number) + weight;
      }
    }
  }
  return pairs;
}

/** Faster than `fill` for as few numbers as are needed here. */
export function zeros(length: number): number[] {
  const numbers = new Array<number>(length);
  for (let at = 0; at < length; at++) numbers[at] = 0;
  return numbers;
}
