import { diffLines, diffWordsWithSpace, type Change } from 'diff';

/** Longer texts are not told apart word by word. */
const longest = 20_000;

/** What changed from one text to another, word by word or line by line; null where that would take too long. */
export function changesOf(before: string, after: string, by: 'words' | 'lines'): readonly Change[] | null {
  if (before.length + after.length > (by === 'words' ? longest : 20 * longest)) return null;
  const options = { maxEditLength: 2000 };
  return (
    (by === 'words' ? diffWordsWithSpace(before, after, options) : diffLines(before, after, options)) ?? null
  );
}

/** A text with what is not in another marked. */
export function Changed({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <>
      {changes.map(({ value, added, removed }, place) =>
        added ? <ins key={place}>{value}</ins> : removed ? <del key={place}>{value}</del> : value,
      )}
    </>
  );
}
