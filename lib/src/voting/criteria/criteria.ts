import { AgoraError } from '../../agora-error';
import { criterionNames, type CriterionName } from '../voting-rule';
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

/** @throws AgoraError 'unknown-criterion' listing the names that exist */
export function criterionByName(name: CriterionName): Criterion {
  const found = criteria.find((criterion) => criterion.name === name);
  if (found !== undefined) return found;
  throw new AgoraError(
    'unknown-criterion',
    `there is no criterion ${JSON.stringify(name)}: the criteria are ${criterionNames.join(', ')}`,
  );
}
