import type { CriterionName } from '../criterion-name';
import { preferentialRule } from '../preferential-rule';
import type { RankingRule } from '../rule-types';
import { nameWith } from './ballot-forms';
import { eliminationSteps, resultByElimination, type Elimination, type Race } from './elimination';
import { markExtreme } from './mark-extreme';
import { resultByUniverses } from './parallel-universes';

/** What the name "Coombs" leaves open. */
export interface CoombsSettings {
  /** Whether an option wins as soon as more than half of the voters put it first. Default true. */
  readonly majorityStop?: boolean;
  /** Several options with the most last places leave together, or one at a time in a universe each. Default together. */
  readonly ties?: 'together' | 'parallel universes';
}

/**
 * Coombs: rounds in which the options that most voters put last leave the race, until one has the first places of
 * more than half of the voters. Where all left have as many last places they win together.
 * Source: Coombs (1964); pref_voting's `coombs`, and `coombs_put` for parallel universes. Authors differ on the majority
 * stop: without it, the count goes on until one option is left. Complete, strict rankings.
 *
 * The tally is the number of rounds survived, a majority counting as one more (in parallel universes the number of
 * options outlasted, at best); so the options beside a majority winner are tied. The last places are in the steps.
 */
export function coombsMethod(settings: CoombsSettings = {}): RankingRule {
  const { majorityStop = true, ties = 'together' } = settings;
  const universes = ties === 'parallel universes';
  const name = nameWith('coombs', [!majorityStop && 'no majority stop', universes && 'parallel universes']);
  const elimination: Elimination = {
    score: scoreByLastPlaces,
    mark: (race) => markExtreme(race, 'highest'),
    ...(majorityStop && { wonEarly: majorityOfFirstPlaces }),
  };
  const meets: readonly CriterionName[] = [
    ...(majorityStop ? (['majority'] as const) : []),
    'majority loser',
    ...(universes ? (['condorcet loser'] as const) : []),
    'pareto',
  ];
  return preferentialRule({
    name,
    source: universes ? 'Coombs 1964; Conitzer et al. 2009' : 'Coombs 1964',
    explanation: `Every agent ranks all proposals from best to worst. ${majorityStop ? 'A proposal that more than half of the agents rank first is selected. Until there is one, the' : 'The'} proposal that most agents rank last leaves, and the others move together.${majorityStop ? '' : ' The last proposal left is selected.'}`,
    meets,
    decide: (profile) =>
      universes ? resultByUniverses(name, profile, elimination) : resultByElimination(profile, elimination),
    ...(!universes && { steps: (profile) => eliminationSteps(profile, elimination) }),
  });
}

function scoreByLastPlaces({ profile, standing, scores }: Race): void {
  const { orders, weights, size } = profile;
  const m = standing.length;
  scores.fill(0);
  for (let ballot = 0; ballot < size; ballot++) {
    let at = ballot * m + m - 1;
    while (standing[orders[at] as number] === 0) at--;
    const last = orders[at] as number;
    scores[last] = (scores[last] as number) + (weights[ballot] as number);
  }
}

function majorityOfFirstPlaces({ profile, standing, scores }: Race): number {
  const { orders, weights, size, voters } = profile;
  const m = standing.length;
  scores.fill(0);
  for (let ballot = 0; ballot < size; ballot++) {
    let at = ballot * m;
    while (standing[orders[at] as number] === 0) at++;
    const first = orders[at] as number;
    scores[first] = (scores[first] as number) + (weights[ballot] as number);
  }
  for (let option = 0; option < m; option++) if (2 * (scores[option] as number) > voters) return option;
  return -1;
}

export const coombs: RankingRule = coombsMethod();
export const coombsToTheLast: RankingRule = coombsMethod({ majorityStop: false });
export const coombsUniverses: RankingRule = coombsMethod({ ties: 'parallel universes' });
