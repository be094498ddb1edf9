/** A file of the data set llm-voting is missing or not as expected. The message names it. */
export class LlmVotingError extends Error {
  readonly code = 'llm-voting';
  override readonly name = 'LlmVotingError';
}
