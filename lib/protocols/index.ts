export {
  debate,
  debates,
  sameAnswer,
  similarText,
  type DebateOptions,
  type Similarity,
  type View,
} from './debate';
export { centralized, deliberation, type DeliberationOptions } from './deliberation';
export { alone, discussion, strategies, type DiscussionOptions } from './discussion';
export { election, type ElectionOptions } from './election';
export { roundTable, type RoundTableOptions } from './round-table';
export { eventsOf, prose, type Ending, type Protocol, type Question, type Session } from './protocol';
