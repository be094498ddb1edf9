import { countText } from './text-counts';

/**
 * Flesch-Kincaid grade (Kincaid et al. 1975; RoundTable, Appendix D.4, "message complexity"):
 * 0.39 words per sentence + 11.8 syllables per word - 15.59. Roughly a school year; it may be negative.
 *
 * Words and sentences are textstat 0.7's exactly (see `wordsOf`, `sentenceCount`); only syllables can differ:
 * - Both look words up in the CMU Pronouncing Dictionary, in two editions: 19 of the 126,046 words that both list have
 *   another number of syllables (realism 3 or 4, jagged 1 or 2), 6 are missing in ours. A text of listed words has the
 *   same grade, to rounding.
 * - Words that it lacks (invented names, "hyperparameters", "well-known") are estimated from their spelling, here by
 *   `syllable`, in textstat by hyphenation (Pyphen), which finds fewer in most of them. Tolerance: a word that is not
 *   listed may differ by 2 syllables, so two grades lie within 23.6 x the share of such words (a long string of
 *   gibberish may differ by more). On 3,903 real messages (elimination-game and mad-debates; 5% of words not listed)
 *   the difference was 0.05 on average, at most 0.40 in 95% of them, 0.88 in 99%, and 2.6 in all.
 *
 * The formula is for English. It is null where there is nothing to grade: no Latin letter at all (an empty text, emoji,
 * numbers), or more letters of other scripts than Latin ones. textstat gives a number there, such as 0 or -3.4. Other
 * languages in Latin letters are not told apart, and get a number that means little.
 */
export function readingGrade(text: string): number | null {
  const { words, sentences, syllables, letters, latinLetters } = countText(text, 'syllables');
  if (syllables === null || latinLetters === 0 || 2 * latinLetters < letters) return null;
  return 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59;
}
