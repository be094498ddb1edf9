import type { Json } from '../json';
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

/** The events of one type, in order. */
export function eventsOf<Type extends Event['type']>(
  collaboration: { readonly events: readonly Event[] },
  type: Type,
): Extract<Event, { type: Type }>[] {
  return collaboration.events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);
}
