import { equationKey, formulaKey, functionNames, greekLetters, MissingMathjs } from './math-formula';

/*
 * Decides whether two answers to a mathematical problem are equal. Each answer has a key, and equal answers have equal
 * keys. The tests compare these decisions with those of math-verify, which uses SymPy, and list the differences.
 *
 * For some patterns in this file, the search time is quadratic in the length of an answer. Answers of more than 500
 * characters are therefore compared as text.
 */
/* eslint regexp/no-super-linear-backtracking: off, regexp/no-super-linear-move: off */

const most = 20_000;
const longest = 500;
const deepest = 12;
const known = new Map<string, string>();

/**
 * Returns the key of an answer. Two answers are equal if their keys are equal.
 *
 * - Numbers are compared by value: "1,250.00", "$1250" and "1250 dollars" are the same, as are "0.5", "1/2" and
 *   "\frac12".
 * - Formulas are compared by value. Formulas with variables are compared by their values at fixed points.
 * - Order and brackets matter in tuples and intervals, but not in sets and lists. Matrices are compared entry by entry.
 * - Words and option letters are compared regardless of font and case. Numbers in another base ("52_8") are compared as
 *   written.
 *
 * As in MATH's grader, units, currency signs, percent signs, degree signs, and names before "=" are ignored: 50\%
 * equals 50, and x = 5 equals 5. Words that change the number are not ignored: "5 tenths" equals 1/2, and "5 dozen"
 * equals 60. Approximations are different answers: 0.33 is not 1/3. Roots are real if possible: \sqrt[3]{-8} is -2.
 *
 * Throws only if the answer is not a plain number and mathjs is not installed.
 */
export function mathKey(answer: string): string {
  const cached = known.get(answer);
  if (cached !== undefined) return cached;
  const key = answerKey(answer);
  if (known.size >= most) known.clear();
  if (answer.length <= longest) known.set(answer, key);
  return key;
}

function answerKey(answer: string): string {
  if (answer.length > 4 * longest) return textKey(answer);
  const tidy = tidyLatex(answer.replace(/^\s*\\(?:boxed|fbox)\s*\{(.*)\}\s*$/s, '$1'));
  return tidy.length > longest ? textKey(tidy) : keyOf(withUnion(tidy), 0);
}

/**
 * Writes "x < 3 or x > 5" as a union of intervals. Any other "or" is read as a separator between the answers in a list.
 */
function withUnion(tidy: string): string {
  const parts = tidy.split(/,?\s*(?:\\(?:text|mbox|mathrm)\s*\{\s*or\s*\}|\bor\b)\s*/i);
  const isUnion = parts.length > 1 && parts.every((part) => orders.test(part));
  return isUnion ? parts.join(' \\cup ') : tidy;
}

/**
 * Returns the key of a tidied answer. Tries these forms, in this order: a plain number, a special answer, an answer
 * with parts, a formula.
 */
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
    if (error instanceof MissingMathjs) throw error;
    // A formula that cannot be read or evaluated is compared as text.
    return textKey(text);
  }
}

/**
 * Returns the key of an answer that is compared as text. The key ignores case, spaces, the dots in "a.m.", and ":00"
 * before "am" or "pm".
 */
function textKey(text: string): string {
  const bare = text.replace(/\s+/g, '').toLowerCase();
  return `text ${bare.replace(/(?<=[a-z])\./g, '').replace(/:00(?=[ap]m$)/, '')}`;
}

/**
 * Returns the key of a number in digits, with or without thousands separators. A number with more than six decimal
 * places is rounded in the same way as the value of a formula.
 */
