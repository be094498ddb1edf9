import { AgoraError } from '../error';
import { blindDictatorial, informedDictatorial, misinformedDictatorial, randomOrder } from './dictators';
import { copeland, kemenyYoung, minimax, rankedPairs, schulze } from './pairwise-rules';
import { approval, majority, plurality, unanimous } from './plain-rules';
import {
  borda,
  bucklin,
  coombs,
  dowdall,
  firstPreferencePlurality,
  instantRunoff,
  nanson,
} from './ranking-rules';
import { cumulative, majorityJudgement, range, rated, star } from './rating-rules';
import type { Rule } from './rule';

/** All rules that count rankings and treat all options and all voters alike. */
export const rankingRules: readonly Rule[] = [
  firstPreferencePlurality,
  dowdall,
  borda,
  bucklin,
  instantRunoff,
  coombs,
  nanson,
  copeland,
  minimax,
  schulze,
  rankedPairs,
  kemenyYoung,
];

/** All rules. The tests in rules.test.ts cover every rule in this list. */
export const rules: readonly Rule[] = [
  unanimous,
  majority,
  plurality,
  approval,
  rated,
  range,
  star,
  majorityJudgement,
  cumulative,
  ...rankingRules,
  blindDictatorial,
  informedDictatorial,
  misinformedDictatorial,
  randomOrder,
];

/** Returns the rule with the given name, such as "ranked pairs". */
export function ruleByName(name: string): Rule {
  const found = rules.find((rule) => rule.name === name);
  if (found !== undefined) return found;
  throw new AgoraError(
    `Unknown voting rule ${JSON.stringify(name)}. Use one of ${rules.map((rule) => rule.name).join(', ')}.`,
  );
}
