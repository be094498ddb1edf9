import { listOf, whole } from '../../check';
import { estimate, type Estimate } from '../estimate';
import type { Election } from './election';
import { recount } from './recount';
import { checkRecount, deciderName, type Decider, type RecountSettings } from './recount-settings';
import { shareRight, shareWithin } from './shares';

/** How often a decider was right, in percent of the questions. */
export interface RuleAccuracy {
  readonly rule: string;
  /** In percent, with the standard error over questions; `n` is how many questions count. */
  readonly accuracy: Estimate;
  readonly questions: number;
  /** Questions without a valid profile: counted as not right, or left out (`invalid`). */
  readonly invalid: number;
}

export type AtQuorum = RuleAccuracy & { readonly quorum: number };
export type AtUnreliable = RuleAccuracy & { readonly unreliable: number };
export type AtK = RuleAccuracy & { readonly k: number };

/**
 * Accuracy of each rule and dictator on recorded ballots (GEDI, Table 2). No call is made.
 * @example
 * const ballot = (rater, ranking) => ({ rater, ballot: { kind: 'ranking', ranking }, failure: null, invented: false });
 * const ballots = [ballot('x', ['A', 'B']), ballot('y', ['A', 'B']), ballot('z', ['B', 'A'])];
 * const polls = [{ kind: 'ranking', settings: {}, ballots }];
 * const one = { collaboration: 0, subject: 'law', options: ['A', 'B'], right: 'A', raters: ['x', 'y', 'z'], polls, dictators: [] };
 * metrics.accuracyByRule([one], [voting.borda])[0].accuracy.mean; // => 100
 */
export function accuracyByRule(
  elections: readonly Election[],
  rules: readonly Decider[],
  settings: Partial<RecountSettings> = {},
): RuleAccuracy[] {
  checkRecount('accuracyByRule', { elections, rules, settings });
  const scores = rightShares(elections, rules, settings);
  return rules.map((rule, place) => accuracyOf(deciderName(rule), scores[place] ?? [], settings.invalid));
}

/**
 * Accuracy with 1, 2, ... raters (GEDI, Figure 3). @param settings.quorums - default 1 to all raters
 * @example
 * const ballot = (rater, ranking) => ({ rater, ballot: { kind: 'ranking', ranking }, failure: null, invented: false });
 * const ballots = [ballot('x', ['A', 'B']), ballot('y', ['A', 'B']), ballot('z', ['B', 'A'])];
 * const polls = [{ kind: 'ranking', settings: {}, ballots }];
 * const one = { collaboration: 0, subject: 'law', options: ['A', 'B'], right: 'A', raters: ['x', 'y', 'z'], polls, dictators: [] };
 * metrics.accuracyByQuorum([one], [voting.borda], { quorums: [1, 3] }).map(({ quorum }) => quorum); // => [1, 3]
 */
export function accuracyByQuorum(
  elections: readonly Election[],
  rules: readonly Decider[],
  settings: Partial<RecountSettings> & { readonly quorums?: readonly number[] } = {},
): AtQuorum[] {
  checkRecount('accuracyByQuorum', { elections, rules, settings }, { quorums: listOf('quorums', whole(1)) });
  const { quorums = upTo(1, raterCount(elections)), ...rest } = settings;
  return quorums.flatMap((quorum) =>
    accuracyByRule(elections, rules, { ...rest, quorum }).map((row) => ({ ...row, quorum })),
  );
}

/**
 * Accuracy with 0, 1, ... unreliable raters (GEDI, Figure 4). @param settings.counts - default 0 to all raters
 * @example
 * const ballot = (rater, ranking) => ({ rater, ballot: { kind: 'ranking', ranking }, failure: null, invented: false });
 * const ballots = [ballot('x', ['A', 'B']), ballot('y', ['A', 'B']), ballot('z', ['B', 'A'])];
 * const polls = [{ kind: 'ranking', settings: {}, ballots }];
 * const one = { collaboration: 0, subject: 'law', options: ['A', 'B'], right: 'A', raters: ['x', 'y', 'z'], polls, dictators: [] };
 * metrics.accuracyByUnreliable([one], [voting.borda]).length; // => 4
 */
