/**
 * The runs that a text means: those with a name that equals it, else those with a name that begins with it.
 * @param namesOf - all names of a run: its name, its id, its folder's
 * @returns in the given order; none for an empty text
 */
export function runsMeant<Run>(
  given: string,
  runs: readonly Run[],
  namesOf: (run: Run) => readonly string[],
): Run[] {
  if (given === '') return [];
  const equal = runs.filter((run) => namesOf(run).includes(given));
  if (equal.length > 0) return equal;
  return runs.filter((run) => namesOf(run).some((name) => name.startsWith(given)));
}
