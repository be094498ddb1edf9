import { number } from '../check';
import {
  ballotForms,
  forms,
  nameWith,
  preferentialRule,
  withVariants,
  type BallotForms,
  type RuleWithVariants,
} from '../make-rule';
import { resultByScore } from '../result';
import type { CriterionName, VotingRule } from '../voting-rule';

/** Options that give variants of Copeland. */
export interface CopelandSettings extends BallotForms {
  /** The value of a tie, from 0 to 1: half a win by default. With 1 it is Llull's rule. */
  readonly tie?: number;
}

const met: readonly CriterionName[] = [
  'majority',
  'majority loser',
  'monotonicity',
  'condorcet',
  'condorcet loser',
  'smith',
  'pareto',
];

function copelandVoting(settings: CopelandSettings): VotingRule<'ranking'> {
  const { tie = 0.5 } = settings;
  const worth = tie !== 0.5 && tie !== 1 && `ties worth ${tie}`;
  return preferentialRule({
    name: nameWith(tie === 1 ? 'llull' : 'copeland', [worth], settings),
    source: tie === 1 ? 'Llull 1299; Faliszewski et al. 2009' : 'Copeland 1951; Faliszewski et al. 2009',
    explanation: `Every agent ranks the proposals from best to worst. Each two proposals are compared: the one that more agents prefer earns a point, and in a tie both earn ${tie}. The proposal with the most points is selected.`,
    meets: tie === 0.5 ? [...met, 'reversal symmetry'] : met,
    ...forms(settings),
    decide: (profile) =>
      resultByScore(
        profile.options,
        profile.options.map((_, a) => {
          const margins = profile.options.flatMap((__, b) => (a === b ? [] : profile.margin(a, b)));
          return margins.reduce((sum, margin) => sum + (margin > 0 ? 1 : margin < 0 ? 0 : tie), 0);
        }),
      ),
  });
}

/**
 * Copeland: an option earns one point for every other option that it beats in pairs, and `tie` points for every
 * pairwise tie. The most points win. Source: Copeland (1951); the parameter is the alpha of Faliszewski et al. (2009),
 * "Llull and Copeland voting". With a tie worth 1/2 it is pref_voting's `copeland`, worth 1 Llull's rule and
 * pref_voting's `llull`.
 * @example
 * const ballots = ['ABC', 'BAC'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * const profile = { options: ['A', 'B', 'C'], ballots, electorate: 2 };
 * voting.copeland.count(profile).tally; // => { A: 1.5, B: 1.5, C: 0 }
 * voting.copeland({ tie: 1 }).count(profile).tally; // => { A: 2, B: 2, C: 0 }
 */
export const copeland: RuleWithVariants<CopelandSettings> = withVariants(
  'copeland',
  { tie: number(0, 1).optional(), ...ballotForms },
  copelandVoting,
  copelandVoting({}),
);
