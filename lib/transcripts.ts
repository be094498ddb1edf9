/** Collaborations and their events. */
export { eventsOf } from './protocols/protocol';
export type { Collaboration, Event } from './protocols/protocol';
