import { hasCode } from '../../agora-error';
import type { CriterionName, VotingRule } from '../../voting-rule';
import { asDeterministic } from '../as-deterministic';
import { countedElections, searchIn, type SearchOutcome } from '../search-counterexample';
import type { SearchLimits } from '../search-limits';

/** What the searcher says of each criterion that a rule declares; nothing for rules that it cannot search. */
export function checkDeclared(
  rule: VotingRule,
  limits: SearchLimits,
): readonly { readonly criterion: CriterionName; readonly outcome: SearchOutcome }[] {
  try {
    const shared = countedElections(asDeterministic(rule), limits);
    return rule.meets.map((criterion) => ({ criterion, outcome: searchIn(shared, criterion, limits) }));
  } catch (error) {
    if (hasCode(error, 'unsearchable-rule')) return [];
    throw error;
  }
}
