/**
 * Every error that the library throws on purpose: `code` tells one kind from another, `message` is for people.
 * @example
 * new AgoraError('ballot', 'borda: ballot 3 ranks A twice').code; // => 'ballot'
 */
export class AgoraError extends Error {
  override readonly name = 'AgoraError';

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Whether an error is the library's own, of this kind.
 * @example
 * hasCode(new AgoraError('setting', 'roundTable needs a voting rule as rule'), 'setting'); // => true
 */
export function hasCode(error: unknown, code: string): error is AgoraError {
  return error instanceof AgoraError && error.code === code;
}
