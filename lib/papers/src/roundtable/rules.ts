import { ruleByName, type VotingRule } from 'agora-voting';

/**
 * The six rules that RoundTable compares, in the order of its Table 1; ratings are from 1 to 5.
 * @example
 * import { papers } from 'agora-lab';
 * papers.roundtable.rules.map(({ name }) => name).join(); // => 'unanimous,majority,plurality,rated,ranked,cumulative'
 */
export const rules: readonly VotingRule[] = Object.freeze(
  ['unanimous', 'majority', 'plurality', 'rated', 'ranked', 'cumulative'].map(ruleByName),
);
