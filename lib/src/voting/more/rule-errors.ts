/** A rule was asked for with a setting that makes no sense. The message says which, and what was needed. */
export class RuleSettingError extends Error {
  readonly code = 'rule-setting';
  override readonly name = 'RuleSettingError';
}

/** The rule looks at every subset of the options, and there are too many of them. */
export class TooManyOptionsError extends Error {
  readonly code = 'too-many-options';
  override readonly name = 'TooManyOptionsError';
}

/** @throws TooManyOptionsError above the number of options whose subsets can be looked at one by one */
export function requireFewOptions(rule: string, options: number, most: number): void {
  if (options > most)
    throw new TooManyOptionsError(
      `${rule} looks at every subset of the options, so there may be at most ${most}: got ${options}`,
    );
}
