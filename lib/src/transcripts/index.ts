export { assemble, readCollaborations, readEvents, readRun } from './read-run';
export { eventsOf, type Collaboration } from './collaboration';
export { repairRun, type Repair } from './repair-run';
export { readCounts, RunCounts } from './run-counts';
export { RunRecord, type RecordedState } from './run-record';
export { recordSchemaVersion, type RunDescription } from './run-description';
export {
  readEvent,
  type DecisionEvent,
  type Event,
  type FailureEvent,
  type FinishedEvent,
  type MessageEvent,
  type NewEvent,
  type NoteEvent,
  type ProposalEvent,
  type ReplyEvent,
  type StartedEvent,
  type VoteEvent,
} from './event';
export { debatePhase, readDebatePhase, type DebatePhase } from './debate-phase';
export * from './importers';
