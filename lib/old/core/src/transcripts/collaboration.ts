import { z } from 'zod';
import { having, type Json } from 'agora-voting/internal';
import type { Event, FinishedEvent } from './event';

/** One collaboration: all its events, in order. Metrics, language features and stopping read it. */
export interface Collaboration {
  /** Counted from 0 within its run. */
  readonly index: number;
  readonly instance: Json;
  readonly agents: readonly string[];
  readonly events: readonly Event[];
  /** Null while the collaboration is unfinished. */
  readonly finished: FinishedEvent | null;
}

/** Schema of an argument that takes one collaboration. */
export const collaborationGiven = having('a collaboration', { agents: 'object', events: 'object' });

/** Schema of an argument that takes a run or collaborations. The members of a stream are not checked. */
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
