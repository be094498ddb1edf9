import { estimate, type Estimate } from '../estimate';
import { accuracyOf, rightShares, type RuleAccuracy } from './accuracy';
import type { Election } from './election';
import { checkRecount, deciderName, type Decider, type RecountSettings } from './recount-settings';

export type AtSubject = RuleAccuracy & { readonly subject: string };

/** How two deciders differ on the questions of one subject. */
export interface SubjectDifference {
  readonly subject: string;
  /** Accuracy of the first less that of the second, in percentage points, question by question (paired). */
  readonly difference: Estimate;
}

/** Questions whose record names no subject. */
const unnamed = 'no subject';

/**
 * Accuracy by subject, in the order in which subjects first come up (GEDI, section 5.3).
 * @example
 * const ballot = (rater, ranking) => ({ rater, ballot: { kind: 'ranking', ranking }, failure: null, invented: false });
 * const ballots = [ballot('x', ['A', 'B']), ballot('y', ['A', 'B']), ballot('z', ['B', 'A'])];
 * const polls = [{ kind: 'ranking', settings: {}, ballots }];
 * const one = { collaboration: 0, subject: 'law', options: ['A', 'B'], right: 'A', raters: ['x', 'y', 'z'], polls, dictators: [] };
 * metrics.accuracyBySubject([one], [voting.borda])[0].subject; // => 'law'
 */
export function accuracyBySubject(
  elections: readonly Election[],
  rules: readonly Decider[],
  settings: Partial<RecountSettings> = {},
): AtSubject[] {
  checkRecount('accuracyBySubject', { elections, rules, settings });
  const scores = rightShares(elections, rules, settings);
  return subjectsOf(elections).flatMap(({ subject, places }) =>
    rules.map((rule, at) => {
      const shares = places.map((place) => scores[at]?.[place] ?? null);
      return { ...accuracyOf(deciderName(rule), shares, settings.invalid), subject };
    }),
  );
}

/**
 * By how much one rule beats another, subject by subject (GEDI, Figures 6 and 7). With `invalid: 'left out'` questions
 * that are invalid for either do not count.
 * @example
 * const ballot = (rater, ranking) => ({ rater, ballot: { kind: 'ranking', ranking }, failure: null, invented: false });
 * const ballots = [ballot('x', ['A', 'B']), ballot('y', ['A', 'B']), ballot('z', ['B', 'A'])];
 * const polls = [{ kind: 'ranking', settings: {}, ballots }];
 * const one = { collaboration: 0, subject: 'law', options: ['A', 'B'], right: 'A', raters: ['x', 'y', 'z'], polls, dictators: [] };
 * metrics.subjectDifferences([one], voting.borda, voting.bucklin)[0].difference.mean; // => 0
 */
export function subjectDifferences(
  elections: readonly Election[],
  rule: Decider,
  than: Decider,
  settings: Partial<RecountSettings> = {},
): SubjectDifference[] {
  checkRecount('subjectDifferences', { elections, rules: [rule, than], settings });
  const [ones = [], others = []] = rightShares(elections, [rule, than], settings);
  const count = (share: number | null | undefined) => share ?? (settings.invalid === 'left out' ? null : 0);
  return subjectsOf(elections).map(({ subject, places }) => ({
    subject,
    difference: estimate(
      places.map((place) => {
        const [one, other] = [count(ones[place]), count(others[place])];
        return one === null || other === null ? null : 100 * (one - other);
      }),
    ),
  }));
}

function subjectsOf(elections: readonly Election[]): { subject: string; places: number[] }[] {
  const subjects = new Map<string, number[]>();
  elections.forEach(({ subject }, place) => {
    const name = subject ?? unnamed;
    const places = subjects.get(name);
    if (places === undefined) subjects.set(name, [place]);
    else places.push(place);
  });
  return [...subjects].map(([subject, places]) => ({ subject, places }));
}
