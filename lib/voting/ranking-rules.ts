import { AgoraError } from '../error';
import type { Random } from '../random';
import { asFraction, sumFractions, type Fraction } from './exact';
import { RankingProfile, type RankingForm } from './profile';
import { byScores, nobodyVoted, type Result, type Rule } from './rule';

/**
 * Rules that depend on the places of options in rankings. Some award points for places, some eliminate options in
 * rounds, and Bucklin counts place by place.
 */

/** The definition of a rule that counts rankings. */
export interface RankingDefinition {
  readonly name: string;
  readonly explanation: string;
  /** The rankings that the rule accepts. Default: 'weak', which accepts all rankings. */
  readonly takes?: RankingForm;
  /** Returns the result for a profile that has at least one ballot. */
  readonly decide: (profile: RankingProfile, random: Random | undefined) => Result;
}

/** Builds a rule that counts rankings. `decide` receives a validated profile. If nobody votes, no option wins. */
export function rankingRule({ name, explanation, takes = 'weak', decide }: RankingDefinition): Rule {
  return {
    name,
    ballot: 'ranking',
    explanation,
    count(election) {
      const profile = RankingProfile.from(election, takes, name);
      return profile.voters === 0 ? nobodyVoted(profile.options) : decide(profile, election.random);
    },
  };
}

/**
 * Sums the points that options earn for their places. `worth` returns the points that each option in a tier earns:
 * `size` is the number of options in the tier, and `above` is the number of options ranked above the tier.
 * @param leftOut - how to treat omitted options: 'share' divides the points of the remaining places among them;
 * 'nothing' gives them no points
 */
function byPlaces(
  { options, rows }: RankingProfile,
  worth: (above: number, size: number) => Fraction,
  leftOut: 'share' | 'nothing',
): Result {
  const size = options.length;
  const earned = new Map<number, { readonly worth: Fraction; readonly times: number[] }>();
  for (const { tiers, weight } of rows) {
    const sizes = new Array<number>(size + 1).fill(0);
    for (const tier of tiers) (sizes[tier] as number)++;
    const above = new Array<number>(size + 1).fill(0);
    for (let tier = 1; tier <= size; tier++)
      above[tier] = (above[tier - 1] as number) + (sizes[tier - 1] as number);
    for (let option = 0; option < size; option++) {
      const tier = tiers[option] as number;
      if (tier === size && leftOut === 'nothing') continue;
      const key = (above[tier] as number) * (size + 1) + (sizes[tier] as number);
      let place = earned.get(key);
      if (place === undefined) {
        const fraction = worth(above[tier] as number, sizes[tier] as number);
        earned.set(key, (place = { worth: fraction, times: new Array<number>(size).fill(0) }));
      }
      (place.times[option] as number) += weight;
    }
  }
  const { scores, totals } = sumFractions(size, [...earned.values()]);
  return byScores(options, scores, totals);
}

/**
 * First-preference plurality: the option with the most first-place votes wins. If options tie for first place on a
 * ballot, they share that ballot's vote equally. Source: GEDI, section 4.2; pref_voting's `plurality`. Totals are in
 * votes.
 */
export const firstPreferencePlurality: Rule = rankingRule({
  name: 'first-preference plurality',
  explanation:
    'Every agent ranks the proposals from best to worst. The proposal with the most first places is selected.',
  decide: (profile) =>
    byPlaces(profile, (above, size) => ({ over: above === 0 ? 1n : 0n, under: BigInt(size) }), 'nothing'),
});

/**
 * The Dowdall rule, which RoundTable calls ranked voting: a first, second, third, ... place earns 1, 1/2, 1/3, ...
 * points. Omitted options earn nothing. Source: RoundTable, appendix C and Figure 14. Totals are in points and are
 * compared as exact fractions.
 */
export const dowdall: Rule = rankingRule({
  name: 'dowdall',
  explanation:
    'Every agent ranks all proposals from best to worst. In each ranking, the first proposal gets 1 point, the second gets 1/2, the third gets 1/3, and so on. The proposal with the most points is selected.',
  takes: 'truncated',
  decide: (profile) => byPlaces(profile, (above) => ({ over: 1n, under: BigInt(above + 1) }), 'nothing'),
});

/**
 * Borda count: an option earns one point for every option that a ballot ranks below it. Tied options and omitted
 * options share the points of their places equally. Source: Borda (1781); GEDI, section 4.2. Totals are in points.
 */
