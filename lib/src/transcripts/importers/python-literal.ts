import { hasCode } from '../../agora-error';
import type { Json, Reading } from '../../json';
import { readPythonString, stringAhead } from './python-string';
import { TextCursor } from './text-cursor';

/**
 * How strings end. strict: at the next quote of their kind, as Python has it. loose: at the next quote of their kind
 * after which the literal can go on, so that an apostrophe inside 'it's so' does no harm. Models write both.
 */
export type QuoteReading = 'strict' | 'loose';

/** Literals lie within each other so far. */
export const deepest = 200;
const words = new Map<string, Json>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Reads one Python literal: dictionaries, lists, tuples (as lists), strings, numbers, True, False and None, and JSON's
 * words for the last three. It reads text and never runs it. Keys that are no strings are written as strings.
 * Unlike Python: no sets, bytes, complex numbers, comments, or whole numbers that a JSON number cannot hold.
 * @returns why not, with the place in the text, when it is none
 */
export function readPythonLiteral(text: string, quotes: QuoteReading = 'strict'): Reading<Json> {
  const cursor = new TextCursor(text);
  try {
    const value = readValue(cursor, quotes, 0);
    cursor.skipSpace();
    if (!cursor.atEnd()) cursor.fail('nothing more');
    return { ok: true, value };
  } catch (error) {
    if (hasCode(error, 'literal')) return { ok: false, reason: error.message };
    throw error;
  }
}

function readValue(cursor: TextCursor, quotes: QuoteReading, depth: number): Json {
  if (depth > deepest) cursor.fail(`at most ${deepest} levels`);
  cursor.skipSpace();
  if (cursor.take('{')) return readDictionary(cursor, quotes, depth + 1);
  if (cursor.take('[')) return readSequence(cursor, quotes, depth + 1, ']').values;
  if (cursor.take('(')) return readTuple(cursor, quotes, depth + 1);
  if (stringAhead(cursor)) return readStrings(cursor, quotes);
  return readWord(cursor);
}

/** Strings side by side are one string. */
function readStrings(cursor: TextCursor, quotes: QuoteReading): string {
  let text = '';
  while (stringAhead(cursor)) {
    text += readPythonString(cursor, quotes);
    cursor.skipSpace();
  }
  return text;
}

function readDictionary(cursor: TextCursor, quotes: QuoteReading, depth: number): Json {
  const entries: [string, Json][] = [];
  for (;;) {
    cursor.skipSpace();
    if (cursor.take('}')) return Object.fromEntries(entries);
    const key = readValue(cursor, quotes, depth);
    if (typeof key === 'object' && key !== null) cursor.fail('a string as a key');
    cursor.skipSpace();
    if (!cursor.take(':')) cursor.fail('":"');
    entries.push([typeof key === 'string' ? key : JSON.stringify(key), readValue(cursor, quotes, depth)]);
    cursor.skipSpace();
    if (!cursor.take(',') && cursor.peek() !== '}') cursor.fail('"," or "}"');
  }
}

function readSequence(
  cursor: TextCursor,
  quotes: QuoteReading,
  depth: number,
  end: ']' | ')',
): { readonly values: readonly Json[]; readonly comma: boolean } {
  const values: Json[] = [];
  let comma = false;
  for (;;) {
    cursor.skipSpace();
    if (cursor.take(end)) return { values, comma };
    values.push(readValue(cursor, quotes, depth));
    cursor.skipSpace();
    const taken = cursor.take(',');
    comma ||= taken;
    if (!taken && cursor.peek() !== end) cursor.fail(`"," or "${end}"`);
  }
}

/** (x) is x in brackets, (x,) a tuple of one. */
function readTuple(cursor: TextCursor, quotes: QuoteReading, depth: number): Json {
  const { values, comma } = readSequence(cursor, quotes, depth, ')');
  return values.length === 1 && !comma ? (values[0] as Json) : values;
}

function readWord(cursor: TextCursor): Json {
  const word = cursor.match(/[A-Za-z]+/y);
  if (word !== undefined) {
    const value = words.get(word);
    if (value === undefined) cursor.fail('True, False or None', word);
    return value;
  }
  const number = cursor.match(/[+-]?(?:(?:\d[\d_]*)?\.\d[\d_]*|\d[\d_]*\.?)(?:[eE][+-]?\d+)?/y);
  if (number === undefined) return cursor.fail('a value');
  const value = Number(number.replaceAll('_', ''));
  const whole = /^[+-]?[\d_]+$/.test(number);
  if (!Number.isFinite(value) || (whole && !Number.isSafeInteger(value)))
    cursor.fail('a number that JSON can hold', number);
  return value;
}
