import { check, object } from '../check';
import { collaborationsGiven, type Collaboration } from '../transcripts/collaboration';
import type { Event } from '../transcripts/event';

/** Answers that could not be used, by kind, beside all answers. */
export interface FailureCounts {
  readonly unparsed: number;
  readonly invalid: number;
  readonly refused: number;
  readonly failed: number;
  readonly total: number;
  /** Questions asked a second time because the first answer could not be used. */
  readonly repairs: number;
  /** Model answers of any kind, repairs included. */
  readonly replies: number;
}

export const noFailures: FailureCounts = Object.freeze({
  unparsed: 0,
  invalid: 0,
  refused: 0,
  failed: 0,
  total: 0,
  repairs: 0,
  replies: 0,
});

/** Counts over whole transcripts, unfinished ones included: a failed answer counts wherever it stands. */
export async function failures(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
): Promise<FailureCounts> {
  check('failures', object('arguments', { collaborations: collaborationsGiven }), { collaborations });
  let counts = noFailures;
  for await (const { events } of collaborations) counts = addFailures(counts, events);
  return counts;
}

export function addFailures(counts: FailureCounts, events: readonly Event[]): FailureCounts {
  const sums = { ...counts };
  for (const event of events) {
    if (event.type === 'failure') {
      sums[event.kind]++;
      sums.total++;
    } else if (event.type === 'reply') {
      sums.replies++;
      if (event.attempt > 0) sums.repairs++;
    }
  }
  return sums;
}
