import { AgoraError } from './agora-error';
import { shown } from './check';
import type { CountHelp, Profile, Result, VotingRule } from './voting-rule';

/**
 * Counts by a rule that may be a user's own, and checks what it gives: a list of winners, all among the options. Nobody
 * may win.
 * @throws AgoraError 'voting-rule' naming the rule, when it fails or gives something else; its own AgoraErrors pass
 */
export function countVotes(
  rule: Pick<VotingRule, 'name' | 'count'>,
  profile: Profile,
  help?: CountHelp,
): Result {
  let result: Result;
  try {
    result = rule.count(profile, help);
  } catch (error) {
    if (error instanceof Error && error.name === 'AgoraError') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AgoraError('voting-rule', `The rule "${rule.name}" fails: ${reason}`, { cause: error });
  }
  const fault = faultOf(result, profile.options);
  if (fault !== null) throw new AgoraError('voting-rule', `The rule "${rule.name}" ${fault}.`);
  return result;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function faultOf(result: unknown, options: readonly string[]): string | null {
  if (result instanceof Promise) return 'gives a promise: it must decide at once, without async';
  const { winners, tally } = (result ?? {}) as Partial<Record<keyof Result, unknown>>;
  if (!isList(winners)) return `gives no list of winners, but ${shown(winners)}`;
  if (typeof tally !== 'object' || tally === null) return `gives no tally, but ${shown(tally)}`;
  const place = winners.findIndex((winner) => !options.some((option) => option === winner));
  return place < 0
    ? null
    : `elects ${shown(winners[place])}, which is none of the options ${options.slice(0, 6).join(', ')}`;
}