function plainKey(text: string): string | null {
  const [, sign, whole, decimals = ''] =
    /^([-+]?)\s*0*(\d{1,3}(?:[, ]\d{3})+|\d+|(?=\.\d))(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = whole.replace(/[, ]/g, '');
  if (decimals.length > 6) return formulaKey(`${sign}${digits}.${decimals}`);
  const size = `${digits === '' ? '0' : digits}${decimals === '' ? '' : `.${decimals}`}`;
  return sign === '-' && size !== '0' ? `-${size}` : size;
}

/**
 * Returns the key of an answer that is neither a formula nor a list: a number in another base, a letter, all reals,
 * infinity, a date, or words.
 */
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

/**
 * Returns true if a text consists of words and is not a product of variables. The text must contain a word of at least
 * three letters that is not a mathematical name. "no" and times such as "7 am" also count as words.
 */
function isWords(text: string): boolean {
  if (!/^[\p{L}\p{N}\s.:'’/-]+$/u.test(text)) return false;
  const long = text.match(/(?<![\p{L}\p{N}])\p{L}{3,}/gu) ?? [];
  return long.some((word) => !knownNames.has(word)) || /^no$|\d\s?[ap]\.?\s?m$/i.test(text);
}

/* ---- Notation ---- */

/** The LaTeX notation for non-ASCII signs. */
const signs: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '\\cdot ',
  '·': '\\cdot ',
  '⋅': '\\cdot ',
  '∗': '\\cdot ',
  '÷': '/',
  '±': '\\pm ',
  π: '\\pi ',
  θ: '\\theta ',
  '√': '\\sqrt ',
  '∞': '\\infty ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '∪': '\\cup ',
  '∈': '\\in ',
  ℝ: '\\mathbb{R}',
  '²': '^2',
  '³': '^3',
  '°': '',
  '，': ',',
  '\u00a0': ' ',
  '½': '\\frac12',
  '⅓': '\\frac13',
  '⅔': '\\frac23',
  '¼': '\\frac14',
  '¾': '\\frac34',
};
const foreign = new RegExp(`[${Object.keys(signs).join('')}]`, 'g');
const command = (names: string) => new RegExp(String.raw`\\(?:${names})(?![A-Za-z])`, 'g');

/** A character that replaces the "\\" between the rows of a matrix, so that no other rule changes these "\\". */
const rowEnd = '\u0001';

/**
 * The replacements, in the order in which they are applied. They unify commands that look the same in print, and remove
 * commands that are invisible in print.
 */
const rewritings: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:\\\(|\\\[)|(?:\\\)|\\\])\s*$/g, ''],
  [/^\s*–(?=\s*[\d\\.$])/, '-'],
  [/(?<=\d)\s*x\s*(?=10\s*\^)/gi, '\\cdot '],
  [/(?<!\\)\$|\\\$|[€£]|\\?%|\\#|\*{0,2}\s*$|^\s*\*{2}/g, ''],
  [/\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![A-Za-z]))(?:\s*[CF]\s*$)?|\\degree(?![A-Za-z])/g, ''],
  [/,\s*\\!\s*|\{,\}/g, ','],
  [/\\!\s*|\{\}/g, ''],
  [/(\d)\\,(?=\d{3}(?!\d))/g, '$1'],
  [/\\[,;:> ]|~|\\q?quad(?![A-Za-z])/g, ' '],
  [/\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])\s*\.?/g, ''],
  [command('displaystyle|textstyle|limits|rm|bf|it'), ' '],
  [command('[dtc]frac'), '\\frac'],
  [command('[dt]binom'), '\\binom'],
  [/\{([^{}]{1,60})\\choose(?![A-Za-z])([^{}]{1,60})\}/g, '\\binom{$1}{$2}'],
  [/\\leq(?:slant)?(?![A-Za-z])|<=/g, '\\le '],
  [/\\geq(?:slant)?(?![A-Za-z])|>=/g, '\\ge '],
  [command('lt'), '<'],
  [command('gt'), '>'],
  [command('times|ast'), '\\cdot '],
  [command('div'), '/'],
  [command('lbrace'), '\\{'],
  [command('rbrace'), '\\}'],
  [command('langle'), '('],
  [command('rangle'), ')'],
  [/\\(?:[lr]?vert|mid)(?![A-Za-z])|\\\|/g, '|'],
  [/\*\*/g, '^'],
  [/(?<=\d)e(?=[-+]?\d)/i, '\\cdot 10^'],
];

/**
 * Removes everything that does not change an answer's value: currency, percent and degree signs, spacing, and bracket
 * sizes such as \left.
 */
