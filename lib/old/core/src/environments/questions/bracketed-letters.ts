/** A letter of an option in or before a bracket. */
export interface BracketedLetter {
  readonly letter: string;
  /** whole: "(C)", "(option C)". half: "C) Cassiopeia". shared: a bracket with several, "(A, C)". */
  readonly kind: 'whole' | 'half' | 'shared';
  /** Whether it is part of a list of options: three of one kind in alphabetical order, or two before brackets ("A) ..., B) ..."). */
  readonly listed: boolean;
  readonly start: number;
  readonly end: number;
}

const bracket =
  /(?<![\p{L}\p{N}_]|(?<!\([A-Z])\))(?:\(\s*(?:(?:the\s+)?(?:option|answer|choice)s?:?\s+)?([A-Z](?:\s*(?:,|\/|and|or|&)+\s*[A-Z])*)\s*\)|\[([A-Z])\]|([A-Z])\))/gu;

/**
 * Finds every letter of `letters` in round or square brackets, or before a closing bracket, in the text's order.
 * "(A)(B)" are two. A function's argument, "P(A)", does not count, nor does a letter that ends a longer bracket, "(as is vitamin C)".
 */
export function bracketedLetters(text: string, letters: readonly string[]): BracketedLetter[] {
  const found: Found[] = [];
  for (const match of text.matchAll(bracket)) {
    const [whole, inside, square, half] = match;
    if (half !== undefined && isInBracket(text, match.index)) continue;
    const named = inside === undefined ? [square ?? half ?? ''] : (inside.match(/\b[A-Z]\b/g) ?? []);
    const kind = half !== undefined ? 'half' : named.length > 1 ? 'shared' : 'whole';
    const [start, end] = [match.index, match.index + whole.length];
    for (const letter of named)
      if (letters.includes(letter)) found.push({ letter, kind, listed: false, start, end });
  }
  markLists(found, letters);
  return found;
}

type Found = { -readonly [Key in keyof BracketedLetter]: BracketedLetter[Key] };

/** Marks runs of letters of one kind that follow each other in the alphabet. */
function markLists(found: readonly Found[], letters: readonly string[]): void {
  for (let first = 0, next = 1; first < found.length; first = next++) {
    const { kind } = found[first] as Found;
    const place = letters.indexOf((found[first] as Found).letter);
    while (found[next]?.kind === kind && found[next]?.letter === letters[place + next - first]) next++;
    const least = Math.min(kind === 'half' ? 2 : 3, letters.length);
    if (next - first >= least) for (const one of found.slice(first, next)) one.listed = true;
  }
}

/** Whether a round bracket that is open on this line holds the place. */
function isInBracket(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - farthest), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.lastIndexOf('(') > line.lastIndexOf(')');
}

/** Characters within which a bracket is looked for; a bound keeps the time from growing with the square of the length. */
const farthest = 500;

const joint = /^\s*(?:(?:,\s*)?(?:or|and)\b|[/&]|)\s*(?:(?:the\s+)?(?:options?|answers?|choices?)\s+)?$/i;

/** The option before a bracketed letter that is joined to it: by "or", "and" or nothing, or by a comma if no further option follows. */
export function joinedTo(
  text: string,
  before: BracketedLetter | undefined,
  one: BracketedLetter,
): string | null {
  if (before === undefined || before.letter === one.letter) return null;
  if (before.start === one.start) return before.letter;
  const between = text.slice(before.end, before.end + 60).slice(0, one.start - before.end);
  const isJoined =
    joint.test(between) || (/^\s*,\s*$/.test(between) && /^\s*(?:[.!?\n]|$)/.test(text.slice(one.end)));
  return isJoined ? before.letter : null;
}

/** Without two different options that are joined, "(A) or (B)": the first of them is no answer. */
export function withoutPairs(text: string, letters: readonly string[]): string {
  const found = bracketedLetters(text, letters).filter(({ kind }) => kind === 'whole');
  let kept = '';
  let from = 0;
  for (const [at, one] of found.entries()) {
    const next = found[at + 1];
    if (next === undefined || joinedTo(text, one, next) === null) continue;
    kept += text.slice(from, Math.max(from, one.start));
    from = next.end;
  }
  return kept + text.slice(from);
}
