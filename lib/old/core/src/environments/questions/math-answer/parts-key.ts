import { equationKey } from './formula-key';
import { rowEnd } from './tidy-latex';

type Inner = (part: string) => string;

/**
 * The key of what has parts: unions, lists, sets, tuples, intervals, matrices, equations and orders, and pairs of signs;
 * null for anything else.
 * @param inner - the key of a part
 */
export function partsKey(text: string, inner: Inner): string | null {
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
  const { open, inside = '', close } = inBrackets(text) ?? {};
  if (open === undefined || (open === '\\{' && /[|:]/.test(inside))) return null;
  const parts = splitTopLevel(inside, /,/);
  if (open === '\\{') return listOf([...new Set(parts.filter((part) => part !== '').map(inner))]);
  if (parts.length === 1) return open === '(' && close === ')' ? inner(inside) : null;
  return `${open}${parts.map(inner).join('; ')}${close}`;
}

const matrix =
  /^[([]?\s*\\begin\s*\{(?:[pbB]?matrix|smallmatrix|([vV])matrix|array)\}(?:\s*\{[lcr| ]*\})?(.*)\\end\s*\{\w+\}\s*[)\]]?$/s;

/** Entries row by row; determinants (vmatrix) are told apart. */
function matrixKey(text: string, inner: Inner): string | null {
  const [, bars, inside] = matrix.exec(text) ?? [];
  if (inside === undefined || inside.includes('\\begin')) return null;
  const rows = inside.split(rowEnd).filter((row) => /[^&\s]/.test(row));
  const keys = rows.map((row) => splitTopLevel(row, /&/).map(inner).join(', '));
  return `${bars === undefined ? 'matrix' : 'determinant'} ${keys.join(' / ')}`;
}

/** Signs of order. */
export const orders = /\\le(?![A-Za-z])|\\ge(?![A-Za-z])|<|>/;

/**
 * "x = 5" and "f(x) = 2x" become their right sides, "5 = x" its left side, "3 + 4 = 7" its result, "x \in [1,2]" the
 * set; "x > 3" and "1 < x \le 2" become intervals. Other equations are compared up to a factor.
 */
function relationKey(text: string, inner: Inner): string | null {
  const set = /^\\?[A-Za-z]+\s*\\in(?![A-Za-z])\s*(.+)$/.exec(text)?.[1];
  if (set !== undefined) return inner(set);
  if (!text.includes('=')) return orders.test(text) ? intervalKey(text, inner) : null;
  const sides = splitTopLevel(text, /=/);
  const [first, last] = [sides[0] as string, sides.at(-1) as string];
  if (sides.length < 2 || sides.includes('')) return null;
  if (named.test(first) || !/[A-Za-z]/.test(text.replace(/\\[A-Za-z]+/g, ''))) return inner(last);
  if (sides.length > 2) return null;
  return /^[A-Za-z]$/.test(last) && !first.includes(last) ? inner(first) : equationKey(first, last);
}

/** A name before "=": one letter, perhaps with index or argument ("f(x)"), two capitals, or words. */
const named =
  /^(?:\\?[A-Za-z]'?(?:_\{?\w+\}?)?(?:\([a-z](?:, ?[a-z])*\))?|\\(?:alpha|beta|gamma|theta|lambda|mu|phi|omega|angle [A-Z]{1,3})|[A-Z]{2}|[A-Za-z]{3}[A-Za-z ]*)$/;

/** One or two signs of order that point the same way, beside or around one name. */
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

/** "1 \pm \sqrt{5}" is a list of two; several signs go together. */
function pairKey(text: string, inner: Inner): string | null {
  const pair = /\\(?:pm|mp)(?![A-Za-z])|\+\s?\/\s?-/g;
  if (text.search(pair) < 0) return null;
  const upper = text.replace(pair, (sign) => (sign === '\\mp' ? '-' : '+'));
  const lower = text.replace(pair, (sign) => (sign === '\\mp' ? '+' : '-'));
  return listOf([inner(upper), inner(lower)]);
}

/** The parts of a formula between separators outside brackets. Half-open intervals may mix kinds of brackets. */
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

/** The inside of a text that is one pair of brackets, with the brackets; null for anything else. */
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
