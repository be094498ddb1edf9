import { AgoraError } from '../../error';
import { eventsOf, type Collaboration, type DecisionEvent } from '../../protocols/protocol';
import type { Column } from '../measure';
import { optionsOf, rightOption } from '../recount';
import { correctIn } from './readings';

/*
 * Measures of elections, in percent. `accuracy` and `hitRate` return values for each `rule` that counts the election.
 * Source: GEDI, sections 5.2, 5.3.
 */

const bounds = [0, 100] as const;

/**
 * Whether a rule selects the right option. Missing if an invalid ballot kept the profile from being counted; the paper
 * excludes such questions. After `recount`, the value for a tie is the probability that a fair draw selects the right
 * option.
 */
export const accuracy: Column = {
  measure: (one) =>
    eventsOf(one, 'decision').map((decision) => ({
      rule: decision.by,
      value: isCounted(one, decision) ? percent(correctIn(decision.score['correct'])) : null,
    })),
  bounds,
};

/**
 * Hit rate at k: whether the right option is among the first k options in the rule's ranking. Returns one value for
 * each given k (default: every possible k). If options are tied, the value is the probability that a random order of
 * the tied options puts the right option among the first k. Missing if the record contains neither a ranking nor totals
 * for all options.
 */
export const hitRate = (...ks: readonly number[]): Column => ({
  measure: (one) =>
    eventsOf(one, 'decision').flatMap((decision) => {
      const tiers = orderOf(decision);
      const right = rightOption(one);
      return (ks.length > 0 ? ks : optionsOf(one).map((_, at) => at + 1)).map((k) => ({
        rule: decision.by,
        k,
        value: tiers === null || !isCounted(one, decision) ? null : 100 * chanceWithin(tiers, right, k),
      }));
    }),
  bounds,
});

/** Whether every rater's ballot is valid. If raters cast several kinds of ballots, all of them must be valid. */
export const validProfile: Column = { measure: (one) => (missingBallots(one) === 0 ? 100 : 0), bounds };

/** Whether some, but not all, ballots are valid, as in the cells that Tables 2 and 5 mark with an asterisk. */
export const partialProfile: Column = {
  measure: (one) => (missingBallots(one) > 0 && eventsOf(one, 'vote').length > 0 ? 100 : 0),
  bounds,
};

const percent = (share: number | null): number | null => (share === null ? null : 100 * share);

/**
 * Returns whether a rule counted the profile. If a ballot is missing and there is no winner, the profile was not
 * counted.
 */
const isCounted = (one: Collaboration, { winners }: DecisionEvent): boolean =>
  winners.length > 0 || missingBallots(one) === 0;

function missingBallots(one: Collaboration): number {
  const raters = new Set(one.agents.map(({ name }) => name));
  const failed = eventsOf(one, 'unusable').filter(({ agent }) => raters.has(agent)).length;
  const voters = new Set(eventsOf(one, 'vote').map(({ agent }) => agent));
  const silent = [...raters].filter((name) => !voters.has(name)).length;
  return Math.max(failed, silent);
}

function orderOf({ order, totals, candidates }: DecisionEvent): readonly (readonly string[])[] | null {
  if (order !== undefined) return order;
  if (candidates.some(({ id }) => totals[id] === undefined)) return null;
  const values = [...new Set(Object.values(totals))].sort((a, b) => b - a);
  return values.map((value) => Object.keys(totals).filter((id) => totals[id] === value));
}

/**
 * Returns the probability that the right option is among the first k. If the right option is one of t tied options and
 * b options rank above them, the probability is (k - b) / t, limited to [0, 1].
 */
function chanceWithin(tiers: readonly (readonly string[])[], right: string | null, k: number): number {
  if (right === null) throw new AgoraError('the record does not say which option is right.');
  let before = 0;
  for (const tied of tiers) {
    if (tied.includes(right)) return Math.min(1, Math.max(0, (k - before) / tied.length));
    before += tied.length;
  }
  return 0;
}
