import type { Course } from './course';
import { individualUtilities } from './economy-score';
import type { EconomyMetricSettings } from './economy-settings';

/**
 * Fairness: the smallest individual utility over the largest, at the last round, in percent.
 * Source: RoundTable, section 4.1, which leaves it open where nothing is decided (or where all have 0): 0 / 0.
 * `withoutAgreement` leaves such a collaboration out (null), or counts it as 1 or 0.
 */
export function fairness(
  course: Course,
  withoutAgreement: EconomyMetricSettings['withoutAgreement'],
): number | null {
  const undecided = { exclude: null, one: 100, zero: 0 }[withoutAgreement];
  const last = course.decisions.at(-1) ?? null;
  if (last === null || last.standing === null) return undecided;
  const utilities = Object.values(
    individualUtilities(last.score, `the last decision of collaboration ${course.collaboration}`),
  );
  const largest = Math.max(...utilities);
  return largest > 0 ? (100 * Math.min(...utilities)) / largest : undecided;
}
