import {
  asDeterministic,
  blindDictatorial,
  borda,
  bucklin,
  informedDictatorial,
  instantRunoff,
  minimax,
  misinformedDictatorial,
  plurality,
  range,
  rankedPairs,
  type VotingRule,
} from 'agora-voting';

const onRankings = plurality({ on: 'rankings' });

/**
 * The rules on rankings that GEDI compares, in the order of its Table 2 (section 4.2).
 * @example
 * import { papers } from 'agora-lab';
 * papers.gedi.rules.length; // => 9
 */
export const rules: readonly VotingRule<'ranking'>[] = Object.freeze([
  blindDictatorial,
  informedDictatorial,
  misinformedDictatorial,
  onRankings,
  bucklin,
  borda,
  instantRunoff,
  minimax,
  rankedPairs,
]);

/**
 * The six methods whose criteria GEDI's Table 1 states, in its order. The blind dictator is the first voter there,
 * since a random draw neither meets nor breaks a criterion for certain.
 * @example
 * import { papers } from 'agora-lab';
 * papers.gedi.tableOneRules.length; // => 6
 */
export const tableOneRules: readonly VotingRule[] = Object.freeze<VotingRule[]>([
  asDeterministic(blindDictatorial),
  range,
  onRankings,
  borda,
  instantRunoff,
  rankedPairs,
]);
