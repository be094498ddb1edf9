/** What is known of words; both packages are loaded, and each word is estimated, when first wanted. */
let dictionary: Readonly<Record<string, string>> | undefined;
let estimate: ((word: string) => number) | undefined;

/** Estimates are slow, so each is made once. Emptied when it has grown large. */
const estimated = new Map<string, number>();
const mostEstimated = 100_000;
/** Of a longer word, which is none, the beginning is estimated, and the rest in proportion. */
const longestEstimated = 1000;

/**
 * Syllables of an English word: the vowels of its first pronunciation in the CMU Pronouncing Dictionary, as textstat
 * 0.7.5 and later do; for a word that is not in it, what the package `syllable` estimates from the spelling, and at
 * least 1 (a number in digits, too, counts 1, as in textstat). The dictionary is loaded with the first word, which takes a
 * few tenths of a second, once.
 * @param word - one word in any case, as `wordsOf` gives it
 */
export function syllablesOf(word: string): number {
  const lower = word.toLowerCase();
  // In ARPAbet the vowels, and nothing else, carry a digit for their stress.
  if (isPronounced(lower)) return loadDictionary()[lower]!.replace(/\D/g, '').length;
  if (!/[a-z]{3}/.test(lower)) return 1;
  let count = estimated.get(lower);
  if (count === undefined) {
    if (estimated.size >= mostEstimated) estimated.clear();
    estimated.set(lower, (count = Math.max(1, estimateOf(lower))));
  }
  return count;
}

/** Whether the CMU Pronouncing Dictionary lists the word. */
export function isPronounced(word: string): boolean {
  return Object.hasOwn(loadDictionary(), word.toLowerCase());
}

function estimateOf(word: string): number {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  estimate ??= (require('syllable') as { syllable: (text: string) => number }).syllable;
  const count = estimate(word.slice(0, longestEstimated));
  return Math.round(count * Math.max(1, word.length / longestEstimated));
}

function loadDictionary(): Readonly<Record<string, string>> {
  dictionary ??= // eslint-disable-next-line @typescript-eslint/no-require-imports
  (require('cmu-pronouncing-dictionary') as { dictionary: Record<string, string> }).dictionary;
  return dictionary;
}
