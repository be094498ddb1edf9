import { check } from '../../../check';
import { textGiven } from '../own-words';
import { formulaKey } from './formula-key';
import { inBrackets, matrixOf, relationOf, splitTopLevel } from './parts';
import { plainNumberKey } from './plain-number';
import { phraseKey, simpleKey, textKey } from './simple-key';
import { stripText } from './strip-text';
import { tidyLatex } from './tidy-latex';

const most = 20_000;
const longest = 500;
const known = new Map<string, string>();
const dressing = /^\s*(?:\\?\$|[€£])?\s*|\s*(?:\\?[$%])?[\s.]*$/g;

/**
 * A canonical key: two answers are equal exactly when their keys are equal. Keys are strings to compare, not to show.
 *
 * Numbers by value ("1,250.00", "$1250", "1250 dollars"; "0.5", "1/2", "\frac12"), formulas without variables by value,
 * those with variables by their values at fixed points, tuples and intervals in order and with their brackets, sets and
 * comma lists without order, matrices by entries, choice letters and words ("\text{East}") without regard to fonts and
 * case, numbers to a base ("52_8") as they are. Where nothing can be read, the tidied text is the key.
 * By the convention of the MATH data set's grader, units, currency, percent and degree signs, and names before "=" do not
 * count: 50\% is 50, x = 5 is 5, "5 cm" is "5 inches", "5 apples" is 5. Words that are no unit and no plural do: "5 tenths"
 * is 1/2, "5 dozen" 60, "4 July" and "2/4/2020" are texts, "7 am" is a time. An approximation is no equal: 0.33 is not 1/3.
 * Conventions that others may not share: \sqrt[3]{-8} is -2, but (-8)^{1/3} the complex principal root; \emptyset is a text
 * of its own and not the empty list \{\}; "2 and 1/2" is two and a half, "2 \text{ and } \frac{1}{2}" a list.
 * Never throws; long and enormous answers take milliseconds. mathjs is loaded only for answers that are no plain numbers.
 * @example
 * environments.mathAnswerKey('$1,250.00'); // => '1250'
 */
export function mathAnswerKey(answer: string): string {
  check('mathAnswerKey', textGiven, { text: answer });
  const cached = known.get(answer);
  if (cached !== undefined) return cached;
  const key =
    plainNumberKey(answer.length > 100 ? answer : answer.replace(dressing, '')) ?? answerKey(answer);
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

const deepest = 12;
const pair = /\\pm(?![A-Za-z])|\\mp(?![A-Za-z])|\+\s?\/\s?-/g;

/** The key of an answer that is no plain number; never throws. */
function answerKey(answer: string): string {
  if (answer.length > 4 * longest) return textKey(answer);
  const tidy = tidyLatex(answer.replace(/^\s*\\(?:boxed|fbox)\s*\{(.*)\}\s*$/s, '$1'));
  if (tidy.length > longest) return textKey(tidy);
  return keyOf(stripText(withUnion(tidy)), 0);
}

/** "x < 3 or x > 5" is a union of intervals; any other "or" stands between answers of a list. */
function withUnion(tidy: string): string {
  const parts = tidy.split(/,?\s*(?:\\(?:text|mbox|mathrm)\s*\{\s*or\s*\}|\bor\b)\s*/i);
  const isUnion = parts.length > 1 && parts.every((part) => /[<>]|\\[lg]e(?![A-Za-z])/.test(part));
  return isUnion ? parts.join(' \\cup ') : tidy;
}

/** What a text is, tried in this order; the first that it is gives the key. */
function keyOf(text: string, depth: number): string {
  if (depth > deepest) return textKey(text);
  const inner = (part: string) => keyOf(stripText(part), depth + 1);
  try {
    return (
      plainNumberKey(text) ??
      simpleKey(text) ??
      unionKey(text, inner) ??
      listKey(text, inner) ??
      bracketKey(text, inner) ??
      matrixKey(text, inner) ??
      relationKey(text, inner) ??
      pairKey(text, inner) ??
      phraseKey(text) ??
      formulaKey(text)
    );
  } catch (error) {
    // a formula that cannot be read, or a library's own error on one that can: compared as text
    if (error instanceof Error) return textKey(text);
    throw error;
  }
}

type Inner = (part: string) => string;

function unionKey(text: string, inner: Inner): string | null {
  const parts = splitTopLevel(text.replace(/([)\]])\s*U\s*(?=[([])/g, '$1 \\cup '), /\\cup(?![A-Za-z])/);
  return parts.length < 2 ? null : `union ${parts.map(inner).sort().join(' with ')}`;
}

/** A list in any order. "x=3, y=4" keeps its names; "x=3, x=-2" and "3, -2" are the same. */
function listKey(text: string, inner: Inner): string | null {
  const parts = splitTopLevel(text, /[,;]/).filter((part) => part !== '');
  if (parts.length < 2) return null;
  const names = parts.map((part) => /^(\\?[A-Za-z]+)\s*=/.exec(part)?.[1]);
  const keepNames = new Set(names).size > 1 && names.every((name) => name !== undefined);
  return listOf(parts.map((part, at) => (keepNames ? `${names[at]}=${inner(part)}` : inner(part))));
}

/** Lists in lists ("1 \pm \sqrt{5}, 2") become one. */
function listOf(keys: readonly string[]): string {
  const flat = keys.flatMap((key) => (key.startsWith('list ') ? key.slice(5).split(' | ') : [key]));
  return flat.length === 1 ? (flat[0] as string) : `list ${flat.sort().join(' | ')}`;
}

/** Sets are lists without repeats; tuples and intervals keep their order and brackets. "(5)" is 5. */
function bracketKey(text: string, inner: Inner): string | null {
  const brackets = inBrackets(text);
  if (brackets === null) return null;
  const { open, inside, close } = brackets;
  if (open === '\\{' && /\||:/.test(inside)) return null;
  const parts = splitTopLevel(inside, /,/);
  if (open === '\\{') return listOf([...new Set(parts.filter((part) => part !== '').map(inner))]);
  if (parts.length === 1) return open === '(' && close === ')' ? inner(inside) : null;
  return `${open}${parts.map(inner).join('; ')}${close}`;
}

function matrixKey(text: string, inner: Inner): string | null {
  const matrix = matrixOf(text);
  if (matrix === null) return null;
  return `${matrix.bars ? 'determinant' : 'matrix'} ${matrix.rows.map((row) => row.map(inner).join(', ')).join(' / ')}`;
}

function relationKey(text: string, inner: Inner): string | null {
  const relation = relationOf(text);
  if (relation === null) return null;
  return 'key' in relation ? relation.key : inner(relation.value);
}

/** "1 \pm \sqrt{5}" is a list of two; several signs go together. */
function pairKey(text: string, inner: Inner): string | null {
  if (text.search(pair) < 0) return null;
  const upper = text.replace(pair, (sign) => (sign === '\\mp' ? '-' : '+'));
  const lower = text.replace(pair, (sign) => (sign === '\\mp' ? '+' : '-'));
  return listOf([inner(upper), inner(lower)]);
}
