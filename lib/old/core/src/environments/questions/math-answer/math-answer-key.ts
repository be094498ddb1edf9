import { hasCode } from 'agora-voting';
import { check } from 'agora-voting/internal';
import { textGiven } from '../own-words';
import { formulaKey } from './formula-key';
import { orders, partsKey } from './parts-key';
import { tidyLatex } from './tidy-latex';
import { knownNames, withoutUnit } from './units';

const most = 20_000;
const longest = 500;
const deepest = 12;
const known = new Map<string, string>();

/**
 * A canonical key: two answers are equal exactly when their keys are equal. Keys are strings to compare, not to show.
 *
 * Numbers by value ("1,250.00", "$1250", "1250 dollars"; "0.5", "1/2", "\frac12"), formulas without variables by value,
 * those with variables by their values at fixed points, tuples and intervals in order and with their brackets, sets and
 * comma lists without order, matrices by entries, choice letters and words ("\text{East}") without regard to fonts and
 * case, numbers to a base ("52_8") as they are. If nothing can be read, the tidied text is the key. By the convention
 * of the MATH data set's grader, units, currency, percent and degree signs, and names before "=" do not count: 50\% is
 * 50, x = 5 is 5, "5 cm" is "5 inches", "5 apples" is 5. Words that make another value do: "5 tenths" is 1/2, "5 dozen"
 * 60, "4 July" and "2/4/2020" are texts. An approximation is not equal: 0.33 is not 1/3. Conventions that others may
 * not share: \sqrt[3]{-8} is -2, but (-8)^{1/3} the complex principal root; "2 and 1/2" is two and a half, "2 \text{
 * and } \frac{1}{2}" a list. It never throws; long and enormous answers take milliseconds. mathjs is loaded only for
 * answers that are not plain numbers.
 * @example
 * environments.mathAnswerKey('$1,250.00'); // => '1250'
 */
export function mathAnswerKey(answer: string): string {
  check('mathAnswerKey', textGiven, { text: answer });
  const cached = known.get(answer);
  if (cached !== undefined) return cached;
  const key = answerKey(answer);
  if (known.size >= most) known.clear();
  if (answer.length <= longest) known.set(answer, key);
  return key;
}

/**
 * Whether two answers are the same by their keys.
 * @example
 * environments.sameMathAnswer('\\frac{1}{2}', '0.5'); // => true
 */
export function sameMathAnswer(a: string, b: string): boolean {
  return mathAnswerKey(a) === mathAnswerKey(b);
}

function answerKey(answer: string): string {
  if (answer.length > 4 * longest) return textKey(answer);
  const tidy = tidyLatex(answer.replace(/^\s*\\(?:boxed|fbox)\s*\{(.*)\}\s*$/s, '$1'));
  return tidy.length > longest ? textKey(tidy) : keyOf(withUnion(tidy), 0);
}

/** "x < 3 or x > 5" is a union of intervals; any other "or" separates answers of a list. */
function withUnion(tidy: string): string {
  const parts = tidy.split(/,?\s*(?:\\(?:text|mbox|mathrm)\s*\{\s*or\s*\}|\bor\b)\s*/i);
  const isUnion = parts.length > 1 && parts.every((part) => orders.test(part));
  return isUnion ? parts.join(' \\cup ') : tidy;
}

/** What a text is, tried in this order; the first that it is gives the key. */
function keyOf(tidy: string, depth: number): string {
  const text = withoutUnit(tidy);
  if (depth > deepest) return textKey(text);
  try {
    return (
      plainKey(text) ??
      specialKey(text) ??
      partsKey(text, (part) => keyOf(part, depth + 1)) ??
      formulaKey(text)
    );
  } catch (error) {
    if (hasCode(error, 'missing-package')) throw error;
    // a formula that cannot be read or worked out: compared as text
    if (error instanceof Error) return textKey(text);
    throw error;
  }
}

/** The text itself, without regard to case, spaces and the dots of "a.m.". */
function textKey(text: string): string {
  const bare = text.replace(/\s+/g, '').toLowerCase();
  return `text ${bare.replace(/(?<=[a-z])\./g, '').replace(/:00(?=[ap]m$)/, '')}`;
}

/** Digits with their separators, and decimals that need no rounding; any other number is a formula. */
function plainKey(text: string): string | null {
  const [, sign, whole, decimals = ''] =
    /^([-+]?)\s*0*(\d{1,3}(?:[, ]\d{3})+|\d+|(?=\.\d))(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = whole.replace(/[, ]/g, '');
  if (decimals.length > 6) return formulaKey(`${sign}${digits}.${decimals}`);
  const size = `${digits === '' ? '0' : digits}${decimals === '' ? '' : `.${decimals}`}`;
  return sign === '-' && size !== '0' ? `-${size}` : size;
}

/** What is no formula and has no parts: a number to a base, a letter, all reals, infinity, a date, words. */
function specialKey(text: string): string | null {
  const [, digits, base] =
    /^([-+]?[\dA-F]*\d[\dA-F]*(?:\.[\dA-F]+)?)\s*_\s*\{?\s*(\d+)\s*\}?$/.exec(text) ?? [];
  if (base !== undefined) return `base ${base}: ${digits}`;
  const choice = /^\(?\s*([A-Z])\s*[).]?$/.exec(text)?.[1];
  if (choice !== undefined) return `letter ${choice}`;
  if (
    /^(?:\\mathbb\s*\{?\s*R\s*\}?|(?:all )?(?:the )?(?:reals|real (?:numbers?|values?))(?: (?:of )?[a-z])?)$/i.test(
      text,
    )
  )
    return '(-infinity; infinity)';
  const [infinity, minus] = /^(?:\+|(-))?\s*(?:\\infty|inf|infty|infinity)$/i.exec(text) ?? [];
  if (infinity !== undefined) return `${minus ?? ''}infinity`;
  const isDate = /^(?:\d{1,2}\/\d{1,2}\/\d{4}|\d{4}([/-])\d{1,2}\1\d{1,2})$/.test(text);
  if (isDate) return textKey(text.replace(/(?<!\d)0(?=\d)/g, ''));
  return isWords(text) ? textKey(text) : null;
}

/** Words, not products of variables: three letters and more in a row, "no", "7 am". */
function isWords(text: string): boolean {
  if (!/^[\p{L}\p{N}\s.:'’/-]+$/u.test(text)) return false;
  const long = text.match(/(?<![\p{L}\p{N}])\p{L}{3,}/gu) ?? [];
  return long.some((word) => !knownNames.has(word)) || /^no$|\d\s?[ap]\.?\s?m$/i.test(text);
}
