/*
 * What runs in a browser too: the explorer's page takes it from here, as all else would bring Node's modules along.
 */
export { readDebatePhase, type DebatePhase } from './transcripts/debate-phase';
export { replyBehind } from './transcripts/reply-behind';
