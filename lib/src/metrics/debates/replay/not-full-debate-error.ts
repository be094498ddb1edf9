/** A debate in which not everybody answered in every round and read everybody: there is nothing to replay. */
export class NotFullDebateError extends Error {
  readonly code = 'not-full-debate';
  override readonly name = 'NotFullDebateError';
}