function tidyLatex(text: string): string {
  let tidy = text.replace(foreign, (sign) => signs[sign] ?? sign);
  tidy = tidy.replaceAll('\\\\', tidy.includes('\\begin') ? rowEnd : '\\');
  for (const [from, to] of rewritings) tidy = tidy.replace(from, to);
  return tidy
    .replace(repeating, asFraction)
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+|[\s.,;:]+$/g, '');
}

const repeating = /(?<![\d.])(\d{0,12})\.(\d{0,12})\\overline\s*\{(\d{1,12})\}/g;

/**
 * Converts a repeating decimal to a fraction. For example, 0.1\overline{6} becomes (16 - 1)/90. The numerator is the
 * number formed by all digits minus the number formed by the digits that do not repeat. The denominator has a nine for
 * each repeating digit, then a zero for each decimal place that does not repeat.
 */
function asFraction(_: string, whole: string, once: string, again: string): string {
  const above = BigInt(whole + once + again) - BigInt(whole + once);
  return `\\frac{${above}}{${'9'.repeat(again.length)}${'0'.repeat(once.length)}}`;
}

/* ---- Units ---- */

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
/** Abbreviations of units. They must not be read as products of variables. */
const unitWords = words(
  'kg mg km cm mm ft in lb oz mi yd hr ml mL lbs mph kph hrs min sec day USD usd ms sq cu Mb Gb MB GB',
);
/** Two-letter words in prose. They must not be read as products of variables. */
const smallWords = words('am an as at be by do go he if in is it me my no of on or pm so to up us we');

/** Returns true if a few letters are a unit or a word in prose rather than a product of variables. */
export const isUnitOrWord = (word: string): boolean => unitWords.has(word) || smallWords.has(word);

/** Matches words that change the meaning of the number before them, such as "May", "squared" or "pm". */
const meaningful =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|bc|ad|half)\b|\b(?:below|above|minus|plus|negative|divided|squared|cubed|factorial|mod|modulo|remainder|[ap]\.?m|noon|midnight|north|south|east|west|right|up|down)\b/i;

/** Words that multiply the number before them. "Quarters" (coins) and "seconds" (of time) count as units instead. */
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
/**
 * Matches words such as "thousand", "hundred thousand", "tenths" and "dozen", but not the "third" in "third grader".
 */
export const countingWords = new RegExp(
  `^(?:(?:${magnitude}(?![\\p{L}-])\\s*)+|(?:(?:${part.join('|')})s|dozen)(?!\\p{L}))`,
  'iu',
);
/** Matches a fraction word after the number 1, as in "1 third of the cake". The word must come last or before "of". */
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
 * Removes font commands and units from a tidied answer. As in MATH's grader, words after a number are read as a unit,
 * whether or not they are inside \text: "5.4 \text{ cents}", "15\mbox{ cm}^2", "1250 dollars". Single letters are
 * variables ("5m") unless they are inside \text. "and" and "or" are read as commas, but "2 and 1/2" is read as two and
 * a half.
 */
function withoutUnit(tidy: string): string {
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
  const first = /^[A-Z]+/i.exec(unit)?.[0] ?? '';
  const isUnit =
    unitWords.has(first) ||
    (space !== '' && smallWords.has(first)) ||
    ((first === 'times' || !knownNames.has(first)) && first.length > (space === '' ? 3 : 2));
  return isUnit ? number : text;
}

/** Writes a mixed number in LaTeX. "2 and 3/2" is read as two numbers, not as a mixed number. */
function mixedNumber(written: string, whole: string, above: string, below: string): string {
  return BigInt(above) < BigInt(below) || !written.includes('and')
    ? `${whole}\\frac{${above}}{${below}}`
    : written;
}

function factorOf(word: string): string {
  const single = word.toLowerCase().replace(/s$/, '');
  return ` \\cdot ${factors[single === 'half' ? 'halve' : single] ?? '1'}`;
}

/* ---- Parts ---- */

type Inner = (part: string) => string;

/**
 * Returns the key of an answer with parts, such as a list or a matrix. Returns null for any other answer. `inner`
 * returns the key of a part.
 */
