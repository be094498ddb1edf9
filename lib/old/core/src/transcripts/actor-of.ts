import type { Event } from './event';

/** Who did it; null where the group did, or nobody. */
export function actorOf(event: Event): string | null {
  if ('from' in event) return event.from;
  if ('agent' in event) return event.agent;
  return event.type === 'proposal' || event.type === 'vote' ? event.by : null;
}
