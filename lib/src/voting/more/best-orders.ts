import type { RankingProfile } from '../ranking-profile';

/** The orders that agree with the ballots on the most pairs. */
export interface BestOrders {
  /** Pairs of voters and options on which an optimal order and the voter agree, summed up. */
  readonly agreement: number;
  /** `places[option]`: its best place in any optimal order, 0 for the first. */
  readonly places: Float64Array;
  /** The first `most` optimal orders, favourite first. */
  list(most: number): number[][];
}

/**
 * All orders of highest Kemeny score, by dynamic programming over subsets: whichever options come last, the best
 * order of these does not depend on the order of those before them. 2^m x m^2 steps, 2^m numbers kept.
 * Source: the recurrence of Held and Karp (1962); Betzler et al. (2009) use it for Kemeny scores.
 */
export function bestOrders({ options, preferred }: RankingProfile): BestOrders {
  const m = options.length;
  const all = 2 ** m - 1;
  /** Voters who put the option before those of the set, summed up over the set. */
  const before = (option: number, set: number): number => {
    let sum = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1)
      sum += preferred[option * m + 31 - Math.clz32(rest & -rest)] as number;
    return sum;
  };
  const best = new Float64Array(all + 1);
  for (let set = 1; set <= all; set++) {
    let most = -1;
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      const first = rest & -rest;
      const below = set ^ first;
      const score = (best[below] as number) + before(31 - Math.clz32(first), below);
      if (score > most) most = score;
    }
    best[set] = most;
  }
  /** Whether an optimal order of the set begins with this member of it. */
  const mayLead = (option: number, set: number): boolean => {
    const below = set ^ (1 << option);
    return (best[below] as number) + before(option, below) === best[set];
  };
  return {
    agreement: best[all] as number,
    places: bestPlaces(m, mayLead),
    list: (most) => listed(m, mayLead, most),
  };
}

type MayLead = (option: number, set: number) => boolean;

/** Walks down all optimal orders at once: every set that is the tail of one is looked at once. */
function bestPlaces(m: number, mayLead: MayLead): Float64Array {
  const places = new Float64Array(m).fill(Infinity);
  const seen = new Uint8Array(2 ** m);
  let tails = [2 ** m - 1];
  for (let place = 0; place < m; place++) {
    const shorter: number[] = [];
    for (const set of tails)
      for (let option = 0; option < m; option++) {
        if ((set & (1 << option)) === 0 || !mayLead(option, set)) continue;
        if (places[option] === Infinity) places[option] = place;
        const below = set ^ (1 << option);
        if (seen[below] === 0) shorter.push(below);
        seen[below] = 1;
      }
    tails = shorter;
  }
  return places;
}

function listed(m: number, mayLead: MayLead, most: number): number[][] {
  const orders: number[][] = [];
  const extend = (order: number[], set: number): void => {
    if (orders.length >= most) return;
    if (set === 0) orders.push(order);
    for (let option = 0; option < m; option++)
      if ((set & (1 << option)) !== 0 && mayLead(option, set))
        extend([...order, option], set ^ (1 << option));
  };
  extend([], 2 ** m - 1);
  return orders;
}