function partsKey(text: string, inner: Inner): string | null {
  return (
    unionKey(text, inner) ??
    listKey(text, inner) ??
    bracketKey(text, inner) ??
    matrixKey(text, inner) ??
    relationKey(text, inner) ??
    pairKey(text, inner)
  );
}

function unionKey(text: string, inner: Inner): string | null {
  const parts = splitTopLevel(text.replace(/([)\]])\s*U\s*(?=[([])/g, '$1 \\cup '), /\\cup(?![A-Za-z])/);
  return parts.length < 2 ? null : `union ${parts.map(inner).sort().join(' with ')}`;
}

/**
 * Returns the key of a list. The order of the items does not matter. If the items have different names, as in "x=3,
 * y=4", the key contains the names. Otherwise, the key omits the names, so "x=3, x=-2" and "3, -2" have the same key.
 */
function listKey(text: string, inner: Inner): string | null {
  const parts = splitTopLevel(text, /[,;]/).filter((part) => part !== '');
  if (parts.length < 2) return null;
  const names = parts.map((part) => /^(\\?[A-Z]+)\s*=/i.exec(part)?.[1]);
  const keepNames = new Set(names).size > 1 && names.every((name) => name !== undefined);
  return listOf(parts.map((part, at) => (keepNames ? `${names[at]}=${inner(part)}` : inner(part))));
}

/** Flattens nested lists ("1 \pm \sqrt{5}, 2") into one list. */
function listOf(keys: readonly string[]): string {
  const flat = keys.flatMap((key) => (key.startsWith('list ') ? key.slice(5).split(' | ') : [key]));
  return flat.length === 1 ? (flat[0] as string) : `list ${flat.sort().join(' | ')}`;
}

/**
 * Returns the key of an answer in brackets. Sets become lists without duplicates. Tuples and intervals keep their order
 * and brackets. "(5)" gets the key of 5.
 */
function bracketKey(text: string, inner: Inner): string | null {
  const { open, inside = '', close } = inBrackets(text) ?? {};
  if (open === undefined || (open === '\\{' && /[|:]/.test(inside))) return null;
  const parts = splitTopLevel(inside, /,/);
  if (open === '\\{') return listOf([...new Set(parts.filter((part) => part !== '').map(inner))]);
  if (parts.length === 1) return open === '(' && close === ')' ? inner(inside) : null;
  return `${open}${parts.map(inner).join('; ')}${close}`;
}

const matrix =
  /^[([]?\s*\\begin\s*\{(?:[pbB]?matrix|smallmatrix|([vV])matrix|array)\}(?:\s*\{[lcr| ]*\})?(.*)\\end\s*\{\w+\}\s*[)\]]?$/s;

/** Returns the key of a matrix from its entries, row by row. A determinant (vmatrix) never equals a matrix. */
function matrixKey(text: string, inner: Inner): string | null {
  const [, bars, inside] = matrix.exec(text) ?? [];
  if (inside === undefined || inside.includes('\\begin')) return null;
  const rows = inside.split(rowEnd).filter((row) => /[^&\s]/.test(row));
  const keys = rows.map((row) => splitTopLevel(row, /&/).map(inner).join(', '));
  return `${bars === undefined ? 'matrix' : 'determinant'} ${keys.join(' / ')}`;
}

/** Matches an inequality sign. */
const orders = /\\le(?![A-Za-z])|\\ge(?![A-Za-z])|<|>/;

/**
 * Returns the key of a relation:
 * - "x = 5" and "f(x) = 2x" get the key of the right side. "5 = x" gets the key of the left side.
 * - "3 + 4 = 7" gets the key of its result.
 * - "x \in [1,2]" gets the key of the set.
 * - "x > 3" and "1 < x \le 2" get the keys of intervals.
 * - Any other equation gets the same key as its multiples.
 */
