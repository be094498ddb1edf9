/** Syllables of words, each worked out once. Emptied when it has grown large; a text may live as long as its words. */
const known = new Map<string, number>();
const mostKnown = 20_000;
const longestKnown = 50;

/**
 * Syllables of an English word: the vowels of its first pronunciation in the CMU Pronouncing Dictionary, as textstat
 * 0.7.5 and later do; for a word that is not in it, what the package `syllable` estimates from the spelling, and at
 * least 1 (a number in digits, too, counts 1, as in textstat). The dictionary is loaded with the first word, which takes a
 * few tenths of a second, once.
 * @param word - one word in any case, as `wordsOf` gives it
 */
export function syllablesOf(word: string): number {
  if (word.length > longestKnown) return counted(word.toLowerCase());
  let count = known.get(word);
  if (count === undefined) {
    if (known.size >= mostKnown) known.clear();
    known.set(word, (count = counted(word.toLowerCase())));
  }
  return count;
}

/** Whether the CMU Pronouncing Dictionary lists the word. */
export function isPronounced(word: string): boolean {
  return Object.hasOwn(loadDictionary(), word.toLowerCase());
}

/** The longest word that is estimated as a whole. Of a longer one the beginning is estimated, and the rest in proportion. */
const longestEstimated = 1000;

function counted(word: string): number {
  // In ARPAbet the vowels, and nothing else, carry a digit for their stress.
  if (isPronounced(word)) return loadDictionary()[word]!.replace(/\D/g, '').length;
  if (!/[a-z]{3}/.test(word)) return 1;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first word that wants it
  const { syllable } = require('syllable') as { syllable: (text: string) => number };
  const estimate = syllable(word.slice(0, longestEstimated)) * Math.max(1, word.length / longestEstimated);
  return Math.max(1, Math.round(estimate));
}

function loadDictionary(): Readonly<Record<string, string>> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first word, and kept
  return (require('cmu-pronouncing-dictionary') as { dictionary: Record<string, string> }).dictionary;
}
