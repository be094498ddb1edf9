let dictionary: Readonly<Record<string, string>> | undefined;
let estimate: ((word: string) => number) | undefined;

/** Estimates are slow, so each is made once. Emptied when it has grown large. */
const estimated = new Map<string, number>();
const mostEstimated = 100_000;

/**
 * Syllables of an English word: the vowels of its first pronunciation in the CMU Pronouncing Dictionary, as textstat
 * 0.7.5 and later do; for a word that is not in it, what the package `syllable` estimates from the spelling, and at
 * least 1 (a number in digits, too, counts 1, as in textstat). The dictionary is loaded with the first word, which takes a
 * few tenths of a second, once.
 * @param word - one word in any case, as `wordsOf` gives it
 */
export function syllablesOf(word: string): number {
  const lower = word.toLowerCase();
  dictionary ??= loadDictionary();
  const sounds: unknown = dictionary[lower];
  if (typeof sounds === 'string') return vowelsIn(sounds); // what every object has, "constructor", is no string
  if (!/[a-z]{3}/.test(lower)) return 1;
  let count = estimated.get(lower);
  if (count === undefined) {
    if (estimated.size >= mostEstimated) estimated.clear();
    estimate ??= loadEstimate();
    count = Math.max(1, estimate(lower));
    estimated.set(lower, count);
  }
  return count;
}

export const dictionaryIsLoaded = (): boolean => dictionary !== undefined;

/** Whether the CMU Pronouncing Dictionary lists the word. */
export function isPronounced(word: string): boolean {
  dictionary ??= loadDictionary();
  return Object.hasOwn(dictionary, word.toLowerCase());
}

/** In ARPAbet the vowels, and nothing else, carry a digit for their stress. */
function vowelsIn(sounds: string): number {
  let vowels = 0;
  for (let at = 0; at < sounds.length; at++) {
    const code = sounds.charCodeAt(at);
    if (code >= 48 && code <= 57) vowels++;
  }
  return vowels;
}

/** Both packages are loaded when first wanted, and by hand. */
function loadDictionary(): Readonly<Record<string, string>> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('cmu-pronouncing-dictionary') as { dictionary: Record<string, string> }).dictionary;
}

function loadEstimate(): (word: string) => number {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('syllable') as { syllable: (text: string) => number }).syllable;
}
