import type { StoppingCourse } from './stopping-round';

/** What a collaboration is worth when it ends after a round; `undecided` when nothing is decided by then. */
export function worth(course: StoppingCourse, round: number, undecided: number | null): number | null {
  return course.rounds[round - 1]?.performance ?? undecided;
}
