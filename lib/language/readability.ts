import { AgoraError } from '../error';

/*
 * Measures of message length and complexity (RoundTable, Appendix D.4), as in textstat 0.7. The tests compare every
 * step with textstat.
 */

/** Matches every character except letters, digits, underscores, white space, and apostrophes in contractions. */
const punctuation = /'(?![tsd]|ve|ll|re)|[^\p{L}\p{N}_\s']/gu;
const wordCharacter = /[\p{L}\p{N}_]/u;
/** Matches text in scripts that are written without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
/**
 * The maximum number of characters to segment at once. Segmentation takes more than linear time, so a longer stretch of
 * text is split.
 */
const pieceLength = 500;

const splitAtSpaces = (text: string): string[] => text.split(/\s+/).filter((token) => token !== '');

/**
 * Returns the words in a text: removes the punctuation, then splits the text at white space. Thus "don't", "well-known"
 * and "3.5" become one word each: "don't", "wellknown" and "35". A dash, a bullet or an emoji on its own is not a word.
 */
export function wordsOf(text: string): string[] {
  return splitAtSpaces(text.replace(punctuation, ''));
}

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the number of words in a message. The result equals that of textstat's `lexicon_count`, with one exception:
 * textstat counts a passage in Chinese, Japanese, Thai, Lao, Khmer or Burmese as one word, whereas `wordCount` segments
 * it with `Intl.Segmenter`. The segmenter's dictionaries may differ slightly between Node versions.
 */
export function wordCount(text: string): number {
  if (typeof text !== 'string') throw new AgoraError(`wordCount needs a string, but got ${String(text)}.`);
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
 * Returns the number of sentences. Any of the marks . ! ? ends a sentence. A sentence of one or two words ("Yes.",
 * "Dr.") does not count, but a text that is not empty counts as at least one sentence. A line break does not end a
 * sentence, so a list without full stops is one sentence.
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

/** The maximum number of characters to grade. The end of a longer text is ignored. */
const longestGraded = 100_000;

/**
 * Returns the Flesch-Kincaid grade (Kincaid et al., 1975): 0.39 × words per sentence + 11.8 × syllables per word -
 * 15.59. The grade roughly corresponds to a school year, and can be negative.
 *
 * Word and sentence counts equal textstat's, and so do syllable counts for words in the CMU Pronouncing Dictionary. For
 * other words (invented names, compounds), the package `syllable` estimates syllables from the spelling, while textstat
 * uses hyphenation rules. The two estimates differ by at most 2 syllables per word in the reference texts. On 3,903
 * messages from real models, the grades differ by 0.05 on average.
 *
 * The formula is for English. The grade is null if a text has no Latin letters, or fewer Latin letters than letters
 * from other scripts.
 */
export function readingGrade(text: string): number | null {
  if (typeof text !== 'string') throw new AgoraError(`readingGrade needs a string, but got ${String(text)}.`);
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

/** Syllable counts for words seen before. */
const knownCounts = new Map<string, number>();
const mostKnown = 20_000;
/**
 * The maximum number of letters used to estimate syllables. For a longer word, the estimate is scaled up in proportion
 * to the word's length.
 */
const longestEstimated = 1000;

/**
 * Returns the number of syllables in one English word. A number written in digits counts as one syllable, as in
 * textstat.
 */
export function syllablesOf(word: string): number {
  const lower = word.toLowerCase();
  const known = knownCounts.get(lower);
  if (known !== undefined) return known;
  const count = countSyllables(lower);
  if (knownCounts.size >= mostKnown) knownCounts.clear();
  knownCounts.set(lower, count);
  return count;
}

/** Returns whether the CMU Pronouncing Dictionary contains the word. */
export function isInDictionary(word: string): boolean {
  return Object.hasOwn(dictionary(), word.toLowerCase());
}

function countSyllables(word: string): number {
  // In the dictionary's notation, only vowels are marked with a digit.
  if (isInDictionary(word)) return (dictionary()[word] as string).replace(/\D/g, '').length;
  if (!/[a-z]{3}/.test(word)) return 1;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first word that needs it
  const { syllable } = require('syllable') as { syllable: (text: string) => number };
  const estimate = syllable(word.slice(0, longestEstimated)) * Math.max(1, word.length / longestEstimated);
  return Math.max(1, Math.round(estimate));
}

/** Loads the dictionary when the first word is looked up, because loading takes a few tenths of a second. */
function dictionary(): Readonly<Record<string, string>> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first word
  return (require('cmu-pronouncing-dictionary') as { dictionary: Record<string, string> }).dictionary;
}
