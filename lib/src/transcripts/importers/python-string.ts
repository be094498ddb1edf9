import type { QuoteReading } from './python-literal';
import type { TextCursor } from './text-cursor';

const opening = /[uUrR]?(?:'''|"""|'|")/y;
const simple: Readonly<Record<string, string>> = {
  ...{ '\\': '\\', "'": "'", '"': '"', '\n': '' },
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};
/** What can stand behind a string inside a literal: an end, a colon, or a comma and the next value. */
const goesOn = /\s*(?:$|[}\]):]|,\s*(?:$|[}\])'"[{(\d.+-]|True|False|None|true|false|null))/y;

export function stringAhead(cursor: TextCursor): boolean {
  opening.lastIndex = cursor.position;
  return opening.test(cursor.text);
}

/** One string in quotes, with Python's escapes; an escape that Python does not know stays as it is. */
export function readPythonString(cursor: TextCursor, quotes: QuoteReading): string {
  const start = cursor.match(opening) ?? cursor.fail('a string');
  const raw = /^r/i.test(start);
  const quote = start.replace(/^[a-z]/i, '');
  let text = '';
  for (;;) {
    if (cursor.atEnd()) cursor.fail(`the quote that ends the string, ${quote}`);
    if (cursor.peek() === '\\') text += raw ? rawPair(cursor) : readEscape(cursor);
    else if (cursor.take(quote)) {
      if (quotes === 'strict' || canGoOn(cursor)) return text;
      text += quote;
    } else {
      const one = cursor.peek();
      if (quotes === 'strict' && one === '\n' && quote.length === 1)
        cursor.fail(`the quote that ends the string, ${quote}, before the end of the line`);
      text += one;
      cursor.position++;
    }
  }
}

function canGoOn(cursor: TextCursor): boolean {
  goesOn.lastIndex = cursor.position;
  return goesOn.test(cursor.text);
}

function rawPair(cursor: TextCursor): string {
  const pair = cursor.peek() + cursor.peek(1);
  cursor.position += pair.length;
  return pair;
}

function readEscape(cursor: TextCursor): string {
  const code =
    cursor.match(/\\x[0-9a-fA-F]{2}/y) ??
    cursor.match(/\\u[0-9a-fA-F]{4}/y) ??
    cursor.match(/\\U[0-9a-fA-F]{8}/y);
  if (code !== undefined) return character(cursor, Number.parseInt(code.slice(2), 16), code);
  const octal = cursor.match(/\\[0-7]{1,3}/y);
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal.slice(1), 8));
  const pair = rawPair(cursor);
  if (/^\\[xuUN]/.test(pair)) cursor.fail('a whole escape', pair);
  return simple[pair.slice(1)] ?? pair;
}

function character(cursor: TextCursor, code: number, escape: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : cursor.fail('a Unicode character', escape);
}
