import type { FitSettings } from './stopping-policy';
import type { StoppingCourse } from './stopping-round';

export type Direction = FitSettings['direction'];

/** Whether the first is strictly the better performance. None at all (null) is the worst there is. */
export function isBetter(a: number | null, b: number | null, direction: Direction): boolean {
  if (a === null || b === null) return a !== null;
  return direction === 'maximize' ? a > b : a < b;
}

/**
 * The first round that reaches a collaboration's best performance: round 1 when it never decides.
 * Source: what RoundTable, Appendix D.7, calls the round that produced the best outcome; the first of equals is ours.
 */
export function bestRound(course: StoppingCourse, direction: Direction): number {
  let best = 0;
  for (const [place, { performance }] of course.rounds.entries())
    if (isBetter(performance, course.rounds[best]!.performance, direction)) best = place;
  return best + 1;
}

/** The oracle's choice, which needs to know the end: for analysis only, never for use. */
export function oracle(
  course: StoppingCourse,
  direction: Direction,
): { readonly round: number; readonly performance: number | null } {
  const round = bestRound(course, direction);
  return { round, performance: course.rounds[round - 1]?.performance ?? null };
}
