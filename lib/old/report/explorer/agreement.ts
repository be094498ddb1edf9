import type { Event } from 'agora-core/transcripts';
import type { Detail } from '../src/explorer/data';

/*
 * Who agreed with what was decided, as the record tells it.
 */

/** Whether a ballot has nothing above a candidate: its choice, its first place, its most points, or its approval. */
export function favours(ballot: unknown, candidate: string): boolean {
  if (typeof ballot !== 'object' || ballot === null) return false;
  const { choice, ranking, tiers, approved, ratings, points } = ballot as Readonly<Record<string, unknown>>;
  if (choice !== undefined) return choice === candidate;
  if (Array.isArray(ranking)) return ranking[0] === candidate;
  if (Array.isArray(tiers)) return Array.isArray(tiers[0]) && tiers[0].includes(candidate);
  if (Array.isArray(approved)) return approved.includes(candidate);
  const numbers = (ratings ?? points) as Readonly<Record<string, number>> | undefined;
  if (numbers === undefined || !Object.hasOwn(numbers, candidate)) return false;
  return Object.values(numbers).every((other) => Number(other) <= Number(numbers[candidate]));
}

/** The place of the decision that the collaboration ended with; -1 where nothing was decided. */
function settledAt({ events, finished }: Detail): number {
  const stands = JSON.stringify(finished?.outcome ?? null);
  const settles = (event: Event) => event.type === 'decision' && event.selected !== null;
  const same = events.findLastIndex(
    (event) =>
      settles(event) &&
      event.type === 'decision' &&
      JSON.stringify(event.standing?.proposal ?? null) === stands,
  );
  return same >= 0 ? same : events.findLastIndex(settles);
}

/**
 * Which agents agreed with what was decided: by their ballots in the vote that selected it, and where there was none, by
 * their own last proposals. Null for an agent who abstained, or of whom neither is known.
 */
export function agreedWith(detail: Detail): ReadonlyMap<string, boolean | null> {
  const { agents, events } = detail;
  const unknown = new Map(agents.map((agent) => [agent, null]));
  const at = settledAt(detail);
  const decision = events[at];
  if (decision?.type !== 'decision' || decision.selected === null) return unknown;
  const { selected, standing, round, phase } = decision;
  const isOfThisVote = (event: Event, place: number) =>
    event.type === 'vote' && place < at && event.round === round;
  const votes = events.filter(isOfThisVote);
  // A round may hold several votes; the one that decided has the decision's phase, where that is on record.
  const inPhase = votes.filter((event) => event.type === 'vote' && event.phase === phase);
  const counted = inPhase.length > 0 ? inPhase : votes;
  const stands = JSON.stringify(standing?.proposal ?? null);
  return new Map(
    agents.map((agent) => {
      const vote = counted.findLast((event) => event.type === 'vote' && event.by === agent);
      if (vote?.type === 'vote') return [agent, vote.ballot === null ? null : favours(vote.ballot, selected)];
      const own = events.findLast(
        (event, place) =>
          place < at && event.type === 'proposal' && event.by === agent && event.candidate !== null,
      );
      if (counted.length > 0 || own?.type !== 'proposal') return [agent, null];
      return [agent, own.candidate === selected || JSON.stringify(own.proposal) === stands];
    }),
  );
}
