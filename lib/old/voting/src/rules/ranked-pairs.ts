import { AgoraError } from '../agora-error';
import { oneOf } from '../check';
import {
  ballotForms,
  forms,
  nameWith,
  preferentialRule,
  withVariants,
  type BallotForms,
  type RuleWithVariants,
} from '../make-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore, zeros } from '../result';
import type { RuleStep, VotingRule } from '../voting-rule';

/** Options that give variants of ranked pairs. */
export interface RankedPairsSettings extends BallotForms {
  /**
   * In which order pairs of equal margin are considered, and how options are ordered that no majority separates.
   * parallel universes: in every order that is possible. By the options' order in the agenda, or on the first ballot:
   * first the pairs whose winner comes first in it, then by the loser.
   */
  readonly ties?: 'parallel universes' | 'agenda' | 'first ballot';
}

/** One option against another that more voters put the other way round. */
interface Win {
  readonly over: number;
  readonly under: number;
  readonly margin: number;
}

/** A partial order of m options that grows pair by pair and is transitive at any time. */
class Locked {
  /** `cells[a * m + b]` is above 0 where a comes before b, and then says in which stage that was settled. */
  constructor(
    readonly m: number,
    private readonly cells = zeros(m * m),
  ) {}

  copy(): Locked {
    return new Locked(this.m, [...this.cells]);
  }

  /** The stage in which a was put before b; 0 if it was not. */
  stage(a: number, b: number): number {
    return this.cells[a * this.m + b] ?? 0;
  }

  /** Puts a before b, and all that is before a before all that is after b. b must not come before a. */
  lock(a: number, b: number, stage = 1): void {
    if (this.stage(a, b) > 0) return;
    for (let x = 0; x < this.m; x++) {
      if (x !== a && this.stage(x, a) === 0) continue;
      for (let y = 0; y < this.m; y++)
        if ((y === b || this.stage(b, y) > 0) && this.stage(x, y) === 0) this.cells[x * this.m + y] = stage;
    }
  }

  /** For each option how many come before it: the best place (from 0) that it can take in an order that fits. */
  places(): number[] {
    return zeros(this.m).map((_, b) => {
      let before = 0;
      for (let a = 0; a < this.m; a++) if (this.stage(a, b) > 0) before++;
      return before;
    });
  }
}

/** All wins, clearest first; of equal margin by the winner's place in `order`, then by the loser's. */
function winsIn(profile: RankingProfile, order: readonly number[]): Win[] {
  const pairs = order.flatMap((over) =>
    order.map((under) => ({ over, under, margin: profile.margin(over, under) })),
  );
  return pairs.filter(({ margin }) => margin > 0).sort((a, b) => b.margin - a.margin);
}

/** Locks win by win as they come, then tied options in the order given, so that one order of all options is left. */
function settled(
  m: number,
  wins: readonly Win[],
  order: readonly number[],
  watch?: (win: Win, isLocked: boolean) => void,
): Locked {
  const locked = new Locked(m);
  for (const win of wins) {
    const isLocked = locked.stage(win.under, win.over) === 0;
    watch?.(win, isLocked);
    if (isLocked) locked.lock(win.over, win.under);
  }
  order.forEach((a, place) => {
    for (const b of order.slice(place + 1)) if (locked.stage(b, a) === 0) locked.lock(a, b);
  });
  return locked;
}

/**
 * The places where the order of equal strengths makes no difference, which is the usual case; undefined as soon as a
 * win is contradicted by others of its own strength.
 */
function placesWithoutChoice(m: number, wins: readonly Win[]): number[] | undefined {
  const locked = new Locked(m);
  let stage = 0;
  for (const [at, { over, under, margin }] of wins.entries()) {
    if (margin !== wins[at - 1]?.margin) stage++;
    const against = locked.stage(under, over);
    if (against === stage) return undefined;
    if (against === 0) locked.lock(over, under, stage);
  }
  return locked.places();
}

/** How many partly settled orders are looked at, at most, and over how many options. */
const mostUniverses = 1_000_000;
const mostOptions = 30;

/**
 * The best place (from 0) that each option takes in any order of the wins of equal strength.
 *
 * What ranked pairs can lock of wins of one strength is any largest set of them without a cycle: whatever is looked
 * at first stays. So wins are decided one by one, locked or refused; a refused one must be contradicted in the end,
 * or it would have been locked. Wins that no others of their strength can contradict are locked at once, and
 * branches that can improve no option's place are left.
 * @throws AgoraError 'too-many-universes' above 30 options, or where too many branches are left
 */
