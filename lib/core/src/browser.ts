/*
 * What also runs in a browser. The explorer's page imports it from here, because other entry points load Node's
 * modules.
 */
export { readDebatePhase, type DebatePhase } from './transcripts/debate-phase';
export { replyBehind } from './transcripts/reply-behind';
