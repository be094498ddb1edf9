import type { StoppingCourse } from '../stopping-round';
import { PairCounter } from './pair-counter';
import { countPairs, numberedActs, pairCount, type NumberedActs, type PairChoices } from './pairs';

/**
 * Courses as the dialogue-act method sees them: round by round, one course after the other. Counted once, whatever
 * is fitted on them. Course c has the rounds from firstRounds[c] up to firstRounds[c + 1].
 */
export interface CountedPairs {
  readonly courses: number;
  readonly firstRounds: Int32Array;
  /** After each round; NaN without a decision. */
  readonly performance: Float64Array;
  /** The pairs that lead into round r are `pairs` from starts[r] up to starts[r + 1], in order, each once. */
  readonly starts: Int32Array;
  readonly pairs: Uint16Array;
  /** How often each of them does. */
  readonly times: Uint32Array;
}

export function countedPairs(courses: readonly StoppingCourse[], choices: PairChoices): CountedPairs {
  const rounds = courses.reduce((sum, course) => sum + course.rounds.length, 0);
  const firstRounds = new Int32Array(courses.length + 1);
  const performance = new Float64Array(rounds);
  const starts = new Int32Array(rounds + 1);
  // Room for every pair in every round.
  const pairs = new Uint16Array(rounds * pairCount);
  const times = new Uint32Array(rounds * pairCount);
  const counter = new PairCounter();
  let next = 0;
  for (let course = 0; course < courses.length; course++) {
    let before: NumberedActs[] | undefined;
    for (const round of courses[course]!.rounds) {
      const current = numberedActs(round);
      countPairs(before, current, choices, counter);
      performance[next] = round.performance ?? NaN;
      starts[next + 1] = counter.moveTo(pairs, times, starts[next]!);
      next++;
      before = current;
    }
    firstRounds[course + 1] = next;
  }
  const size = starts[rounds]!;
  return {
    courses: courses.length,
    firstRounds,
    performance,
    starts,
    pairs: pairs.slice(0, size),
    times: times.slice(0, size),
  };
}
