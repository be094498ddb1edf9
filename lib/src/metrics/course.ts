import { eventsOf, type Collaboration } from '../transcripts/collaboration';
import type { DecisionEvent } from '../transcripts/event';
import { groupUtility } from './economy-score';

/** How the group's decision went, round by round. Index 0 is round 1. */
export interface Course {
  readonly collaboration: number;
  /** Rounds that were played. */
  readonly rounds: number;
  /** The decision as it stood after each round: the last one recorded up to then, null before the first. */
  readonly decisions: readonly (DecisionEvent | null)[];
  /** Group total utility after each round, in percent of the optimum; 0 while nothing is decided. */
  readonly utility: readonly number[];
  /** The first round after which a decision stood; null when none ever did. */
  readonly firstAgreement: number | null;
}

/** A round without a decision event leaves the decision as it was. Rounds are counted from 1. */
export function courseOf(collaboration: Collaboration): Course {
  const events = eventsOf(collaboration, 'decision');
  const rounds = collaboration.finished?.rounds ?? Math.max(0, ...events.map(({ round }) => round));
  const decisions: (DecisionEvent | null)[] = [];
  let next = 0;
  let latest: DecisionEvent | null = null;
  for (let round = 1; round <= rounds; round++) {
    for (; (events[next]?.round ?? Infinity) <= round; next++) latest = events[next] ?? null;
    decisions.push(latest);
  }
  const first = decisions.findIndex((decision) => decision !== null && decision.standing !== null);
  return {
    collaboration: collaboration.index,
    rounds,
    decisions,
    utility: decisions.map((decision) =>
      decision === null
        ? 0
        : groupUtility(
            decision.score,
            `the decision in round ${decision.round} of collaboration ${collaboration.index}`,
          ),
    ),
    firstAgreement: first < 0 ? null : first + 1,
  };
}
