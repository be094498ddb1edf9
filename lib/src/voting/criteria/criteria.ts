import { AgoraError } from '../../agora-error';
import { criterionNames, type CriterionName } from '../criterion-name';
import { cloneIndependence } from './clone-independence';
import { condorcetCriterion } from './condorcet-criterion';
import { condorcetLoser } from './condorcet-loser';
import { consistency } from './consistency';
import type { Criterion } from './criterion';
import { independence } from './independence';
import { majorityCriterion } from './majority-criterion';
import { majorityLoser } from './majority-loser';
import { monotonicity } from './monotonicity';
import { pareto } from './pareto';
import { participation } from './participation';
import { reversalSymmetry } from './reversal-symmetry';
import { smithCriterion } from './smith-criterion';

/** Every criterion in its default reading. */
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

/** The columns of GEDI's Table 1, in its order. */
export const tableOneCriteria: readonly CriterionName[] = Object.freeze([
  ...(['majority', 'monotonicity', 'consistency'] as const),
  ...(['independence of irrelevant alternatives', 'condorcet'] as const),
]);

/** @throws AgoraError 'unknown-criterion' listing the names that exist */
export function criterionByName(name: CriterionName): Criterion {
  const found = criteria.find((criterion) => criterion.name === name);
  if (found !== undefined) return found;
  throw new AgoraError(
    'unknown-criterion',
    `there is no criterion ${JSON.stringify(name)}: the criteria are ${criterionNames.join(', ')}`,
  );
}
