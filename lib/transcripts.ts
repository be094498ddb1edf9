/** Recorded collaborations, runs on disk, and their events. */
export { recorded, recordedSets } from './experiment/recorded';
export { openRun } from './experiment/run';
export { eventsOf } from './protocols/protocol';
export { transcript } from './report/transcript';
export type { Collaboration, Event } from './protocols/protocol';
