import type { Course } from './course';

/** Utilities this close, in percent of the optimum, are the same but for rounding. */
const TOLERANCE = 1e-9;

/**
 * Rigidity: the share of rounds after which the group's utility is what it was before,
 * `1/R sum_r 1(U_r = U_(r-1))` with U_0 = 0, in percent. Source: RoundTable, section 4.1.
 * So rounds without any decision are rigid, and a first agreement is a change. R is the number of rounds played.
 */
export function rigidity(course: Course): number | null {
  if (course.rounds === 0) return null;
  const kept = course.utility.filter(
    (utility, place) => Math.abs(utility - (place === 0 ? 0 : (course.utility[place - 1] ?? 0))) <= TOLERANCE,
  );
  return (100 * kept.length) / course.rounds;
}