export const borda: Rule = rankingRule({
  name: 'borda',
  explanation:
    'Every agent ranks the proposals from best to worst. In each ranking, a proposal gets one point for every proposal ranked below it. The proposal with the most points is selected.',
  decide(profile) {
    const places = profile.options.length;
    // The mean of the points for the first and the last of the tied places.
    const shared = (above: number, size: number): Fraction => {
      return { over: BigInt(places - 1 - above + (places - above - size)), under: 2n };
    };
    return byPlaces(profile, shared, 'share');
  },
});

/** The settings of a custom positional rule. */
export interface Scoring {
  /**
   * Points for first place, second place, and so on. Points must not increase from place to place. Places after the end
   * of the list earn nothing.
   */
  readonly points: readonly number[];
  /** The rule's name. By default, the name lists the points, as in "scoring (2, 1)". */
  readonly name?: string;
}

/**
 * A positional scoring rule: each place in a ranking earns points, and the highest total wins. Plurality is
 * `points: [1]`, and Borda with three options is `points: [2, 1]`. Tied options and omitted options share the points of
 * their places. Source: Young (1975).
 */
export function scoringRule({ points, name = `scoring (${points.join(', ')})` }: Scoring): Rule {
  const isWrong = points.some(
    (some, place) => !Number.isFinite(some) || some > (points[place - 1] ?? Infinity),
  );
  if (points.length === 0 || isWrong)
    throw new AgoraError(`${name}: points must be numbers that do not increase from place to place.`);
  const last = points.at(-1) as number;
  const exact = points.map(asFraction);
  const under = exact.reduce((most, fraction) => (fraction.under > most ? fraction.under : most), 1n);
  const units = exact.map((fraction) => fraction.over * (under / fraction.under));
  return rankingRule({
    name,
    explanation: `Every agent ranks the proposals from best to worst. In each ranking, the places earn these points, from first place onwards: ${points.join(', ')}. Later places earn 0 points. The proposal with the most points is selected.`,
    decide(profile) {
      if (last < 0 && profile.options.length > points.length)
        throw new AgoraError(
          `${name}: list points for every place. With ${profile.options.length} options, an unlisted place would earn 0 points, more than the last listed place (${last}).`,
        );
      const shared = (above: number, size: number): Fraction => {
        let over = 0n;
        for (let place = above; place < above + size; place++) over += units[place] ?? 0n;
        return { over, under: under * BigInt(size) };
      };
      return byPlaces(profile, shared, 'share');
    },
  });
}

/**
 * Bucklin voting: first-place votes are counted, then second-place votes are added, and so on, until an option's count
 * exceeds half the number of voters. The option with the largest count then wins. Omitted options are never counted. If
 * no count exceeds half, the option with the largest count over all places wins. Totals are the final counts.
 *
 * Source: GEDI, section 4.2. The paper does not say which option wins if several options' counts exceed half at the
 * same place. GEDI's code and pref_voting's `bucklin` select the option with the largest count, and so does this rule.
 */
export const bucklin: Rule = rankingRule({
  name: 'bucklin',
  explanation:
    "Every agent ranks all proposals from best to worst. First places are counted, then second places are added, and so on, until a proposal's count is more than half the number of voters. The proposal with the highest count is selected.",
  takes: 'truncated',
  decide({ options, rows, voters }) {
    const counts = new Array<number>(options.length).fill(0);
    for (let place = 0; place < options.length; place++) {
      for (const { order, weight } of rows) {
        const option = order[place];
        if (option !== undefined) (counts[option] as number) += weight;
      }
      if (counts.some((count) => 2 * count > voters)) break;
    }
    return byScores(options, counts);
  },
});

/** A rule that counts in rounds and removes options after each round. */
interface Elimination {
  /** Returns the score of every option in a round. The scores of removed options are ignored. */
  readonly score: (profile: RankingProfile, remains: readonly boolean[]) => readonly number[];
  /** Returns whether an option with this score is removed, given the scores of all remaining options. */
  readonly leaves: (score: number, scoresOfRemaining: readonly number[], profile: RankingProfile) => boolean;
  /** Returns an option that wins even though other options remain, or undefined if no option wins yet. */
  readonly early?: (profile: RankingProfile, remains: readonly boolean[]) => number | undefined;
}

/**
 * Runs all rounds. Returns the number of rounds that each option survived, and each option's score in its last round.
 */
