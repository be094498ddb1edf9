import { preferentialRule } from '../preferential-rule';
import type { RankingRule } from '../rule-types';
import { scoreByBorda } from './borda-in-race';
import { eliminationSteps, resultByElimination, type Elimination, type Race } from './elimination';

/**
 * Nanson: rounds of Borda counts among the options left; those below the average leave, or, in the weak variant,
 * those that are not above it. Where all left are level they win together.
 * Source: Nanson (1883), as reported by Niou (1987); pref_voting's `strict_nanson` and `weak_nanson`.
 * Authors differ on options that are exactly average: both readings are here by name. Complete, strict
 * rankings. The tally is the number of rounds survived, the points are in the steps.
 * @param settings.leave - `below average` (strict, the default) or `up to average` (weak)
 */
export function nansonMethod(
  settings: { readonly leave?: 'below average' | 'up to average' } = {},
): RankingRule {
  const weak = settings.leave === 'up to average';
  const elimination: Elimination = {
    score: scoreByBorda,
    mark: (race) => markUpToAverage(race, weak),
  };
  return preferentialRule({
    name: weak ? 'nanson (weak)' : 'nanson',
    source: 'Nanson 1883; Niou 1987',
    explanation: `Every agent ranks all proposals from best to worst. A proposal earns a point for every proposal ranked beneath it; those ${weak ? 'with no more than' : 'with less than'} the average leave, and the points are counted anew among the others. The last proposal left is selected.`,
    meets: [
      ...(['majority', 'majority loser', 'condorcet', 'condorcet loser', 'smith', 'pareto'] as const),
      ...(weak ? (['reversal symmetry'] as const) : []),
    ],
    decide: (profile) => resultByElimination(profile, elimination),
    steps: (profile) => eliminationSteps(profile, elimination),
  });
}

/** Half the voters prefer an option to another on average, so the average is voters x (options left - 1) / 2. */
function markUpToAverage({ profile, standing, left, scores, doomed }: Race, included: boolean): number {
  const twiceAverage = profile.voters * (left - 1);
  let marked = 0;
  for (let option = 0; option < standing.length; option++) {
    if (standing[option] === 0) continue;
    const twice = 2 * (scores[option] as number);
    if (twice < twiceAverage || (included && twice === twiceAverage)) marked += doomed[option] = 1;
  }
  return marked;
}

export const nanson: RankingRule = nansonMethod();
export const nansonWeak: RankingRule = nansonMethod({ leave: 'up to average' });
