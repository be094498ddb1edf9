/** A sentence, as the cue labeller reads it. */
export interface Sentence {
  /** In lower case, with plain apostrophes, and without marks of lists or emphasis. */
  readonly text: string;
  readonly isQuestion: boolean;
}

/** The bullet or number of an item in a list. */
const listMark = /^[ \t]*(?:[-\u2022]|\d+[.)])\s+/gm;
/** Abbreviations that something else always follows: "Dr. Smith", "e.g. apples", "apples vs. bread". */
const neverLast = /\b(dr|mr|mrs|ms|prof|vs|e\.g|i\.e|cf)\.(?=\s)/gi;
/** Abbreviations that may end a sentence, and what follows them. They do end it if that is a capital letter. */
const sometimesLast = /\b(etc|approx|max|min|incl|est|inc|ltd|co|jr|sr|al|a\.m|p\.m)\.(?=(\s+["'([]*(\S)))/gi;
/** Abbreviations before a number only: "No. 5", but "No. I disagree", "Fig. 2", but "one fig. How many ...". */
const beforeNumber = /\b(no|nr|fig|eq)\.(?=\s+\d)/gi;

/**
 * The sentences of a message. A run of . ! ? ends a sentence if white space or the end of the text follows, so not
 * within 3.5. A line break ends one, too.
 */
export function sentencesOf(text: string): Sentence[] {
  const plain = text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[*_`#>|]+/g, ' ')
    .replace(listMark, '')
    .replace(neverLast, '$1')
    .replace(sometimesLast, (found, word: string, _, next: string) => (/\p{Lu}/u.test(next) ? found : word))
    .replace(beforeNumber, '$1')
    .toLowerCase();
  const sentences: Sentence[] = [];
  for (const piece of plain.split(/(?<=[.!?]["')\]]{0,3})\s+|\n+/)) {
    const sentence = piece.replace(/\s+/g, ' ').trim();
    if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
    sentences.push({ text: sentence, isQuestion: /\?["')\]!]*$/.test(sentence) });
  }
  return sentences;
}

const functionWords = new Set(
  (
    'a an the and or but so if then than that this these those of to in on at by for from with as is are was were be ' +
    'been being am do does did have has had having it its i me my mine you your yours we us our ours they them their ' +
    "he she his her not no nor can could may might must shall should will would about there here also just very i'm " +
    "i've i'd i'll you're we're it's that's don't"
  ).split(' '),
);

/** The words that carry the content of a text: all but function words. Numbers count. */
export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,'][\p{L}\p{N}]+)*/gu) ?? [];
  return new Set(words.filter((word) => !functionWords.has(word)));
}

/** Whether a sentence may be English: it has a function word or a number. */
export const isEnglish = (text: string): boolean =>
  /\d/.test(text) || (text.match(/[a-z']+/g) ?? []).some((word) => functionWords.has(word));

/** The share of a sentence's content words that were said before. 0 for a sentence without content. */
export function shareKnown(text: string, before: ReadonlySet<string>): number {
  const words = contentWords(text);
  let known = 0;
  for (const word of words) if (before.has(word)) known++;
  return words.size === 0 ? 0 : known / words.size;
}
