/** A sentence as the cue labeller reads it. */
export interface Sentence {
  /** In lower case, with plain apostrophes and without marks of lists or emphasis. */
  readonly text: string;
  readonly question: boolean;
}

/**
 * The sentences of a message: a run of . ! ? ends one when white space or the end follows (so not within 3.5), and so
 * does a new line. Titles and the like (Dr., e.g.) end none.
 */
export function sentencesOf(text: string): Sentence[] {
  const plain = text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[*_`#>|]+/g, ' ')
    .replace(/\b(dr|mr|mrs|ms|vs|etc|e\.g|i\.e|approx|no)\.(?=\s+\S)/g, '$1');
  return plain
    .split(/(?=\s)(?<=[.!?]["')\]]*)\s+|\n+/)
    .map((sentence) =>
      sentence
        .replace(/^\s*(?:[-\u2022]|\d+[.)])\s+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .map((sentence) => ({ text: sentence, question: /\?["')\]!]*$/.test(sentence) }));
}

const functionWords = new Set(
  (
    'a an the and or but so if then than that this these those of to in on at by for from with as is are was were be ' +
    'been being am do does did have has had having it its i me my mine you your yours we us our ours they them their ' +
    "he she his her not no nor can could may might must shall should will would about there here also just very i'm " +
    "i've i'd i'll you're we're it's that's don't"
  ).split(' '),
);

/** The words of a sentence that carry its content: no function words. Numbers count. */
export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,'][\p{L}\p{N}]+)*/gu) ?? [];
  return new Set(words.filter((word) => !functionWords.has(word)));
}

/** Whether a sentence may be English: it has one of its small words, or numbers. */
export const isEnglish = (text: string): boolean =>
  /\d/.test(text) || (text.match(/[a-z']+/g) ?? []).some((word) => functionWords.has(word));

/** The share of a sentence's content that was said before, from 0 to 1; 0 for a sentence without content. */
export function shareKnown(text: string, before: ReadonlySet<string>): number {
  const words = contentWords(text);
  if (words.size === 0) return 0;
  let known = 0;
  for (const word of words) if (before.has(word)) known++;
  return known / words.size;
}
