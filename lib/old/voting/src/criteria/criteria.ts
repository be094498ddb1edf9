import { check, either, having, oneOf } from '../check';
import { criterionNames, type CriterionName } from '../voting-rule';
import { consistency } from './consistency';
import type { Criterion } from './criterion';
import {
  condorcetCriterion,
  condorcetLoser,
  majorityCriterion,
  majorityLoser,
  pareto,
  smithCriterion,
} from './one-election';
import {
  cloneIndependence,
  independence,
  monotonicity,
  participation,
  reversalSymmetry,
} from './two-elections';

/**
 * Every criterion that rules can be searched for.
 * @example
 * voting.criteria.map(({ name }) => name).includes('condorcet'); // => true
 */
export const criteria: readonly Criterion[] = Object.freeze([
  majorityCriterion,
  majorityLoser,
  monotonicity,
  consistency,
  independence,
  condorcetCriterion,
  condorcetLoser,
  smithCriterion,
  participation,
  cloneIndependence,
  reversalSymmetry,
  pareto,
]);

/** A criterion as a setting: its name, or one of your own. */
export const aCriterion = either(
  'a criterion or its name',
  oneOf(...criterionNames),
  having('a criterion', { name: 'string', violation: 'function' }),
);

/** @throws AgoraError 'setting' for a name that no criterion has */
export function criterionFrom(asked: CriterionName | Criterion): Criterion {
  check('a search', aCriterion, asked);
  return typeof asked === 'string' ? (criteria.find(({ name }) => name === asked) as Criterion) : asked;
}
