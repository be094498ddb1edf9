import { AgoraError } from '../error';
import type { RankingProfile } from './profile';
import { rankingRule } from './ranking-rules';
import { byScores, type Rule } from './rule';

/** Rules that compare the options in pairs. All of them accept weak and truncated rankings. */

/**
 * Copeland's rule: an option earns a point for every option that it beats, and half a point for every option that it
 * ties with. Source: Copeland (1951); pref_voting's `copeland`. Totals are in points.
 */
export const copeland: Rule = rankingRule({
  name: 'copeland',
  explanation:
    'Every agent ranks the proposals from best to worst. Every pair of proposals is compared head to head: the proposal that more agents prefer gets one point, and if there is a tie, both proposals get half a point. The proposal with the most points is selected.',
  decide: (profile) =>
    byScores(
      profile.options,
      profile.options.map((_, a) => {
        let score = 0;
        for (let b = 0; b < profile.options.length; b++)
          if (a !== b) score += (1 + Math.sign(profile.margin(a, b))) / 2;
        return score;
      }),
    ),
});

/**
 * Minimax, or the Simpson-Kramer rule: the option with the smallest worst defeat wins. The size of a defeat is the
 * margin by which voters prefer the other option. An option's total is the margin of its worst defeat. The lowest total
 * wins. If an option beats all others, its total is below 0. Source: GEDI, section 4.2. GEDI's code and pref_voting's
 * `minimax` also compare margins.
 */
export const minimax: Rule = rankingRule({
  name: 'minimax',
  explanation:
    'Every agent ranks the proposals from best to worst. Every pair of proposals is compared head to head. The proposal whose worst defeat is the smallest is selected.',
  decide(profile) {
    const worst = profile.options.map((_, a) => {
      let most = -Infinity;
      for (let b = 0; b < profile.options.length; b++)
        if (a !== b) most = Math.max(most, profile.margin(b, a));
      return most === -Infinity ? 0 : most;
    });
    return byScores(
      profile.options,
      worst.map((margin) => -margin),
      worst,
    );
  },
});

/**
 * Schulze's rule: undefeated options win. An option defeats another if its strongest path to the other is stronger than
 * the strongest path back. A path is a chain of options in which each option beats the next; it is as strong as its
 * weakest win. An option's total is the number of options that do not defeat it. Source: Schulze (2011). The strength
 * of a win is the number of voters who prefer the winner of the pair, as Schulze recommends. By default, pref_voting's
 * `beat_path` uses margins instead; the results differ only on weak or truncated ballots.
 */
export const schulze: Rule = rankingRule({
  name: 'schulze',
  explanation:
    "Every agent ranks the proposals from best to worst. Every pair of proposals is compared head to head, and a chain of wins is as strong as its weakest win. A proposal is selected if its strongest chain to every other proposal is at least as strong as that proposal's strongest chain back.",
  decide(profile) {
    const size = profile.options.length;
    const paths = strongestPaths(profile);
    const undefeated = profile.options.map((_, a) => {
      let others = 0;
      for (let b = 0; b < size; b++)
        if (a !== b && (paths[b * size + a] as number) <= (paths[a * size + b] as number)) others++;
      return others;
    });
    return byScores(profile.options, undefeated);
  },
});

/**
 * Returns the strength of the strongest path between every pair of options, or 0 if no path exists. Uses the
 * Floyd-Warshall algorithm.
 */
function strongestPaths(profile: RankingProfile): Float64Array {
  const size = profile.options.length;
  const paths = new Float64Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++)
      if (profile.margin(a, b) > 0) paths[a * size + b] = profile.preferred(a, b);
  for (let via = 0; via < size; via++)
    for (let a = 0; a < size; a++) {
      const toVia = paths[a * size + via] as number;
      if (a === via || toVia === 0) continue;
      for (let b = 0; b < size; b++) {
        const through = Math.min(toVia, paths[via * size + b] as number);
        if (b !== a && through > (paths[a * size + b] as number)) paths[a * size + b] = through;
      }
    }
  return paths;
}

/**
 * The maximum number of options in a Kemeny-Young count. With 18 options, there are 262,144 subsets, and a count takes
 * a few tenths of a second.
 */
const mostOptionsForKemeny = 18;

