import { formNames, nameWith, type BallotForms } from '../more/ballot-forms';
import type { Strength } from '../more/strongest-paths';
import type { CriterionName } from '../criterion-name';
import { preferentialRule } from '../preferential-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';
import { bestPlaces, placesWithoutChoice } from './locked-pairs';
import { placesInUniverses } from './pair-universes';
import { rankedPairsSteps, settled } from './ranked-pairs-in-order';
import { agenda, byFirstBallot, ranksIn } from './tie-order';
import { winningPairs } from './winning-pairs';

/** What the name "ranked pairs" leaves open. */
export interface RankedPairsSettings extends BallotForms {
  /**
   * In which order pairs of equal strength are looked at, and how options that nobody's majority separates are ordered.
   * parallel universes: in every order that is possible. An order of the options (`agenda` for the profile's own,
   * `first ballot` for that of the first ballot): first the pairs whose winner comes first in it, then by the loser.
   * `first appearance`: as the pairs appear on the first ballot, whichever option of the pair wins.
   */
  readonly ties?: 'parallel universes' | 'agenda' | 'first ballot' | 'first appearance' | readonly string[];
  /** How strong a win is: the margin (default), or the voters for the winner. */
  readonly strength?: Strength;
}

/**
 * Ranked pairs: wins of one option over another are locked in, the strongest first, each unless it contradicts what
 * follows from those before it. What comes before all others wins.
 * Source: Tideman (1987); GEDI, section 4.2, which leaves equal margins open.
 *
 * - parallel universes (default): pref_voting's `ranked_pairs`. Who wins for some order of the equal margins wins, and
 *   options are ordered by the best place they take in any. Tied options may come in any order that fits the rest.
 *   Deciding this is hard in the worst case (Brill and Fischer 2012): where margins that contradict each other leave more than a
 *   million ways to go, or are among more than 30 options, AgoraError 'too-many-universes'.
 * - an order of the options: pref_voting's `ranked_pairs_tb` (`agenda`) and `ranked_pairs_zt` (`first ballot`, after
 *   Zavist and Tideman 1989).
 * - first appearance: how GEDI's code orders equal margins; `gedi ranked pairs` has the rest of it.
 *
 * The tally is the number of options that one comes before, at best. Tied pairs come after all wins, also where wins
 * are measured by the votes for them (truncated and weak ballots; pref_voting ranks them by these votes).
 * @throws AgoraError 'tie-policy' when an order lacks an option or names one twice; AgoraError 'too-many-universes'
 */
export function rankedPairsMethod(settings: RankedPairsSettings = {}): RankingRule {
  const { ties = 'parallel universes', strength = 'margins', truncated = false, weak = false } = settings;
  const order = typeof ties === 'string' ? undefined : [...ties];
  const variant = order !== undefined ? 'stated order' : ties !== 'parallel universes' && (ties as string);
  const name = nameWith('ranked pairs', [
    variant,
    strength === 'winning votes' && strength,
    ...formNames(settings),
  ]);
  const universes = ties === 'parallel universes';
  const equal = ties === 'first appearance' ? 'as listed' : 'by winner';
  const tieOrder = (profile: RankingProfile): readonly number[] => {
    const m = profile.options.length;
    if (ties === 'first ballot' || ties === 'first appearance') return byFirstBallot(profile);
    if (order === undefined) return agenda(m);
    const ranks = ranksIn(name, profile.options, order);
    return [...agenda(m)].sort((a, b) => (ranks[a] as number) - (ranks[b] as number));
  };
  const met: readonly CriterionName[] = [
    ...(['majority', 'majority loser', 'condorcet', 'condorcet loser', 'smith', 'pareto'] as const),
    ...(universes ? (['monotonicity', 'reversal symmetry'] as const) : []),
  ];
  return preferentialRule({
    name,
    source: 'GEDI, section 4.2 (Tideman 1987)',
    explanation:
      'Every agent ranks the proposals from best to worst. Each two proposals are compared by how many agents prefer the one. From the clearest comparison to the closest each is put down, unless it contradicts what was put down before. The proposal that ends up before all others is selected.',
    meets: met,
    truncated,
    weak,
    decide(profile) {
      const m = profile.options.length;
      const inOrder = tieOrder(profile);
      const pairs = winningPairs(profile, strength, inOrder, equal);
      const places = universes
        ? (placesWithoutChoice(m, pairs) ?? placesInUniverses(name, m, pairs))
        : bestPlaces(settled(m, pairs, inOrder), m);
      for (let option = 0; option < m; option++) places[option] = m - 1 - (places[option] as number);
      return resultByScore(profile.options, places);
    },
    steps(profile) {
      const inOrder = tieOrder(profile);
      return rankedPairsSteps(profile, winningPairs(profile, strength, inOrder, equal), inOrder, universes);
    },
  });
}

export const rankedPairs: RankingRule = rankedPairsMethod();
export const rankedPairsTieBroken: RankingRule = rankedPairsMethod({ ties: 'agenda' });
export const rankedPairsFirstBallot: RankingRule = rankedPairsMethod({ ties: 'first ballot' });
