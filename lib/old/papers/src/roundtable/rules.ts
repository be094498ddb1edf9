import {
  cumulative,
  dowdall,
  majority,
  plurality,
  ruleByName as anyRuleByName,
  unanimous,
  type VotingRule,
} from 'agora-voting';

/** The Dowdall rule by the name that the paper gives it: tables, runs and figures of the paper say "ranked". */
const ranked: VotingRule<'ranking'> = Object.freeze({ ...dowdall, name: 'ranked' });

/**
 * The six rules that RoundTable compares, by its names and in the order of its Table 1. Ratings are from 1 to 5.
 * Its *ranked* is `voting.dowdall`.
 * @example
 * import { papers } from 'agora-lab';
 * papers.roundtable.rules.map(({ name }) => name).join(); // => 'unanimous,majority,plurality,rated,ranked,cumulative'
 */
export const rules: readonly VotingRule[] = Object.freeze<VotingRule[]>([
  unanimous,
  majority,
  plurality,
  anyRuleByName('rated'),
  ranked,
  cumulative,
]);

/**
 * A rule by the name that RoundTable gives it, or by its name in `agora-voting`.
 * @throws AgoraError 'unknown-rule' when neither knows the name
 * @example
 * import { papers } from 'agora-lab';
 * papers.roundtable.ruleByName('ranked').explanation === voting.dowdall.explanation; // => true
 */
export function ruleByName(name: string): VotingRule {
  return rules.find((rule) => rule.name === name) ?? anyRuleByName(name);
}
