import { AgoraError } from '../../agora-error';
import type { CriterionName } from '../criterion-name';
import { preferentialRule } from '../preferential-rule';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';
import { formNames, nameWith, type BallotForms } from './ballot-forms';
import { zeros } from './zeros';

const met: readonly CriterionName[] = [
  ...(['majority', 'majority loser', 'monotonicity', 'condorcet', 'condorcet loser', 'smith'] as const),
  'pareto',
];

/**
 * Copeland: an option earns a point for every other that more ballots put below it than above it, and `tie` points
 * for every other that as many put below as above; most points win.
 * Source: Copeland (1951); the parameter is the alpha of Faliszewski et al. (2009), "Llull and Copeland voting".
 * With a tie worth 1/2 it is pref_voting's `copeland`, worth 1 Llull's rule and pref_voting's `llull`.
 * @param settings.tie - from 0 to 1; default 1/2
 * @throws AgoraError 'setting' when `tie` is outside 0 to 1
 */
export function copelandRule(settings: BallotForms & { readonly tie?: number } = {}): RankingRule {
  const { tie = 0.5, truncated = false, weak = false } = settings;
  if (!(tie >= 0 && tie <= 1))
    throw new AgoraError('setting', `copeland needs a tie to be worth from 0 to 1 points, got ${tie}`);
  const worth = tie !== 0.5 && tie !== 1 && `ties worth ${tie}`;
  return preferentialRule({
    name: nameWith(tie === 1 ? 'llull' : 'copeland', [worth, ...formNames(settings)]),
    source: tie === 1 ? 'Llull 1299; Faliszewski et al. 2009' : 'Copeland 1951; Faliszewski et al. 2009',
    explanation: `Every agent ranks the proposals from best to worst. Each two proposals are compared: the one that more agents prefer earns a point, and in a tie both earn ${tie}. The proposal with the most points is selected.`,
    meets: tie === 0.5 ? [...met, 'reversal symmetry'] : met,
    truncated,
    weak,
    decide: ({ options, preferred }) => {
      const m = options.length;
      const points = zeros(m);
      for (let a = 1; a < m; a++)
        for (let b = 0; b < a; b++) {
          const margin = (preferred[a * m + b] as number) - (preferred[b * m + a] as number);
          points[a] = (points[a] as number) + (margin > 0 ? 1 : margin < 0 ? 0 : tie);
          points[b] = (points[b] as number) + (margin < 0 ? 1 : margin > 0 ? 0 : tie);
        }
      return resultByScore(options, points);
    },
  });
}

export const copeland: RankingRule = copelandRule();
export const llull: RankingRule = copelandRule({ tie: 1 });