/**
 * Kemeny-Young: an order of the options is optimal if no other order agrees with the voters on more pairs. Every option
 * that comes first in an optimal order wins. A voter who ranks two options equally agrees with neither order of these
 * two options. The result is exact; it is computed by dynamic programming over subsets (Held and Karp 1962). Options
 * are ranked by their best place in any optimal order. An option's total is the number of options below that place.
 * Source: Kemeny (1959); Young and Levenglick (1978).
 */
export const kemenyYoung: Rule = rankingRule({
  name: 'kemeny-young',
  explanation:
    "Every agent ranks the proposals from best to worst. The group ranking is the order of the proposals that agrees with the agents' rankings on the most pairs. The first proposal in the group ranking is selected.",
  decide(profile) {
    const size = profile.options.length;
    if (size > mostOptionsForKemeny)
      throw new AgoraError(
        `Kemeny-Young examines every subset of the options, so it accepts at most ${mostOptionsForKemeny} options, not ${size}. Use schulze, which is fast and gives similar results.`,
      );
    const bestPlaces = placesInBestOrders(size, profile);
    return byScores(
      profile.options,
      bestPlaces.map((place) => size - 1 - place),
    );
  },
});

/**
 * Returns each option's best place across all optimal orders. Each set of options is represented by a number with one
 * bit per option.
 */
function placesInBestOrders(size: number, profile: RankingProfile): number[] {
  const preferred = new Float64Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) preferred[a * size + b] = profile.preferred(a, b);
  const all = 2 ** size - 1;
  /** For each set of options, the highest agreement between the voters and any order of the set. */
  const best = new Float64Array(all + 1);
  /** Returns the highest agreement between the voters and any order of the set that starts with the given option. */
  const agreement = (first: number, set: number): number => {
    const rest = set & ~(1 << first);
    let sum = best[rest] as number;
    for (let other = 0; other < size; other++)
      if ((rest >> other) & 1) sum += preferred[first * size + other] as number;
    return sum;
  };
  for (let set = 1; set <= all; set++) {
    let most = 0;
    for (let option = 0; option < size; option++)
      if ((set >> option) & 1) most = Math.max(most, agreement(option, set));
    best[set] = most;
  }
  // Walk down all optimal orders at once. `sets` contains the possible sets of options that remain to be placed.
  const places = new Array<number>(size).fill(Infinity);
  let sets = new Set([all]);
  for (let place = 0; place < size; place++) {
    const next = new Set<number>();
    for (const set of sets)
      for (let option = 0; option < size; option++) {
        if (((set >> option) & 1) === 0 || agreement(option, set) !== best[set]) continue;
        places[option] = Math.min(places[option] as number, place);
        next.add(set & ~(1 << option));
      }
    sets = next;
  }
  return places;
}

/**
 * Ranked pairs: pairwise wins are locked in, largest margin first. A win that contradicts locked wins is skipped. The
 * option that comes before all others wins. Source: Tideman (1987); GEDI, section 4.2, which does not say how to order
 * wins with equal margins.
 *
 * As in pref_voting's `ranked_pairs`, wins with equal margins may be locked in any order. An option wins if it comes
 * first in at least one of the resulting orders (parallel universes). Options are ranked by their best place in any of
 * these orders. An option's total is the number of options below that place. The problem is hard in the worst case
 * (Brill and Fischer 2012), so the rule rejects a profile in which wins with equal margins contradict each other in too
 * many ways.
 */
export const rankedPairs: Rule = rankingRule({
  name: 'ranked pairs',
  explanation:
    'Every agent ranks the proposals from best to worst. Every pair of proposals is compared head to head. The results are accepted one at a time, from the most decisive to the closest, and any result that contradicts the accepted results is dropped. The proposal that ends up ahead of all others is selected.',
  decide(profile) {
    const size = profile.options.length;
    const wins: Win[] = [];
    for (let over = 0; over < size; over++)
      for (let under = 0; under < size; under++) {
        const margin = profile.margin(over, under);
        if (margin > 0) wins.push({ over, under, margin });
      }
    wins.sort((a, b) => b.margin - a.margin);
    const places = placesWithoutChoice(size, wins) ?? placesInUniverses(size, wins);
    return byScores(
      profile.options,
      places.map((place) => size - 1 - place),
    );
  },
});

/** A pair of options. More voters prefer `over` to `under` than the reverse. */
interface Win {
  readonly over: number;
  readonly under: number;
  readonly margin: number;
}

