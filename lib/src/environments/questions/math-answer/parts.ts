import { equationKey } from './formula-key';
import { rowEnd } from './tidy-latex';

/** The parts of a formula between separators that stand in no bracket; half-open intervals may close as they like. */
export function splitTopLevel(text: string, separator: RegExp): string[] {
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
      if (found === undefined || found === '') continue;
      parts.push(text.slice(from, at));
      from = at + found.length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}

/** The inside of a text that is one pair of brackets, with the brackets; null for anything else. */
export function inBrackets(
  text: string,
): { readonly open: string; readonly inside: string; readonly close: string } | null {
  const open = text.startsWith('\\{') ? '\\{' : (text[0] ?? '');
  const close = text.endsWith('\\}') ? '\\}' : (text.at(-1) ?? '');
  const braces = open === '\\{' && close === '\\}';
  if (!braces && !(['(', '['].includes(open) && [')', ']'].includes(close))) return null;
  let depth = 0;
  for (let at = open.length - 1; at < text.length; at++) {
    if ('([{'.includes(text[at] as string)) depth++;
    else if (')]}'.includes(text[at] as string) && --depth === 0 && at < text.length - 1) return null;
  }
  return depth === 0
    ? { open, inside: text.slice(open.length, text.length - close.length).trim(), close }
    : null;
}

const matrix =
  /^\\begin\s*\{(?:([pbB]|small)?matrix|([vV])matrix|array)\}(?:\s*\{[lcr| ]*\})?(.*)\\end\s*\{\w+\}$/s;

/** The entries of a matrix, row by row; null for a text that is none. Determinants (vmatrix) are told apart. */
export function matrixOf(
  text: string,
): { readonly bars: boolean; readonly rows: readonly (readonly string[])[] } | null {
  const [whole, , bars, inside] =
    matrix.exec(text.replace(/^[([]\s*(\\begin\s*\{array\}.*)[\])]$/s, '$1')) ?? [];
  if (whole === undefined || inside === undefined || inside.includes('\\begin')) return null;
  const rows = inside
    .split(rowEnd)
    .map((row) => splitTopLevel(row, /&/))
    .filter((row) => row.some((entry) => entry !== ''));
  return { bars: bars !== undefined, rows };
}

/** A name before "=": one letter, perhaps with index or argument ("f(x)"), two capitals, or words. */
const named =
  /^(?:\\?[A-Za-z]'?(?:_\{?\w+\}?)?(?:\([a-z](?:, ?[a-z])*\))?|\\(?:alpha|beta|gamma|theta|lambda|mu|phi|omega|angle [A-Z]{1,3})|[A-Z]{2}|[A-Za-z]{3}[A-Za-z ]*)$/;
const orders = /\\le(?![A-Za-z])|\\ge(?![A-Za-z])|<|>/;

/** What a relation comes to: another text to be keyed, or a key of its own. Null for a text that is no relation. */
export type Relation = { readonly value: string } | { readonly key: string } | null;

/**
 * "x = 5" and "f(x) = 2x" come to their right sides, "5 = x" to its left, "3 + 4 = 7" to its result, "x \in [1,2]" to the
 * set; "x > 3" and "1 < x \le 2" to an interval. Other equations are compared up to a factor.
 */
export function relationOf(text: string): Relation {
  const element = /^\\?[A-Za-z]+\s*\\in(?![A-Za-z])\s*(.+)$/.exec(text);
  if (element?.[1] !== undefined) return { value: element[1] };
  if (text.includes('=')) return equation(splitTopLevel(text, /=/));
  return orders.test(text) ? interval(text) : null;
}

function equation(sides: readonly string[]): Relation {
  const first = sides[0] ?? '';
  const last = sides.at(-1) ?? '';
  if (sides.length < 2 || sides.some((side) => side === '')) return null;
  if (named.test(first)) return { value: last };
  if (!/[A-Za-z]/.test(sides.join('').replace(/\\[A-Za-z]+/g, ''))) return { value: last };
  if (sides.length === 2 && /^[A-Za-z]$/.test(last) && !first.includes(last)) return { value: first };
  if (sides.length > 2) return null;
  const key = equationKey(first, last);
  return key === null ? null : { key };
}

function interval(text: string): Relation {
  const parts = splitTopLevel(text, orders);
  const signs = text.match(new RegExp(orders.source, 'g')) ?? [];
  if (signs.length !== parts.length - 1 || signs.length > 2) return null;
  const isLess = signs.every((sign) => sign === '<' || sign === '\\le');
  if (!isLess && signs.some((sign) => sign === '<' || sign === '\\le')) return null;
  const ordered = isLess ? parts : [...parts].reverse();
  const closed = (isLess ? signs : [...signs].reverse()).map((sign) => sign.startsWith('\\'));
  const isName = (part: string | undefined) =>
    part !== undefined && /^(?:[A-Za-z]|\\(?!infty$)[a-z]+)$/.test(part);
  const [low, middle, high] =
    ordered.length === 3 ? ordered : isName(ordered[0]) ? [null, ...ordered] : [...ordered, null];
  if (!isName(middle ?? undefined) || isName(low ?? undefined) || isName(high ?? undefined)) return null;
  const open = low !== null && closed[0] === true ? '[' : '(';
  const close = high !== null && closed.at(-1) === true ? ']' : ')';
  return { value: `${open}${low ?? '-\\infty'},${high ?? '\\infty'}${close}` };
}
