import { criterionNames, type CriterionName, type VotingRule } from '../voting-rule';
import type { Criterion } from './criterion';
import { check, listOf, object } from '../check';
import { votingRule } from '../rule-setting';
import { aCriterion } from './criteria';
import { countedElections, searchIn, type SearchOutcome } from './search-counterexample';
import { searchLimits, type SearchLimits } from './search-limits';

/** One rule and one criterion. */
export interface CriteriaCell {
  readonly rule: string;
  readonly criterion: CriterionName;
  readonly outcome: SearchOutcome;
  /** The outcome in a few words. */
  readonly text: string;
}

const asked = object('arguments', {
  rules: listOf('voting rules', votingRule),
  criteria: listOf('criteria', aCriterion),
  limits: searchLimits,
});

/**
 * GEDI's Table 1 recomputed: searches every rule for breaches of every criterion.
 * @param rules - the rows; dictatorial and random rules through `asDeterministic`
 * @param criteria - the columns, by name or in a reading of your own. Default all
 * @returns one row of cells for each rule
 * @example
 * const [[cell]] = voting.criteriaTable([voting.borda], ['majority']);
 * cell?.text; // => 'broken: 3 options, 3 voters'
 */
export function criteriaTable(
  rules: readonly VotingRule[],
  criteria: readonly (CriterionName | Criterion)[] = criterionNames,
  limits: SearchLimits = {},
): readonly (readonly CriteriaCell[])[] {
  check('criteriaTable', asked, { rules, criteria, limits });
  return rules.map((rule) => {
    const shared = countedElections(rule, limits);
    return criteria.map((each) => {
      const criterion = typeof each === 'string' ? each : each.name;
      const outcome = searchIn(shared, each, limits);
      return { rule: rule.name, criterion, outcome, text: describeOutcome(outcome) };
    });
  });
}

/**
 * "met up to 12 voters with 2 options, ...", or "broken: 3 options, 5 voters".
 * @example
 * voting.describeOutcome(voting.searchCounterexample(voting.borda, 'majority')); // => 'broken: 3 options, 3 voters'
 */
export function describeOutcome(outcome: SearchOutcome): string {
  if (outcome.kind === 'violated') {
    const { options, voters } = outcome.counterexample;
    return `broken: ${options} options, ${voters} voter${voters === 1 ? '' : 's'}${outcome.smallest ? '' : ' (not known to be the smallest)'}`;
  }
  const sizes = outcome.upTo.map(({ options, voters }) => `${voters} with ${options} options`);
  const met =
    sizes.length === 0 ? 'nothing searched through' : `met up to so many voters: ${sizes.join(', ')}`;
  const stopped = outcome.stopped === undefined ? '' : `; stopped for want of ${outcome.stopped}`;
  return `${met}${stopped}`;
}