/** A transitive partial order of the options. Each locked win extends the order. */
class Locked {
  constructor(
    readonly size: number,
    /**
     * `cells[a * size + b]` is the number of the stage that put a before b, or 0 if no stage did. Wins with equal
     * margins belong to the same stage.
     */
    private readonly cells = new Uint32Array(size * size),
  ) {}

  copy(): Locked {
    return new Locked(this.size, this.cells.slice());
  }

  /** Returns the stage that put a before b, or 0 if no stage did. */
  stage(a: number, b: number): number {
    return this.cells[a * this.size + b] as number;
  }

  isOpen({ over, under }: Win): boolean {
    return this.stage(over, under) === 0 && this.stage(under, over) === 0;
  }

  /**
   * Puts `over` before `under`, and adds every relation that this implies. `under` must not already come before `over`.
   */
  lock({ over, under }: Win, stage = 1): void {
    if (this.stage(over, under) > 0) return;
    const { size, cells } = this;
    for (let a = 0; a < size; a++) {
      if (a !== over && cells[a * size + over] === 0) continue;
      for (let b = 0; b < size; b++)
        if ((b === under || cells[under * size + b] !== 0) && cells[a * size + b] === 0)
          cells[a * size + b] = stage;
    }
  }

  /** Returns each option's best possible place, which is the number of options that come before it. */
  places(): number[] {
    const places = new Array<number>(this.size).fill(0);
    for (let at = 0; at < this.cells.length; at++)
      if (this.cells[at] !== 0) (places[at % this.size] as number)++;
    return places;
  }
}

/**
 * Returns the options' places in the usual case, in which the order of wins with equal margins makes no difference.
 * Returns undefined if wins with equal margins contradict each other.
 */
function placesWithoutChoice(size: number, wins: readonly Win[]): number[] | undefined {
  const locked = new Locked(size);
  let stage = 0;
  let margin = Infinity;
  for (const win of wins) {
    if (win.margin < margin) stage++;
    margin = win.margin;
    const against = locked.stage(win.under, win.over);
    if (against === stage) return undefined;
    if (against === 0) locked.lock(win, stage);
  }
  return locked.places();
}

/** The maximum number of cells that a search may read. Reading this many cells takes about one second. */
const mostWork = 3e8;

/**
 * Returns each option's best place across all universes. A universe is one way to order the wins with equal margins.
 * In each universe, a maximal set of these wins that creates no cycle is locked. The search considers the wins one by
 * one, and tries both locking and rejecting each win. The final order must contradict every rejected win; otherwise
 * that win would have been locked. The search abandons branches that cannot improve any option's place.
 */
function placesInUniverses(size: number, wins: readonly Win[]): number[] {
  let best = new Array<number>(size).fill(size);
  let work = 0;

  /** Continues with the wins from index `from`. All stronger wins are already locked or rejected. */
  const stage = (locked: Locked, from: number): void => {
    if (from === wins.length) {
      best = locked.places().map((place, option) => Math.min(place, best[option] as number));
      return;
    }
    let to = from;
    while (wins[to]?.margin === wins[from]?.margin) to++;
    branch(locked, wins.slice(from, to), [], to);
  };

  const branch = (locked: Locked, open: readonly Win[], refused: readonly Win[], next: number): void => {
    work += size * size * (3 + open.length);
    if (work > mostWork)
      throw new AgoraError(
        `Ranked pairs: wins with equal margins contradict each other in too many ways (${size} options). Use schulze or minimax instead.`,
      );
    if (locked.places().every((place, option) => place >= (best[option] as number))) return;
    // Lock every win that is still open, even if these wins contradict each other.
    const reachable = locked.copy();
    for (const win of open) reachable.lock(win);
    for (const { over, under } of refused) if (reachable.stage(under, over) === 0) return;
    for (const win of open) if (reachable.stage(win.under, win.over) === 0) locked.lock(win);
    if (refused.some(({ over, under }) => locked.stage(over, under) > 0)) return;
    const owed = refused.filter(({ over, under }) => locked.stage(under, over) === 0);
    const contested = open.filter((win) => locked.isOpen(win));
    const win = contested.pop();
    if (win === undefined) {
      if (owed.length === 0) stage(locked, next);
      return;
    }
    const taken = locked.copy();
    taken.lock(win);
    branch(taken, contested, owed, next);
    branch(locked, contested, [...owed, win], next);
  };

  stage(new Locked(size), 0);
  return best;
}
