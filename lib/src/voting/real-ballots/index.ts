export { readLlmVoting, type LlmVotingElection } from './read-llm-voting';
export type { LlmVotingSource } from './llm-voting-sources';
export { fiveToOne, rulesFor } from './llm-voting-rules';
export { differences, recount, recountAsPublished } from './recount';
export { llmVotingFaults, llmVotingSummary, validProfile, type LlmVotingRow } from './llm-voting-summary';
export { rereadReplies, type RereadRow } from './reread-replies';
