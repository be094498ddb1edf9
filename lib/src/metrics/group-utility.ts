import type { Course } from './course';
import type { EconomyMetricSettings } from './economy-settings';

type AfterEnd = EconomyMetricSettings['afterEnd'];

/**
 * Group total utility after round n, U_n / U_max in percent (RoundTable, section 4.1); 0 while nothing is decided.
 * After the last round the decision stands as it is (`carry`), or there is no such round (`undefined`: null).
 */
export function utilityAt(course: Course, n: number, afterEnd: AfterEnd): number | null {
  if (n > course.rounds && afterEnd === 'undefined') return null;
  return course.utility[Math.min(n, course.rounds) - 1] ?? null;
}

/**
 * Area under the curve, AUC@n over rounds 1 to n: the mean of U_r / U_max in percent, as RoundTable's tables print,
 * or the sum, as its formula in section 4.1 has it (then up to 100 n).
 */
export function areaUnderCurve(
  course: Course,
  n: number,
  form: EconomyMetricSettings['auc'],
  afterEnd: AfterEnd,
): number | null {
  let sum = 0;
  for (let round = 1; round <= n; round++) {
    const utility = utilityAt(course, round, afterEnd);
    if (utility === null) return null;
    sum += utility;
  }
  return form === 'mean' ? sum / n : sum;
}
