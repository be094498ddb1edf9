import { z } from 'zod';
import { having, type Json } from 'agora-voting/internal';
import type { Event, FinishedEvent } from './event';

/** All that happened in one collaboration, in order. What metrics, language and stopping read. */
export interface Collaboration {
  /** Counted from 0 within its run. */
  readonly index: number;
  readonly instance: Json;
  readonly agents: readonly string[];
  readonly events: readonly Event[];
  /** Null while the collaboration is unfinished. */
  readonly finished: FinishedEvent | null;
}

/** What an argument that takes one collaboration must be. */
export const collaborationGiven = having('a collaboration', { agents: 'object', events: 'object' });

/** What an argument that takes a run or collaborations must be; those of a stream are not looked at. */
export const collaborationsGiven = z.custom(
  (value) =>
    Array.isArray(value)
      ? value.every((one) => collaborationGiven.safeParse(one).success)
      : typeof value === 'object' &&
        value !== null &&
        (Symbol.iterator in value || Symbol.asyncIterator in value),
  { error: 'a run, or collaborations' },
);

/**
 * The events of one type, in order.
 * @example
 * transcripts.eventsOf({ events: [] }, 'decision'); // => []
 */
export function eventsOf<Type extends Event['type']>(
  collaboration: { readonly events: readonly Event[] },
  type: Type,
): Extract<Event, { type: Type }>[] {
  return collaboration.events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);
}
