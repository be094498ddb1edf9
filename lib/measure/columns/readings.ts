import { AgoraError } from '../../error';
import { eventsOf, type Collaboration, type DecisionEvent } from '../../protocols/protocol';

/** The latest decision after each round; null before the first. Of several in a round the last counts. */
export function decisionsByRound(one: Collaboration): (DecisionEvent | null)[] {
  const events = eventsOf(one, 'decision');
  let latest: DecisionEvent | null = null;
  let next = 0;
  return Array.from({ length: one.rounds }, (_, at) => {
    for (; (events[next]?.round ?? Infinity) <= at + 1; next++) latest = events[next] ?? null;
    return latest;
  });
}

/** A score of 0 to 1, or yes and no. Null is missing. */
export function correctIn(correct: unknown): number | null {
  if (correct === null) return null;
  if (typeof correct === 'boolean') return Number(correct);
  if (typeof correct === 'number' && correct >= 0 && correct <= 1) return correct;
  throw new AgoraError('the score has no "correct", a number from 0 to 1. Questions and claims give it.');
}
