export { assemble, readCollaborations, readEvents, readRun } from './read-run';
export { eventsOf, type Collaboration } from './collaboration';
export { readEvent } from './event-schema';
export { readLines, type Line } from './read-lines';
export { repairRun, type Repair } from './repair-run';
export { readCounts, RunCounts } from './run-counts';
export { RunRecord, type RecordedState } from './run-record';
export { recordSchemaVersion, type RunDescription } from './run-description';
export type {
  DecisionEvent,
  Event,
  FailureEvent,
  FinishedEvent,
  MessageEvent,
  NewEvent,
  NoteEvent,
  ProposalEvent,
  ReplyEvent,
  StartedEvent,
  VoteEvent,
} from './event';
export { debatePhase, readDebatePhase, type DebatePhase } from './debate-phase';
export * from './importers';
