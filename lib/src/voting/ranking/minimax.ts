import { formNames, nameWith, type BallotForms } from '../more/ballot-forms';
import { preferentialRule } from '../preferential-rule';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';

/** How bad it is for an option that some voters prefer another one to it. */
export type Disfavour = 'margins' | 'winning votes' | 'opposition';

/**
 * Minimax (Simpson-Kramer): the option whose worst comparison with another is least bad wins.
 * Source: GEDI, section 4.2 (Brams et al. 2007). The tally is the worst comparison; the lowest comes first.
 *
 * - margins (default): how many more voters prefer the other one; below zero where every comparison is won. The
 *   paper's f(b, a) is described both as a number of wins and as possibly negative: the margin is meant, and GEDI's
 *   code takes it, as pref_voting's `minimax` does (both stop at zero, which changes neither winners nor order).
 * - winning votes: the voters for the other one where these outnumber those against, else 0: pref_voting's
 *   `minimax_support`.
 * - opposition: the voters for the other one, winning or not.
 *
 * On complete, strict rankings all three order the options alike.
 */
export function minimaxMethod(settings: BallotForms & { readonly by?: Disfavour } = {}): RankingRule {
  const { by = 'margins', truncated = false, weak = false } = settings;
  const strict = !truncated && !weak;
  return preferentialRule({
    name: nameWith('minimax', [by !== 'margins' && by, ...formNames(settings)]),
    source: 'GEDI, section 4.2 (Brams et al. 2007)',
    explanation:
      'Every agent ranks the proposals from best to worst. Each two proposals are compared by how many agents prefer the one. The proposal whose worst comparison is the least bad is selected.',
    meets:
      strict || by !== 'opposition' ? ['majority', 'monotonicity', 'condorcet', 'pareto'] : ['monotonicity'],
    truncated,
    weak,
    decide({ options, preferred }) {
      const m = options.length;
      const worst: number[] = [];
      for (let a = 0; a < m; a++) {
        let most = m === 1 || by !== 'margins' ? 0 : -Infinity;
        for (let b = 0; b < m; b++) {
          if (b === a) continue;
          const against = preferred[b * m + a] as number;
          const margin = against - (preferred[a * m + b] as number);
          const disfavour = by === 'margins' ? margin : by === 'opposition' || margin > 0 ? against : 0;
          if (disfavour > most) most = disfavour;
        }
        worst.push(most);
      }
      return resultByScore(options, worst, 'lowest');
    },
  });
}

export const minimax: RankingRule = minimaxMethod();
export const minimaxWinningVotes: RankingRule = minimaxMethod({ by: 'winning votes' });
export const minimaxOpposition: RankingRule = minimaxMethod({ by: 'opposition' });
