import { closest, having } from './check';
import * as exported from './rules/rules';
import type { BallotSettings, VotingRule } from './voting-rule';

/** Schema of a setting that takes a voting rule. A rule's name in place of the rule gets a suggestion. */
export const votingRule = having(
  'a voting rule',
  { name: 'string', ballot: 'string', explanation: 'string', count: 'function' },
  (value) => {
    if (typeof value !== 'string') return undefined;
    const names = exported.rules.map(({ name }) => name);
    const near = names.find((name) => JSON.stringify(name) === closest(value, names));
    if (near === undefined) return undefined;
    const own = Object.entries(exported).find(([, rule]) => (rule as Partial<VotingRule>).name === near);
    return own === undefined ? `voting.ruleByName(${JSON.stringify(near)})` : `voting.${own[0]}`;
  },
);

/** The settings under which ballots of a rule are asked for, read and checked. */
export function ballotSettings(
  rule: VotingRule,
  options: readonly string[],
  electorate: number,
): BallotSettings {
  return rule.ballotSettings?.(options, electorate) ?? {};
}
