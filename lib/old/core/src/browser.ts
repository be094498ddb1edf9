/*
 * What also runs in a browser. The explorer's page imports it from here, because other entry points load Node's
 * modules.
 */
export type { Presented, PresentedCell, PresentedRow } from './environments/presented';
export { actorOf } from './transcripts/actor-of';
export type { Annotation } from './transcripts/annotations';
export { readDebatePhase, type DebatePhase } from './transcripts/debate-phase';
export { replyBehind } from './transcripts/reply-behind';
