export type { Answer, Ending, Protocol, Question, Session, StoppingPolicy, UsableTool } from './protocol';
export { roundTable, type RoundTableOptions } from './round-table/round-table';
export { election, type DictatorKind, type ElectionOptions } from './election/election';
export { deliberation, type DeliberationOptions } from './deliberation/deliberation';
export * from './debate';
export * from './discussion';
export type { ConversationMemory } from './shared/conversation';
