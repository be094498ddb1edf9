import { eventsOf, type Collaboration, type DecisionEvent } from '../../transcripts';
import { remembered } from './remembered';

/** The group's decision after each round (index 0 is round 1); null before the first. */
export const decisionsByRound = remembered(
  (collaboration: Collaboration): readonly (DecisionEvent | null)[] => {
    const events = eventsOf(collaboration, 'decision');
    const rounds = collaboration.finished?.rounds ?? Math.max(0, ...events.map(({ round }) => round));
    let latest: DecisionEvent | null = null;
    let next = 0;
    return Array.from({ length: rounds }, (_, place) => {
      for (; (events[next]?.round ?? Infinity) <= place + 1; next++) latest = events[next] ?? null;
      return latest;
    });
  },
);

/** The first round after which there was a decision; null if there never was one. */
export function firstAgreement(collaboration: Collaboration): number | null {
  const round = decisionsByRound(collaboration).findIndex(
    (decision) => decision !== null && decision.standing !== null,
  );
  return round < 0 ? null : round + 1;
}

/** For each round: 1 if there was no decision so far, otherwise 0. Its mean is the share without agreement. */
export function withoutAgreement(collaboration: Collaboration): { round: number; value: number }[] {
  const first = firstAgreement(collaboration) ?? Infinity;
  return decisionsByRound(collaboration).map((_, place) => ({
    round: place + 1,
    value: first > place + 1 ? 1 : 0,
  }));
}

/** Where a score is missing or wrong, in words. */
export function placeOf({ round, collaboration }: DecisionEvent): string {
  return `the decision in round ${round} of collaboration ${collaboration}`;
}
