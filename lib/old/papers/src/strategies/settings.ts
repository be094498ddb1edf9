import { ruleByName, type VotingRule } from 'agora-voting';
import { positive, votingRule } from 'agora-voting/internal';
import { numberOf, type Setting } from '../setting';

/*
 * Two kinds of settings that only these items have: an amount, such as a price, and the one rule by which a group votes.
 */

/** A number above 0. */
export function amount(about: Omit<Setting<number>, 'is' | 'read'>): Setting<number> {
  return { ...about, is: positive(), read: numberOf };
}

/** One voting rule on ballots of one choice. */
export function choiceRule(about: Omit<Setting<VotingRule>, 'is' | 'read'>): Setting<VotingRule> {
  const is = votingRule.refine((rule) => (rule as VotingRule).ballot === 'choice', {
    error: ({ input }) => {
      const { name, ballot } = input as VotingRule;
      return `a voting rule on choice ballots (${name} counts ${ballot} ballots)`;
    },
  });
  return { ...about, is, read: ruleByName };
}
