import { bracketedLetters, type BracketedLetter } from './bracketed-letters';

const joint = /^\s*(?:(?:,\s*)?(?:or|and)\b|[/&]|)\s*(?:(?:the\s+)?(?:options?|answers?|choices?)\s+)?$/i;

/** The option before a bracketed letter that is joined to it: by "or", "and" or nothing, or by a comma where no more follows. */
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
