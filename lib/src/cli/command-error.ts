/** A command line that cannot be carried out; the message says which part, and what would do. */
export class CommandError extends Error {
  readonly code = 'command';
  override readonly name = 'CommandError';
}
