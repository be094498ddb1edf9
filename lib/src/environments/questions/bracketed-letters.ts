/** A letter of an option in or before a bracket. */
export interface BracketedLetter {
  readonly letter: string;
  /** whole: "(C)", "(option C)". half: "C) Cassiopeia". shared: a bracket with several, "(A, C)". */
  readonly kind: 'whole' | 'half' | 'shared';
  /** Whether it stands in a list of options: three of one kind in alphabetical order, or two before brackets ("A) ..., B) ..."). */
  readonly listed: boolean;
  readonly start: number;
  readonly end: number;
}

const bracket =
  /(?<![\p{L}\p{N}_)])(?:\(\s*(?:(?:the\s+)?(?:option|answer|choice)s?:?\s+)?([A-Z](?:\s*(?:,|\/|and|or|&)+\s*[A-Z])*)\s*\)|\[([A-Z])\]|([A-Z])\))/gu;

/**
 * Every letter of `letters` that stands in round or square brackets, or before a closing one, in the text's order.
 * A function's argument, "P(A)", is none, nor is a letter at the end of a longer bracket, "(as is vitamin C)".
 */
export function bracketedLetters(text: string, letters: readonly string[]): BracketedLetter[] {
  const found = [...text.matchAll(bracket)].flatMap((match) => {
    const [whole, inside, square, half] = match;
    if (half !== undefined && isInBracket(text, match.index)) return [];
    const named = inside === undefined ? [square ?? half ?? ''] : (inside.match(/\b[A-Z]\b/g) ?? []);
    const kind = half !== undefined ? 'half' : named.length > 1 ? 'shared' : 'whole';
    const place = { start: match.index, end: match.index + whole.length };
    return named
      .filter((letter) => letters.includes(letter))
      .map((letter) => ({ letter, kind, ...place }) as const);
  });
  return markLists(found, letters);
}

function markLists(
  found: readonly Omit<BracketedLetter, 'listed'>[],
  letters: readonly string[],
): BracketedLetter[] {
  const follows = (at: number): boolean => {
    const [one, next] = [found[at], found[at + 1]];
    if (one === undefined || next === undefined || one.kind !== next.kind) return false;
    return letters.indexOf(next.letter) === letters.indexOf(one.letter) + 1;
  };
  return found.map((one, at) => {
    let first = at;
    while (first > 0 && follows(first - 1)) first--;
    let last = at;
    while (follows(last)) last++;
    const least = one.kind === 'half' ? 2 : 3;
    return { ...one, listed: last - first + 1 >= Math.min(least, letters.length) };
  });
}

/** Whether a round bracket that is open on this line holds the place. */
function isInBracket(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  return line.lastIndexOf('(') > line.lastIndexOf(')');
}