function eliminate(
  profile: RankingProfile,
  { score, leaves, early }: Elimination,
): { readonly survived: readonly number[]; readonly lastScores: readonly number[] } {
  const size = profile.options.length;
  const remains = new Array<boolean>(size).fill(true);
  const survived = new Array<number>(size).fill(0);
  const lastScores = new Array<number>(size).fill(0);
  for (let remaining = size; remaining > 1;) {
    const winner = early?.(profile, remains);
    if (winner !== undefined) {
      (survived[winner] as number)++;
      break;
    }
    const scores = score(profile, remains);
    for (let option = 0; option < size; option++)
      if (remains[option]) lastScores[option] = scores[option] as number;
    const ofRemaining = scores.filter((_, option) => remains[option]);
    const leaving = remains.map((is, option) => is && leaves(scores[option] as number, ofRemaining, profile));
    const gone = leaving.filter(Boolean).length;
    if (gone === 0 || gone === remaining) break;
    for (let option = 0; option < size; option++) {
      if (leaving[option]) remains[option] = false;
      else if (remains[option]) (survived[option] as number)++;
    }
    remaining -= gone;
  }
  return { survived, lastScores };
}

/**
 * Counts the voters who rank each option first (or last, depending on `which`) among the remaining options. Requires
 * strict rankings.
 */
function placesAmong(
  { options, rows }: RankingProfile,
  remains: readonly boolean[],
  which: 'first' | 'last',
): number[] {
  const votes = new Array<number>(options.length).fill(0);
  for (const { order, weight } of rows) {
    const step = which === 'first' ? 1 : -1;
    let at = which === 'first' ? 0 : order.length - 1;
    while (at >= 0 && at < order.length && !remains[order[at] as number]) at += step;
    const option = order[at];
    if (option !== undefined) (votes[option] as number) += weight;
  }
  return votes;
}

/**
 * Instant-runoff voting: each round removes the option with the fewest first-place votes, until one option remains. A
 * ballot for a removed option moves to the next remaining option on the ballot. Options that tie for the fewest
 * first-place votes are removed together. If all remaining options tie, all of them win. A truncated ballot counts
 * until all the options on it have been removed. Options that were removed later rank higher. An option's total is its
 * number of votes in its last round.
 *
 * Source: GEDI, section 4.2, whose text does not mention ties. GEDI's code and pref_voting's `instant_runoff` remove
 * tied options together, and so does this rule.
 */
export const instantRunoff: Rule = rankingRule({
  name: 'instant-runoff',
  explanation:
    'Every agent ranks all proposals from best to worst. In each round, the proposal with the fewest first places is removed, and its votes go to the next remaining proposal in each ranking. The last remaining proposal is selected.',
  takes: 'truncated',
  decide(profile) {
    if (profile.options.length === 1) return byScores(profile.options, placesAmong(profile, [true], 'first'));
    const { lastScores } = eliminate(profile, {
      score: (given, remains) => placesAmong(given, remains, 'first'),
      leaves: (score, others) => score === Math.min(...others),
    });
    return byScores(profile.options, lastScores);
  },
});

/**
 * Coombs' rule: each round removes the option with the most last-place votes, until an option has more than half of the
 * first-place votes. Options that tie for the most last-place votes are removed together. Requires complete rankings
 * without ties. An option's total is the number of rounds that it survived; winning by a majority counts as one more
 * round. Source: Coombs (1964); pref_voting's `coombs`.
 */
export const coombs: Rule = rankingRule({
  name: 'coombs',
  explanation:
    'Every agent ranks all proposals from best to worst. A proposal is selected as soon as more than half of the voters rank it first. Until then, the proposal with the most last places is removed in each round.',
  takes: 'complete',
  decide(profile) {
    const { survived } = eliminate(profile, {
      score: (given, remains) => placesAmong(given, remains, 'last'),
      leaves: (score, others) => score === Math.max(...others),
      early(given, remains) {
        const first = placesAmong(given, remains, 'first').findIndex((votes) => 2 * votes > given.voters);
        return first < 0 ? undefined : first;
      },
    });
    return byScores(profile.options, survived);
  },
});

/**
 * Nanson's rule: each round removes all options whose Borda score is below average. If all remaining options tie, all
 * of them win. Requires complete rankings without ties. An option's total is the number of rounds that it survived.
 * Source: Nanson (1883); pref_voting's `strict_nanson`.
 */
export const nanson: Rule = rankingRule({
  name: 'nanson',
  explanation:
    'Every agent ranks all proposals from best to worst. In each ranking, a proposal gets one point for every proposal ranked below it. Proposals with fewer points than average are removed, and points are counted again for the remaining proposals. The last remaining proposal is selected.',
  takes: 'complete',
  decide(profile) {
    const { survived } = eliminate(profile, {
      score: (given, remains) =>
        given.options.map((_, a) =>
          given.options.reduce(
            (sum, __, b) => (a !== b && remains[b] ? sum + given.preferred(a, b) : sum),
            0,
          ),
        ),
      // The average score is half a point per voter for each of the other remaining options.
      leaves: (score, others, { voters }) => 2 * score < voters * (others.length - 1),
    });
    return byScores(profile.options, survived);
  },
});
