import type { JsonObject } from '../../../json';
import type { Collaboration } from '../../../transcripts/collaboration';

/** The debate as it was recorded before summaries named the members that they were made of. */
export function withoutOf(held: Collaboration): Collaboration {
  const events = held.events.map((event) => {
    if (event.type !== 'note' || event.kind !== 'summary') return event;
    const { of: _, ...data } = event.data as JsonObject;
    return { ...event, data };
  });
  return { ...held, events };
}