function relationKey(text: string, inner: Inner): string | null {
  const set = /^\\?[A-Za-z]+\s*\\in(?![A-Za-z])\s*(.+)$/.exec(text)?.[1];
  if (set !== undefined) return inner(set);
  if (!text.includes('=')) return orders.test(text) ? intervalKey(text, inner) : null;
  const sides = splitTopLevel(text, /=/);
  const [first, last] = [sides[0] as string, sides.at(-1) as string];
  if (sides.length < 2 || sides.includes('')) return null;
  if (named.test(first) || !/[A-Z]/i.test(text.replace(/\\[A-Z]+/gi, ''))) return inner(last);
  if (sides.length > 2) return null;
  return /^[A-Z]$/i.test(last) && !first.includes(last) ? inner(first) : equationKey(first, last);
}

/**
 * Matches a name before "=": one letter (possibly with an index or argument, as in "f(x)"), two capital letters, or
 * words.
 */
const named =
  /^(?:\\?[A-Za-z]'?(?:_\{?\w+\}?)?(?:\([a-z](?:, ?[a-z])*\))?|\\(?:alpha|beta|gamma|theta|lambda|mu|phi|omega|angle [A-Z]{1,3})|[A-Z]{2}|[A-Za-z]{3}[A-Za-z ]*)$/;

/**
 * Returns the key of an interval that is written with inequality signs and one name, such as "1 < x \le 2". If there
 * are two signs, they must point the same way.
 */
function intervalKey(text: string, inner: Inner): string | null {
  const parts = splitTopLevel(text, orders);
  const signs = text.match(new RegExp(orders.source, 'g')) ?? [];
  const ways = new Set(signs.map((sign) => /<|le/.test(sign)));
  if (ways.size !== 1 || signs.length !== parts.length - 1) return null;
  if (ways.has(false)) [parts, signs].forEach((list) => list.reverse());
  const names = parts.filter((part) => /^(?:[A-Za-z]|\\(?!infty$)[a-z]+)$/.test(part));
  const at = parts.indexOf(names[0] ?? '');
  if (names.length !== 1 || at > 1 || parts.length - at > 2) return null;
  const [open, close] = [
    signs[at - 1]?.startsWith('\\') ? '[' : '(',
    signs[at]?.startsWith('\\') ? ']' : ')',
  ];
  return inner(`${open}${parts[at - 1] ?? '-\\infty'},${parts[at + 1] ?? '\\infty'}${close}`);
}

/**
 * Returns the key of a formula with \pm or \mp, such as "1 \pm \sqrt{5}", which stands for a list of two values. One
 * value takes the upper sign of every \pm and \mp in the formula, and the other takes the lower sign.
 */
function pairKey(text: string, inner: Inner): string | null {
  const pair = /\\(?:pm|mp)(?![A-Za-z])|\+\s?\/\s?-/g;
  if (text.search(pair) < 0) return null;
  const upper = text.replace(pair, (sign) => (sign === '\\mp' ? '-' : '+'));
  const lower = text.replace(pair, (sign) => (sign === '\\mp' ? '+' : '-'));
  return listOf([inner(upper), inner(lower)]);
}

/**
 * Splits a formula at the separators that are outside all brackets. An opening bracket may match a closing bracket of
 * another kind, as in half-open intervals.
 */
function splitTopLevel(text: string, separator: RegExp): string[] {
  const sticky = new RegExp(separator.source, 'y');
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (depth === 0) {
      sticky.lastIndex = at;
      const found = sticky.exec(text)?.[0];
      if (found === undefined) continue;
      parts.push(text.slice(from, at));
      from = at + found.length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

/**
 * Returns the brackets and the content of a text that is enclosed in one pair of brackets. Returns null for any other
 * text.
 */
function inBrackets(
  text: string,
): { readonly open: string; readonly inside: string; readonly close: string } | null {
  const [, open, inside, close] = /^(\\\{|[([])\s*(.*?)\s*(\\\}|[)\]])$/s.exec(text) ?? [];
  if (open === undefined || inside === undefined || close === undefined) return null;
  if ((open === '\\{') !== (close === '\\}')) return null;
  let depth = 1;
  for (const sign of inside) {
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && --depth === 0) return null;
  }
  return depth === 1 ? { open, inside, close } : null;
}
