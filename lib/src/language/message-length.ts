import { countText, wordsIn } from './text-counts';

/**
 * The words of a text as textstat 0.7 cuts them: punctuation is removed, then the rest is split at white space. So
 * "don't", "well-known" (as "wellknown"), "1,000", "3.5" (as "35") and "yes/no" are one word each; a dash, a bullet or
 * an emoji by itself is none. An apostrophe stays before t, s, d, ve, ll and re; a typographic one never does.
 */
export function wordsOf(text: string): string[] {
  return wordsIn(text);
}

/**
 * How long a message is, in words (RoundTable, Appendix D.4). Equals textstat's `lexicon_count` wherever words are
 * written with spaces between them, whatever the script (Arabic, Cyrillic, Devanagari). Chinese, Japanese, Thai, Lao,
 * Khmer and Burmese are not, and textstat takes a whole passage for one word: there we count the words that
 * Intl.Segmenter (Unicode's word boundaries, with dictionaries) finds, which may differ by a few with Node's version.
 * An empty text, or one of punctuation or emoji only, has length 0.
 */
export function messageLength(text: string): number {
  return countText(text, 'words').length;
}

/**
 * How many sentences a text has, as textstat 0.7 counts them: a run of . ! ? ends one, pieces of one or two words
 * ("Yes.", "Dr.", what a decimal point cuts off) are passed over, and a text that holds anything has at least one. A
 * new line ends no sentence, so a list without full stops is one long sentence.
 */
export function sentenceCount(text: string): number {
  return countText(text, 'words').sentences;
}
