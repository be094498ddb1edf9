import { functionNames, greekLetters } from './mathjs-text';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const knownNames: ReadonlySet<string> = new Set([
  ...functionNames,
  ...greekLetters,
  'pi',
  'infty',
  'inf',
  'cdot',
  'times',
  'pm',
]);
/** Short unit words, which could be products of variables. */
export const unitWords = words(
  'kg mg km cm mm ft in lb oz mi yd hr ml mL lbs mph kph hrs min sec day USD usd ms sq cu Mb Gb MB GB',
);
/** Two-letter words of prose, which would be products of variables otherwise. */
export const smallWords = words('am an as at be by do go he if in is it me my no of on or pm so to up us we');

/** With one of these behind it a number is another, or none. */
const meaningful =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|bc|ad|half)\b|\b(?:below|above|minus|plus|negative|divided|squared|cubed|factorial|mod|modulo|remainder|[ap]\.?m|noon|midnight|north|south|east|west|right|up|down)\b/i;

/** Words that multiply the number before them. Quarters (coins) and seconds (of time) are units. */
const factors: Readonly<Record<string, string>> = {
  hundred: '10^2',
  thousand: '10^3',
  million: '10^6',
  billion: '10^9',
  trillion: '10^{12}',
  dozen: '12',
  halve: '(1/2)',
  third: '(1/3)',
  fourth: '(1/4)',
  fifth: '(1/5)',
  sixth: '(1/6)',
  seventh: '(1/7)',
  eighth: '(1/8)',
  ninth: '(1/9)',
  tenth: '(1/10)',
  twelfth: '(1/12)',
  hundredth: '(1/100)',
  thousandth: '(1/1000)',
  millionth: '(1/10^6)',
  billionth: '(1/10^9)',
};
const magnitude = '(?:hundred|thousand|million|billion|trillion)s?';
const part = Object.keys(factors).filter((word) => /th$|third|halve/.test(word));
/** "thousand", "hundred thousand", "tenths", "dozen"; a third grader is no third. */
export const countingWords = new RegExp(
  `^(?:(?:${magnitude}(?![\\p{L}-])\\s*)+|(?:(?:${part.join('|')})s|dozen)(?!\\p{L}))`,
  'iu',
);
/** Behind a one, where it is the whole of it: "1 third of the cake". */
const onePart = new RegExp(`^(?:half|${part.join('|')})(?=\\s+of\\b|$)`, 'i');

const holdsValue = /\d|\\(?:frac|sqrt|pi)/;
const isMore = (words: string) => meaningful.test(words) || countingWords.test(words.trim());

const font = String.raw`\\(?:text|textbf|textit|textrm|texttt|mbox|mathrm|mathbf|mathit|mathsf|operatorname|emph|bold|boldsymbol|hbox|bf)`;
const conjunction = new RegExp(
  String.raw`${font}\s*\{[\s,]*(?:and|or)\s*\}|(?<=[\s}\d)]),?\s(?:and|or)\s`,
  'gi',
);
const power = String.raw`(?:\s*\^\s*(?:\{\d\}|\d))?`;
const closing = new RegExp(String.raw`(?<=[\dA-Za-z)}\]!])\s*/?\s*${font}\s*\{([^{}]*)\}${power}`, 'g');
const anyFont = new RegExp(String.raw`${font}\s*\{([^{}]*)\}`, 'g');
const tail = new RegExp(
  String.raw`^(.*(?:\d[A-Za-z](?=\s)|[\d)}\]!]|\\pi))(\s*)([A-Za-z][A-Za-z\s.'’/-]*?)${power}$`,
);

/**
 * A tidied answer without fonts and units. By the convention of the MATH data set's grader words behind a number are its
 * unit, in a text or not, and go: "5.4 \text{ cents}", "15\mbox{ cm}^2", "1250 dollars", "8 kg". Single letters are
 * variables ("5m") unless a text holds them, and words that make another value of the number stay: "5 degrees below zero",
 * "4 July", "5 tenths". A text alone is the answer ("\text{east}"). "and", "or" are commas, but "2 and 1/2" is two and a half.
 */
export function withoutUnit(tidy: string): string {
  const text = tidy
    .replace(/^([-+]?\s?\d+) (?:and )?(\d+)\s?\/\s?(\d+)(?!\s?[/\d])/i, mixedNumber)
    .replace(conjunction, ',')
    .replace(closing, (all, words: string, at: number, whole: string) =>
      holdsValue.test(whole.slice(0, at)) && !isMore(words) && !/^\s*[eid]\s*$/.test(words) ? '' : all,
    )
    .replace(anyFont, ' $1 ')
    .replace(anyFont, ' $1 ')
    .replace(/\s+/g, ' ')
    .trim();
  const [, number, space, unit] = tail.exec(text) ?? [];
  if (number === undefined || unit === undefined || !holdsValue.test(number) || meaningful.test(unit))
    return text;
  const multiplied = (countingWords.exec(unit) ?? (/^[-+]?1$/.test(number) ? onePart.exec(unit) : null))?.[0];
  if (multiplied !== undefined) return number + multiplied.trim().split(/\s+/).map(factorOf).join('');
  const first = /^[A-Za-z]+/.exec(unit)?.[0] ?? '';
  const isUnit =
    unitWords.has(first) ||
    (space !== '' && smallWords.has(first)) ||
    ((first === 'times' || !knownNames.has(first)) && first.length > (space === '' ? 3 : 2));
  return isUnit ? number : text;
}

/** "2 and 3/2" are two numbers. */
function mixedNumber(written: string, whole: string, above: string, below: string): string {
  return BigInt(above) < BigInt(below) || !written.includes('and')
    ? `${whole}\\frac{${above}}{${below}}`
    : written;
}

function factorOf(word: string): string {
  const single = word.toLowerCase().replace(/s$/, '');
  return ` \\cdot ${factors[single === 'half' ? 'halve' : single] ?? '1'}`;
}
