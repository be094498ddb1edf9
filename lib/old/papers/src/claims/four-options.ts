import { minimax, rankedPairs, type VotingRule } from 'agora-voting';

/*
 * GEDI's six rules on complete, strict rankings of four options, for counting millions of profiles: all
 * subsets of ten raters, and random ballots in their places. agora-voting's rules take some 100 microseconds a profile,
 * these about one; the test compares them with agora-voting's. Minimax and ranked pairs depend on the order of the six
 * margins alone, so that agora-voting counts each order once.
 */

export const letters = ['A', 'B', 'C', 'D'] as const;
export const sixRules = [
  'plurality',
  'bucklin',
  'borda',
  'instant-runoff',
  'minimax',
  'ranked pairs',
] as const;

/** All 24 rankings of the options 0 to 3, favourite first: a ballot is a place in this list. */
export const rankings: readonly (readonly number[])[] = permutations([0, 1, 2, 3]);

/** Each rule's score of each option, by `sixRules`: the highest wins, equal scores are tied. */
export type Scores = readonly (readonly number[])[];

export function countFour(ballots: readonly number[]): Scores {
  const placed = [0, 1, 2, 3].map(() => [0, 0, 0, 0]); // placed[place][option]
  const over = [0, 1, 2, 3].map(() => [0, 0, 0, 0]); // over[a][b]: who prefers a to b
  for (const ballot of ballots) {
    const ranking = rankings[ballot] as readonly number[];
    for (let place = 0; place < 4; place++) {
      const option = ranking[place] as number;
      (placed[place] as number[])[option]!++;
      for (let later = place + 1; later < 4; later++) (over[option] as number[])[ranking[later] as number]!++;
    }
  }
  const byPairs = pairScores(ballots, over);
  return [
    placed[0] as number[],
    bucklin(placed, ballots.length),
    [0, 1, 2, 3].map((option) => sumOf(over[option] as number[])),
    instantRunoff(ballots),
    byPairs.minimax,
    byPairs.rankedPairs,
  ];
}

function bucklin(placed: readonly (readonly number[])[], voters: number): number[] {
  let counts = [0, 0, 0, 0];
  for (const atPlace of placed) {
    counts = counts.map((count, option) => count + (atPlace[option] ?? 0));
    if (counts.some((count) => 2 * count > voters)) break;
  }
  return counts;
}

/** Who has the fewest first places leaves, several of them together; who leaves later has more votes when leaving. */
function instantRunoff(ballots: readonly number[]): number[] {
  const last = [0, 0, 0, 0];
  let standing = [0, 1, 2, 3];
  while (standing.length > 1) {
    const votes = [0, 0, 0, 0];
    for (const ballot of ballots)
      for (const option of rankings[ballot] as readonly number[])
        if (standing.includes(option)) {
          votes[option]!++;
          break;
        }
    for (const option of standing) last[option] = votes[option] ?? 0;
    const fewest = Math.min(...standing.map((option) => votes[option] ?? 0));
    const staying = standing.filter((option) => votes[option] !== fewest);
    if (staying.length === 0) break;
    standing = staying;
  }
  return last;
}

interface PairScores {
  readonly minimax: readonly number[];
  readonly rankedPairs: readonly number[];
}

const pairs = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const;
const byMargins = new Map<string, PairScores>();
const byOrder = new Map<string, PairScores>();

function pairScores(ballots: readonly number[], over: readonly (readonly number[])[]): PairScores {
  const margins = pairs.map(([a, b]) => (over[a]?.[b] ?? 0) - (over[b]?.[a] ?? 0));
  const known = byMargins.get(margins.join());
  if (known !== undefined) return known;
  const sizes = [...new Set(margins.map(Math.abs))].sort((a, b) => a - b);
  const from = sizes[0] === 0 ? 0 : 1;
  const order = margins.map((one) => Math.sign(one) * (from + sizes.indexOf(Math.abs(one)))).join();
  const found = byOrder.get(order) ?? countedByPairs(ballots);
  byOrder.set(order, found);
  byMargins.set(margins.join(), found);
  return found;
}

function countedByPairs(ballots: readonly number[]): PairScores {
  return { minimax: placesBy(minimax, ballots), rankedPairs: placesBy(rankedPairs, ballots) };
}

/** An option's place from the end in the order that agora-voting finds. */
export function placesBy(rule: VotingRule<'ranking'>, ballots: readonly number[]): number[] {
  const { order } = rule.count({
    options: [...letters],
    electorate: ballots.length,
    ballots: ballots.map((ballot) => ({
      kind: 'ranking',
      ranking: (rankings[ballot] as readonly number[]).map((option) => letters[option] as string),
    })),
  });
  return letters.map((letter) => order.length - order.findIndex((tier) => tier.includes(letter)));
}

/** The chance that an option is among the first `k` of an order by scores, ties broken at random. */
export function chanceAmong(scores: readonly number[], option: number, k: number): number {
  const own = scores[option] as number;
  let above = 0;
  let tied = 0;
  for (const score of scores) {
    if (score > own) above++;
    else if (score === own) tied++;
  }
  return Math.max(0, Math.min(1, (k - above) / tied));
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function permutations(of: readonly number[]): number[][] {
  if (of.length === 0) return [[]];
  return of.flatMap((first) =>
    permutations(of.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}
