/**
 * Every error that the library throws on purpose: `code` tells one kind from another, `message` is for people, and
 * `details` contains data for programs (for example the damaged line of a record).
 * @example
 * new AgoraError('ballot', 'borda: ballot 3 ranks A twice').code; // => 'ballot'
 */
export class AgoraError extends Error {
  override readonly name = 'AgoraError';
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    readonly code: string,
    message: string,
    options: ErrorOptions & { readonly details?: Readonly<Record<string, string | number>> } = {},
  ) {
    super(message, options);
    this.details = options.details ?? {};
  }
}

/**
 * Tells whether an error is an `AgoraError` with this code. It also recognises errors of another version of the library
 * in the same process.
 * @example
 * hasCode(new AgoraError('setting', 'roundTable needs a voting rule as rule'), 'setting'); // => true
 */
export function hasCode(error: unknown, code: string): error is AgoraError {
  return error instanceof Error && error.name === 'AgoraError' && (error as AgoraError).code === code;
}
