import { z } from 'zod';
import { check } from 'agora-voting/internal';
import { syllablesOf } from './syllables';

/** The characters of a word: letters and digits of any script, and the underscore. Marks, signs and emoji do not count. */
const inWord = /[\p{L}\p{N}_]/u;
const punctuation = /'(?![tsd]|ve|ll|re)|[^\p{L}\p{N}_\s']/gu;
/** Scripts that put no space between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

const textGiven = z.string({ error: 'a text' });

const atSpaces = (text: string): string[] => text.split(/\s+/).filter((token) => token !== '');

/**
 * Splits a text into words like textstat 0.7: punctuation is removed, then the rest is split at white space. So
 * "don't", "well-known" (as "wellknown"), "1,000", "3.5" (as "35") and "yes/no" are one word each; a dash, a bullet or
 * an emoji alone is not a word. An apostrophe stays before t, s, d, ve, ll and re; a typographic one never does.
 */
export function wordsOf(text: string): string[] {
  return atSpaces(text.replace(punctuation, ''));
}

/** Segmenting takes more than linear time, so a passage of one script is segmented in pieces of this many characters. */
const longestPassage = 500;
let segmenter: Intl.Segmenter | undefined;

/**
 * The length of a message in words (RoundTable, Appendix D.4). It equals textstat's `lexicon_count` for every script
 * with spaces between words (Arabic, Cyrillic, Devanagari). Chinese, Japanese, Thai, Lao, Khmer and Burmese have no
 * such spaces, and textstat counts a whole passage as one word. For them we count the words that Intl.Segmenter finds
 * (Unicode's word boundaries, with dictionaries); the number may differ slightly between Node versions. An empty text,
 * or one of punctuation or emoji only, has length 0.
 * @example
 * language.messageLength("I don't mind a well-known price - yes/no?"); // => 7
 */
export function messageLength(text: string): number {
  check('messageLength', textGiven, text);
  if (!unspaced.test(text)) return wordsOf(text).length;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  let length = 0;
  for (const token of atSpaces(text)) {
    if (!unspaced.test(token)) length += inWord.test(token) ? 1 : 0;
    else
      for (let at = 0; at < token.length; at += longestPassage)
        for (const { isWordLike } of segmenter.segment(token.slice(at, at + longestPassage)))
          if (isWordLike) length++;
  }
  return length;
}

/** Pieces of fewer words are no sentences. */
const shortest = 3;

/**
 * Counts sentences like textstat 0.7. A run of . ! ? ends a sentence; pieces of one or two words ("Yes.", "Dr.", what a
 * decimal point cuts off) are ignored; a non-empty text has at least one sentence. A new line does not end a sentence,
 * so a list without full stops is one long sentence.
 */
export function sentenceCount(text: string): number {
  const pieces = text.split(/[.!?]+/);
  const sentences = pieces.filter(
    (piece) => atSpaces(piece).filter((token) => inWord.test(token)).length >= shortest,
  );
  return Math.max(sentences.length, text === '' ? 0 : 1);
}

/** A grade is computed from this many characters at the beginning of a text. */
const longestGraded = 100_000;

/**
 * Flesch-Kincaid grade (Kincaid et al. 1975; RoundTable, Appendix D.4, "message complexity"): 0.39 words per sentence +
 * 11.8 syllables per word - 15.59. It is roughly a school year and may be negative. Of a longer text it is the grade of
 * the first 100,000 characters.
 *
 * Words and sentences are textstat 0.7's exactly (see `messageLength`, `sentenceCount`); only syllables can differ:
 * - Both look words up in the CMU Pronouncing Dictionary, in two editions: 19 of the 126,046 words that both list have
 *   another number of syllables (realism 3 or 4, jagged 1 or 2), 6 are missing in ours. A text of listed words has the
 *   same grade, to rounding.
 * - Words that it lacks (invented names, "hyperparameters", "well-known") are estimated from their spelling, here by
 *   `syllable`, in textstat by hyphenation (Pyphen), which finds fewer in most of them. Tolerance: a word that is not
 *   listed may differ by 2 syllables, so two grades lie within 23.6 x the share of such words (a long string of
 *   gibberish may differ by more). On 3,903 real messages (elimination-game and mad-debates; 5% of words not listed)
 *   the difference was 0.05 on average, at most 0.40 in 95% of them, 0.88 in 99%, and 2.6 in all.
 *
 * The formula is for English. The grade is null for a text without Latin letters (empty, emoji, numbers) or with more
 * letters of other scripts. textstat returns a number for them, such as 0 or -3.4. Other languages in Latin letters are
 * not detected, and their grade means little.
 * @example
 * language.readingGrade('I like red apples. We eat bread.').toFixed(2); // => '-0.74'
 */
export function readingGrade(text: string): number | null {
  check('readingGrade', textGiven, text);
  return gradeOf(text.slice(0, longestGraded));
}

function gradeOf(text: string): number | null {
  if (!isLatin(text)) return null;
  const words = wordsOf(text);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentenceCount(text)) + 11.8 * (syllables / words.length) - 15.59;
}

/** Whether some letters, and not fewer than half of them, are Latin. */
function isLatin(text: string): boolean {
  if (!/\p{sc=Latin}/u.test(text)) return false;
  if (!/(?!\p{sc=Latin})\p{L}/u.test(text)) return true;
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = text.match(/\p{sc=Latin}/gu) ?? [];
  return 2 * latin.length >= letters.length;
}
