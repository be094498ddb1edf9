import { AgoraError } from '../error';

/*
 * Message length and message complexity (RoundTable, Appendix D.4), as textstat 0.7 computes them. The tests compare
 * every step with textstat's own numbers.
 */

/** Everything but letters, digits, underscores, white space, and the apostrophe of a contraction. */
const punctuation = /'(?![tsd]|ve|ll|re)|[^\p{L}\p{N}_\s']/gu;
const wordCharacter = /[\p{L}\p{N}_]/u;
/** Scripts that are written without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Text in these scripts is segmented in pieces of this size, because segmenting takes more than linear time. */
const pieceLength = 500;

const splitAtSpaces = (text: string): string[] => text.split(/\s+/).filter((token) => token !== '');

/**
 * The words of a text: punctuation is removed, and the rest is split at white space. "don't", "well-known" and "3.5" are
 * one word each ("don't", "wellknown", "35"). A dash, a bullet or an emoji alone is not a word.
 */
export function wordsOf(text: string): string[] {
  return splitAtSpaces(text.replace(punctuation, ''));
}

let segmenter: Intl.Segmenter | undefined;

/**
 * The length of a message in words. It equals textstat's `lexicon_count`, with one exception: textstat counts a passage
 * of Chinese, Japanese, Thai, Lao, Khmer or Burmese as one word. Here its words are found with `Intl.Segmenter`, whose
 * dictionaries may differ slightly between versions of Node.
 */
export function wordCount(text: string): number {
  if (typeof text !== 'string') throw new AgoraError(`wordCount needs a text, not ${String(text)}.`);
  if (!unspaced.test(text)) return wordsOf(text).length;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  let count = 0;
  for (const token of splitAtSpaces(text)) {
    if (!unspaced.test(token)) {
      if (wordCharacter.test(token)) count++;
      continue;
    }
    for (let start = 0; start < token.length; start += pieceLength)
      for (const { isWordLike } of segmenter.segment(token.slice(start, start + pieceLength)))
        if (isWordLike) count++;
  }
  return count;
}

/**
 * The number of sentences. A run of . ! ? ends one. A piece of one or two words ("Yes.", "Dr.") does not count, but a
 * text has at least one sentence. A line break does not end a sentence, so a list without full stops is one sentence.
 */
export function sentenceCount(text: string): number {
  if (text === '') return 0;
  let count = 0;
  for (const piece of text.split(/[.!?]+/)) {
    const words = splitAtSpaces(piece).filter((token) => wordCharacter.test(token));
    if (words.length >= 3) count++;
  }
  return Math.max(1, count);
}

/** Only the beginning of a longer text is graded. */
const longestGraded = 100_000;

/**
 * Flesch-Kincaid grade (Kincaid et al., 1975): 0.39 × words per sentence + 11.8 × syllables per word - 15.59. It is
 * roughly a school year, and may be negative.
 *
 * Words and sentences are exactly textstat's, and so are the syllables of words in the CMU Pronouncing Dictionary.
 * Other words (invented names, compounds) are estimated from their spelling by the package `syllable`, where textstat
 * uses hyphenation rules. The two differ by at most 2 syllables a word in the reference texts. On 3,903 messages of real
 * models the grades differ by 0.05 on average.
 *
 * The formula is for English. The grade is null if a text has no Latin letters, or more letters of other scripts.
 */
export function readingGrade(text: string): number | null {
  if (typeof text !== 'string') throw new AgoraError(`readingGrade needs a text, not ${String(text)}.`);
  const graded = text.slice(0, longestGraded);
  if (!isMostlyLatin(graded)) return null;
  const words = wordsOf(graded);
  let syllables = 0;
  for (const word of words) syllables += syllablesOf(word);
  return 0.39 * (words.length / sentenceCount(graded)) + 11.8 * (syllables / words.length) - 15.59;
}

function isMostlyLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  return latin > 0 && 2 * latin >= letters;
}

/** Counts of words that were looked up before. */
const knownCounts = new Map<string, number>();
const mostKnown = 20_000;
/** Of a longer word only the beginning is estimated, and the rest in proportion. */
const longestEstimated = 1000;

/** The syllables of one English word. A number in digits counts as one syllable, as in textstat. */
export function syllablesOf(word: string): number {
  const lower = word.toLowerCase();
  const known = knownCounts.get(lower);
  if (known !== undefined) return known;
  const count = countSyllables(lower);
  if (knownCounts.size >= mostKnown) knownCounts.clear();
  knownCounts.set(lower, count);
  return count;
}

/** Whether the CMU Pronouncing Dictionary has the word. */
export function isInDictionary(word: string): boolean {
  return Object.hasOwn(dictionary(), word.toLowerCase());
}

function countSyllables(word: string): number {
  // In the dictionary's notation, vowels and nothing else carry a digit.
  if (isInDictionary(word)) return (dictionary()[word] as string).replace(/\D/g, '').length;
  if (!/[a-z]{3}/.test(word)) return 1;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first word that needs it
  const { syllable } = require('syllable') as { syllable: (text: string) => number };
  const estimate = syllable(word.slice(0, longestEstimated)) * Math.max(1, word.length / longestEstimated);
  return Math.max(1, Math.round(estimate));
}

/** Loading takes a few tenths of a second, so the dictionary waits for the first word. */
function dictionary(): Readonly<Record<string, string>> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first word
  return (require('cmu-pronouncing-dictionary') as { dictionary: Record<string, string> }).dictionary;
}
