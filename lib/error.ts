/**
 * The library's only error class. The message says what happened, and then what to do. The code `stopped` means that a
 * run ended without losing data; call `experiment` again to resume the run.
 */
export class AgoraError extends Error {
  override name = 'AgoraError';
  constructor(
    message: string,
    readonly code: 'input' | 'data' | 'endpoint' | 'stopped' = 'input',
    options?: ErrorOptions,
  ) {
    super(message, options);
    // The cause is outside the program, so a stack trace would only hide the message.
    if (code === 'endpoint' || code === 'stopped') this.stack = `${this.name}: ${message}`;
  }
}

/**
 * Throws if `options` contains an unknown option. Without this check, a misspelt option would have no effect, and
 * callers without a type checker would not notice the mistake.
 */
export function knownOptions(where: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((key) => !known.includes(key));
  if (unknown.length > 0)
    throw new AgoraError(`${where} has no option ${unknown.join(', ')}. Use one of ${known.join(', ')}.`);
}

/** Returns `value`. Throws if `value` is not one of the known words, for example because it is misspelt. */
export function oneOf<Word extends string>(what: string, value: Word, known: readonly Word[]): Word {
  if (known.includes(value)) return value;
  throw new AgoraError(`${what} cannot be "${String(value)}". Use one of ${known.join(', ')}.`);
}

/** Returns `value`. Throws if `value` is not a whole number from `least` to `most`. */
export function wholeNumber(
  what: string,
  value: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `no smaller than ${least}` : `from ${least} to ${most}`;
  throw new AgoraError(`${what} must be a whole number ${range}, not ${String(value)}.`);
}
