/** Joins names for a sentence, as in "Agent A, Agent B and Agent C". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
