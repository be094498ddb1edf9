import type { Event } from 'agora-core/transcripts';
import type { Detail } from '../src/explorer/data';
import { actorOf } from '../src/entries';

/**
 * The like of each event in another collaboration: of the same type, round, phase and agent, the first to the first, the
 * second to the second.
 */
export function alikeIn(detail: Detail, beside: Detail): ReadonlyMap<number, Event> {
  const keyed = ({ events }: Detail) => {
    const seen = new Map<string, number>();
    return events.map((event) => {
      if (!('round' in event)) return null;
      const key = JSON.stringify([
        event.type,
        event.round,
        event.type === 'decision' ? null : actorOf(event),
      ]);
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      return `${key} ${nth}`;
    });
  };
  const theirs = new Map<string, Event>();
  for (const [place, key] of keyed(beside).entries())
    if (key !== null) theirs.set(key, beside.events[place]!);
  return new Map(
    keyed(detail).flatMap((key, place) => {
      const event = key === null ? undefined : theirs.get(key);
      return event === undefined ? [] : [[place, event] as const];
    }),
  );
}

/** What counts of an event where two collaborations are held side by side. */
function essence(event: Event): string {
  switch (event.type) {
    case 'message':
      return event.text;
    case 'proposal':
      return JSON.stringify(event.proposal);
    case 'vote':
      return JSON.stringify(event.ballot);
    case 'decision':
      return JSON.stringify(event.standing?.proposal ?? null);
    default:
      return '';
  }
}

/** Whether an event says something else than its like; null for events that are not compared. */
export function differs(event: Event, like: Event | undefined): boolean | null {
  if (!['message', 'proposal', 'vote', 'decision'].includes(event.type)) return null;
  return like === undefined || essence(event) !== essence(like);
}
