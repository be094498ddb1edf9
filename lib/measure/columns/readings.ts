import { AgoraError } from '../../error';
import { eventsOf, type Collaboration, type DecisionEvent } from '../../protocols/protocol';

/**
 * Returns the most recent decision at the end of each round, or null before the first decision. If a round has several
 * decisions, the last one counts.
 */
export function decisionsByRound(one: Collaboration): (DecisionEvent | null)[] {
  const events = eventsOf(one, 'decision');
  let latest: DecisionEvent | null = null;
  let next = 0;
  return Array.from({ length: one.rounds }, (_, at) => {
    for (; (events[next]?.round ?? Infinity) <= at + 1; next++) latest = events[next] ?? null;
    return latest;
  });
}

/** Converts a `correct` score to a number from 0 to 1: true is 1, false is 0. Null means missing. */
export function correctIn(correct: unknown): number | null {
  if (correct === null) return null;
  if (typeof correct === 'boolean') return Number(correct);
  if (typeof correct === 'number' && correct >= 0 && correct <= 1) return correct;
  throw new AgoraError('the score has no "correct" value from 0 to 1. Use a run with questions or claims.');
}
