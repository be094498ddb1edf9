import { AgoraError } from '../agora-error';
import type { StoppingCourse } from './stopping-round';

/** @throws AgoraError 'invalid-course' for no courses, a course without rounds, rounds out of order, a performance that is no number */
export function checkCourses(courses: readonly StoppingCourse[], purpose: string): void {
  if (courses.length === 0)
    throw new AgoraError('invalid-course', `${purpose} needs at least one collaboration, got none`);
  for (const { collaboration, rounds } of courses) {
    if (rounds.length === 0)
      throw new AgoraError(
        'invalid-course',
        `collaboration ${collaboration} has no rounds: ${purpose} needs at least one`,
      );
    for (const [place, { round, performance }] of rounds.entries()) {
      if (round !== place + 1)
        throw new AgoraError(
          'invalid-course',
          `collaboration ${collaboration} has round ${round} in place ${place + 1}: rounds must be 1, 2, 3, ...`,
        );
      if (performance !== null && !Number.isFinite(performance))
        throw new AgoraError(
          'invalid-course',
          `round ${round} of collaboration ${collaboration} has performance ${performance}: it must be a finite number or null`,
        );
    }
  }
}
