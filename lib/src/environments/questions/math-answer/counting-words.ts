const exponents = { hundred: 2n, thousand: 3n, million: 6n, billion: 9n, trillion: 12n } as const;
const parts: Readonly<Record<string, bigint>> = {
  ...{ third: 3n, fourth: 4n, fifth: 5n, sixth: 6n, seventh: 7n, eighth: 8n, ninth: 9n, tenth: 10n },
  ...{ twelfth: 12n, twentieth: 20n, hundredth: 100n, thousandth: 1_000n, millionth: 1_000_000n },
  ...{ billionth: 1_000_000_000n, 'ten-thousandth': 10_000n, 'hundred-thousandth': 100_000n },
};

const magnitude = String.raw`(?:${Object.keys(exponents).join('|')})s?`;
const part = `(?:half|${Object.keys(parts).join('|')})`;
const severalParts = `(?:halves|(?:${Object.keys(parts).join('|')})s)`;
const last = new RegExp(
  String.raw`^(?:(.*\d(?:\s*${magnitude})*)\s*(${magnitude}|${severalParts}|dozen)|(1)\s*(${part}))$`,
  'i',
);

/**
 * Words that multiply the number before them: "thousand", "hundred thousand", "tenths". Quarters (coins) and seconds (of
 * time) are units, and a third grader is no third.
 */
export const countingWords = new RegExp(
  String.raw`^(?:(?:${magnitude}(?![\p{L}-])\s*)+|(?:${severalParts}|dozen)(?!\p{L}))`,
  'iu',
);

/** "third", "half" behind a one, where it is the whole of it: "1 third of the cake". */
export const onePart = new RegExp(String.raw`^${part}(?=\s+of\b|$)`, 'i');

export interface Counted {
  readonly number: string;
  /** What it is multiplied by, as a fraction: [1000, 1] for thousand, [1, 10] for tenths, [12, 1] for dozen. */
  readonly factor: readonly [numerator: bigint, denominator: bigint];
}

/** "5 hundredths", "1 third", "5 dozen", taken apart; null for a text that ends in no such word. */
export function counted(text: string): Counted | null {
  const [, several, word, one, ofOne] = last.exec(text) ?? [];
  const number = several ?? one;
  return number === undefined ? null : { number, factor: factorOf((word ?? ofOne ?? '').toLowerCase()) };
}

function factorOf(word: string): Counted['factor'] {
  if (word === 'dozen') return [12n, 1n];
  if (word === 'half' || word === 'halves') return [1n, 2n];
  const single = word.replace(/s$/, '');
  if (Object.hasOwn(exponents, single)) return [10n ** exponents[single as keyof typeof exponents], 1n];
  return [1n, parts[single] ?? 1n];
}
