/** Which rankings a rule takes beside complete, strict ones. */
export interface BallotForms {
  /** Ballots may leave out their last options: these count as equal, and below every named one. Default false. */
  readonly truncated?: boolean;
  /** Ballots may put several options into one tier. Default false. */
  readonly weak?: boolean;
}

/** "schulze" becomes "schulze (truncated, weak)": a rule that takes other ballots has another name. */
export function nameWith(name: string, details: readonly (string | false | undefined)[]): string {
  const given = details.filter((detail) => typeof detail === 'string');
  return given.length === 0 ? name : `${name} (${given.join(', ')})`;
}

/** The forms as parts of a name. */
export function formNames({ truncated, weak }: BallotForms): (string | false)[] {
  return [truncated === true && 'truncated', weak === true && 'weak'];
}
