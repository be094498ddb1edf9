export { readAnnotations, type Annotation } from './annotations';
export { eventsOf, type Collaboration } from './collaboration';
export type {
  DecisionEvent,
  Event,
  FailureEvent,
  FinishedEvent,
  IncidentEvent,
  MessageEvent,
  NewEvent,
  NoteEvent,
  ProposalEvent,
  ReplyEvent,
  StartedEvent,
  ToolEvent,
  VoteEvent,
} from './event';
export type { Asked, PackedRun } from './importers/packed-runs';
export { recorded, type Recorded } from './importers/recorded';
export { mergeRuns, type Merged } from './merge-runs';
export { notesOf, type Note } from './note';
export { readPrompts, type PromptMessage } from './prompts';
export { readCollaborations, readEvents, readRun } from './read-run';
export type { RunDescription } from './run-description';
