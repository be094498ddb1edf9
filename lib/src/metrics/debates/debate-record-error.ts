/** A transcript is not that of a debate, or what it records of one does not hold together. */
export class DebateRecordError extends Error {
  readonly code = 'debate-record';
  override readonly name = 'DebateRecordError';
}