function placesInUniverses(rule: string, m: number, wins: readonly Win[]): number[] {
  let best = zeros(m).fill(m);
  let looked = 0;
  const refuse = (why: string): never => {
    throw new AgoraError(
      'too-many-universes',
      `${rule}: equal margins contradict each other, and ${why}; take the agenda's order, or the first ballot's`,
    );
  };
  if (m > mostOptions) refuse(`all ways out are looked at for at most ${mostOptions} options, got ${m}`);

  /** Goes on with the wins from a place on, all stronger ones being settled. */
  const stage = (locked: Locked, from: number): void => {
    if (from === wins.length) {
      best = locked.places().map((place, option) => Math.min(place, best[option] ?? m));
      return;
    }
    let to = from;
    while (wins[to]?.margin === wins[from]?.margin) to++;
    branch(locked, wins.slice(from, to), [], to);
  };

  const branch = (locked: Locked, open: readonly Win[], refused: readonly Win[], next: number): void => {
    if (++looked > mostUniverses) refuse(`among ${m} options there are more than ${mostUniverses} ways out`);
    if (locked.places().every((place, option) => place >= (best[option] ?? m))) return;
    const reachable = locked.copy();
    for (const { over, under } of open) reachable.lock(over, under);
    for (const { over, under } of refused) if (reachable.stage(under, over) === 0) return;
    for (const { over, under } of open) if (reachable.stage(under, over) === 0) locked.lock(over, under);
    if (refused.some(({ over, under }) => locked.stage(over, under) > 0)) return;
    const owed = refused.filter(({ over, under }) => locked.stage(under, over) === 0);
    const contested = open.filter(
      ({ over, under }) => locked.stage(over, under) === 0 && locked.stage(under, over) === 0,
    );
    const win = contested.pop();
    if (win === undefined) {
      if (owed.length === 0) stage(locked, next);
      return;
    }
    const taken = locked.copy();
    taken.lock(win.over, win.under);
    branch(taken, contested, owed, next);
    branch(locked, contested, [...owed, win], next);
  };

  stage(new Locked(m), 0);
  return best;
}

function rankedPairsVoting(settings: RankedPairsSettings): VotingRule<'ranking'> {
  const { ties = 'parallel universes' } = settings;
  const universes = ties === 'parallel universes';
  const name = nameWith('ranked pairs', [!universes && ties], settings);
  const tieOrder = ({ options, rows }: RankingProfile): number[] => {
    const first = ties === 'first ballot' ? rows.find(({ weight }) => weight > 0)?.tiers : undefined;
    return [...options.keys()].sort((a, b) => (first?.[a] ?? 0) - (first?.[b] ?? 0));
  };
  const steps = (profile: RankingProfile): RuleStep[] => {
    const { options } = profile;
    const named = (option: number): string => options[option] ?? '';
    const order = tieOrder(profile);
    const wins = winsIn(profile, order);
    const taken: RuleStep[] = [];
    const locked = settled(options.length, wins, order, ({ over, under, margin }, isLocked) =>
      taken.push({
        kind: 'pair',
        over: named(over),
        under: named(under),
        margin,
        outcome: isLocked ? 'locked' : 'skipped',
      }),
    );
    const how = universes ? 'in the universe shown here ' : '';
    order.forEach((a, place) => {
      for (const b of order.slice(place + 1)) {
        if (profile.margin(a, b) !== 0) continue;
        const [over, under] = locked.stage(a, b) === 0 ? [b, a] : [a, b];
        const text = `${named(a)} and ${named(b)} are tied: ${how}${named(over)} comes before ${named(under)}`;
        taken.push({ kind: 'remark', text });
      }
    });
    if (universes && placesWithoutChoice(options.length, wins) === undefined)
      taken.push({
        kind: 'remark',
        text: 'equal margins contradict each other: the pairs above are settled by the order of the options, and other orders lock others',
      });
    return taken;
  };
  return preferentialRule({
    name,
    source: 'GEDI, section 4.2 (Tideman 1987)',
    explanation:
      'Every agent ranks the proposals from best to worst. Each two proposals are compared by how many agents prefer the one. From the clearest comparison to the closest each is put down, unless it contradicts what was put down before. The proposal that ends up before all others is selected.',
    meets: [
      'majority',
      'majority loser',
      'condorcet',
      'condorcet loser',
      'smith',
      'pareto',
      ...(universes ? (['monotonicity', 'reversal symmetry'] as const) : []),
    ],
    ...forms(settings),
    decide(profile) {
      const m = profile.options.length;
      const order = tieOrder(profile);
      const wins = winsIn(profile, order);
      const places = universes
        ? (placesWithoutChoice(m, wins) ?? placesInUniverses(name, m, wins))
        : settled(m, wins, order).places();
      return resultByScore(
        profile.options,
        places.map((place) => m - 1 - place),
      );
    },
    steps,
  });
}

/**
 * Ranked pairs: wins of one option over another are locked in, the strongest first, each unless it contradicts what
 * follows from those before it. What comes before all others wins.
 * Source: Tideman (1987); GEDI, section 4.2, which leaves equal margins open.
 *
 * - parallel universes (default): pref_voting's `ranked_pairs`. Who wins for some order of the equal margins wins, and
 *   options are ordered by the best place they take in any. Tied options may come in any order that fits the rest.
 *   Deciding this is hard in the worst case (Brill and Fischer 2012): where margins that contradict each other leave
 *   more than a million ways to go, or are among more than 30 options, AgoraError 'too-many-universes'.
 * - `agenda`: pref_voting's `ranked_pairs_tb`; `first ballot`: its `ranked_pairs_zt`, after Zavist and Tideman (1989).
 *
 * The tally is the number of options that one comes before, at best. Tied pairs come after all wins.
 * @throws AgoraError 'too-many-universes'
 * @example
 * const ballots = ['ABC', 'BCA', 'CAB'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * const profile = { options: ['A', 'B', 'C'], ballots, electorate: 3 };
 * voting.rankedPairs.count(profile).winners; // => ['A', 'B', 'C']
 * voting.rankedPairs({ ties: 'first ballot' }).count(profile).winners; // => ['A']
 */
export const rankedPairs: RuleWithVariants<RankedPairsSettings> = withVariants(
  'rankedPairs',
  {
    ties: oneOf('parallel universes', 'agenda', 'first ballot').optional(),
    ...ballotForms,
  },
  rankedPairsVoting,
  rankedPairsVoting({}),
);
