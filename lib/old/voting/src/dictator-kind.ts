import type { VotingRule } from './voting-rule';

/** What a dictator was shown: the ballots of all raters, or invented ones. */
export type ConsultedDictator = 'informed' | 'mis-informed';

export const consultedDictators: readonly ConsultedDictator[] = ['informed', 'mis-informed'];

/**
 * The kind of consulted dictator of a rule, by its name ("informed dictatorial", "mis-informed dictatorial
 * (truncated)"); null for every other rule. Such a rule is about the ballot of somebody outside the electorate, and
 * must never be counted on the raters' own.
 */
export function dictatorKindOf(rule: VotingRule | string): ConsultedDictator | null {
  const name = typeof rule === 'string' ? rule : rule.name;
  const found = consultedDictators.find(
    (kind) => name === `${kind} dictatorial` || name.startsWith(`${kind} dictatorial (`),
  );
  return found ?? null;
}