export function accuracyByUnreliable(
  elections: readonly Election[],
  rules: readonly Decider[],
  settings: Partial<RecountSettings> & { readonly counts?: readonly number[] } = {},
): AtUnreliable[] {
  checkRecount(
    'accuracyByUnreliable',
    { elections, rules, settings },
    { counts: listOf('numbers of raters', whole()) },
  );
  const all = Math.min(settings.quorum ?? Infinity, raterCount(elections));
  const { counts = upTo(0, all), ...rest } = settings;
  return counts.flatMap((unreliable) =>
    accuracyByRule(elections, rules, { ...rest, unreliable }).map((row) => ({ ...row, unreliable })),
  );
}

/**
 * Hit rate at k: how often the right option is among the first k of the collective order (GEDI, Figure 5). Ties in the
 * order count as the chance of breaking them so at random (`settings.ties` is not used). At k = 1 this is the accuracy
 * under `expected` ties, for rules that always let somebody win.
 * @param settings.ks - default 1 to the largest number of options
 * @example
 * const ballot = (rater, ranking) => ({ rater, ballot: { kind: 'ranking', ranking }, failure: null, invented: false });
 * const ballots = [ballot('x', ['A', 'B']), ballot('y', ['A', 'B']), ballot('z', ['B', 'A'])];
 * const polls = [{ kind: 'ranking', settings: {}, ballots }];
 * const one = { collaboration: 0, subject: 'law', options: ['A', 'B'], right: 'A', raters: ['x', 'y', 'z'], polls, dictators: [] };
 * metrics.hitRateAtK([one], [voting.borda]).map(({ accuracy }) => accuracy.mean); // => [100, 100]
 */
export function hitRateAtK(
  elections: readonly Election[],
  rules: readonly Decider[],
  settings: Partial<RecountSettings> & { readonly ks?: readonly number[] } = {},
): AtK[] {
  checkRecount('hitRateAtK', { elections, rules, settings }, { ks: listOf('k', whole(1)) });
  const { ks = upTo(1, Math.max(0, ...elections.map(({ options }) => options.length))), ...rest } = settings;
  const hits = recount(elections, rules, rest, (outcome, election) =>
    ks.map((k) => shareWithin(outcome, election, k)),
  );
  return rules.flatMap((rule, place) =>
    ks.map((k, at) => {
      const shares = (hits[place] ?? []).map((values) => values?.[at] ?? null);
      return { ...accuracyOf(deciderName(rule), shares, rest.invalid), k };
    }),
  );
}

/** `[decider][election]`: the share of right selections, null where the profile is invalid. */
export function rightShares(
  elections: readonly Election[],
  rules: readonly Decider[],
  settings: Partial<RecountSettings>,
): (number | null)[][] {
  const { ties = 'expected' } = settings;
  return recount(elections, rules, settings, (outcome, election, random) => [
    shareRight(outcome, election, ties, random),
  ]).map((row) => row.map((values) => values?.[0] ?? null));
}

/** A row of the tables above. */
export function accuracyOf(
  rule: string,
  shares: readonly (number | null)[],
  invalid: RecountSettings['invalid'] = 'wrong',
): RuleAccuracy {
  const percent = shares.map((share) => (share !== null ? 100 * share : invalid === 'wrong' ? 0 : null));
  const missing = shares.filter((share) => share === null).length;
  return { rule, accuracy: estimate(percent), questions: shares.length, invalid: missing };
}

function raterCount(elections: readonly Election[]): number {
  return elections.length === 0 ? 0 : Math.min(...elections.map(({ raters }) => raters.length));
}

function upTo(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}
