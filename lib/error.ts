/**
 * The one error class of the library. Its message is for the person at the keyboard: what happened, then what to do.
 * `stopped` marks the ends of a run that lose nothing: calling `experiment` again resumes it.
 */
export class AgoraError extends Error {
  override name = 'AgoraError';
  constructor(
    message: string,
    readonly code: 'input' | 'data' | 'endpoint' | 'stopped' = 'input',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Refuses option names that a function does not know, because a misspelt option in a script that is not type-checked
 * would silently give another result.
 */
export function knownOptions(where: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((key) => !known.includes(key));
  if (unknown.length > 0)
    throw new AgoraError(`${where} has no option ${unknown.join(', ')}. It takes ${known.join(', ')}.`);
}

/** Refuses a size that is not a whole number from `least` to `most`. */
export function wholeNumber(
  what: string,
  value: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new AgoraError(`${what} must be a whole number ${range}, not ${String(value)}.`);
}
