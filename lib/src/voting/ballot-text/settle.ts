/** Which list is the ballot where a text holds several. */
export type Preference = 'last' | 'first';

/** What reading prose needs beside the rules of the ballot. */
export interface ProseSettings {
  readonly prefer: Preference;
  readonly names: Readonly<Record<string, string>>;
}

/**
 * Chooses among several readings of one text. The last (or first) counts, unless another says the same and more: in
 * "B > A > D > C, as A > D" the whole order counts.
 * @param candidates - in the text's order, at least one
 * @param covers - whether the first says all that the second says
 */
export function settle<T>(
  candidates: readonly T[],
  prefer: Preference,
  covers: (fuller: T, other: T) => boolean,
): T {
  const inOrder = prefer === 'first' ? [...candidates].reverse() : candidates;
  let chosen = inOrder[inOrder.length - 1] as T;
  for (const other of inOrder) if (covers(other, chosen) && !covers(chosen, other)) chosen = other;
  return chosen;
}

/** How a fault quotes the text that it is about. */
export function excerpt(text: string): string {
  const short = text.trim().replace(/\s+/g, ' ');
  return JSON.stringify(short.length > 80 ? `${short.slice(0, 77)}...` : short);
}
