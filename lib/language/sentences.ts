/** A sentence as the cue labeller reads it. */
export interface Sentence {
  /** The sentence in lower case, with plain apostrophes, and without list or emphasis marks. */
  readonly text: string;
  readonly isQuestion: boolean;
}

/** The bullet or number of an item in a list. */
const listMark = /^[ \t]*(?:[-\u2022]|\d+[.)])\s+/gm;
/** Abbreviations that never end a sentence, as in "Dr. Smith", "e.g. apples", and "apples vs. bread". */
const neverLast = /\b(dr|mr|mrs|ms|prof|vs|e\.g|i\.e|cf)\.(?=\s)/gi;
/**
 * Abbreviations that end a sentence only if the next word begins with a capital letter. The pattern also captures that
 * word's first character.
 */
const sometimesLast = /\b(etc|approx|max|min|incl|est|inc|ltd|co|jr|sr|al|a\.m|p\.m)\.(?=(\s+["'([]*(\S)))/gi;
/**
 * Words that are abbreviations only before a number. For example, "No." is an abbreviation in "No. 5" but not in "No. I
 * disagree", and "fig." is an abbreviation in "Fig. 2" but not in "one fig. How many ...".
 */
const beforeNumber = /\b(no|nr|fig|eq)\.(?=\s+\d)/gi;

/**
 * Returns the sentences in a message. A sentence ends at a mark (. ! ?) before white space or the end of the text. The
 * decimal point in 3.5 therefore does not end a sentence. A line break also ends a sentence.
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

/** Returns the content words in a text: all words except function words. Numbers count as content words. */
export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,'][\p{L}\p{N}]+)*/gu) ?? [];
  return new Set(words.filter((word) => !functionWords.has(word)));
}

/** Returns true if a sentence could be English, that is, if it contains an English function word or a number. */
export const isEnglish = (text: string): boolean =>
  /\d/.test(text) || (text.match(/[a-z']+/g) ?? []).some((word) => functionWords.has(word));

/** Returns the share of a sentence's content words that have been said before, or 0 if it has no content words. */
export function shareKnown(text: string, before: ReadonlySet<string>): number {
  const words = contentWords(text);
  let known = 0;
  for (const word of words) if (before.has(word)) known++;
  return words.size === 0 ? 0 : known / words.size;
}
