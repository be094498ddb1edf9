import { InvalidCourseError } from './stopping-errors';
import type { StoppingCourse } from './stopping-round';

/** @throws InvalidCourseError for no courses, a course without rounds, rounds out of order, a performance that is no number */
export function checkCourses(courses: readonly StoppingCourse[], purpose: string): void {
  if (courses.length === 0)
    throw new InvalidCourseError(`${purpose} needs at least one collaboration, got none`);
  for (const { collaboration, rounds } of courses) {
    if (rounds.length === 0)
      throw new InvalidCourseError(
        `collaboration ${collaboration} has no rounds: ${purpose} needs at least one`,
      );
    for (const [place, { round, performance }] of rounds.entries()) {
      if (round !== place + 1)
        throw new InvalidCourseError(
          `collaboration ${collaboration} has round ${round} in place ${place + 1}: rounds must be 1, 2, 3, ...`,
        );
      if (performance !== null && !Number.isFinite(performance))
        throw new InvalidCourseError(
          `round ${round} of collaboration ${collaboration} has performance ${performance}: it must be a finite number or null`,
        );
    }
  }
}
