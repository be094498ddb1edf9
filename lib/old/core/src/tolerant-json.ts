/**
 * The deepest nesting of brackets that is followed. Answers have a handful of levels, and recursive readers fail on
 * very deep ones.
 */
export const deepest = 100;

/** The quotes that open a string in models' answers, each with the quotes that may close it. */
const closers: Readonly<Record<string, string>> = {
  '"': '"”',
  "'": "'’",
  '`': '`',
  '“': '”“"',
  '”': '”"',
  '„': '“”"',
  '‘': "’‘'",
  '’': "’'",
};

/** Where the string that opens at `at` ends: at its closing quote, or at the end of the text. */
function endOfString(text: string, at: number, closing: string): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (closing.includes(text[i] as string) && canEndHere(text, i + 1)) return i;
  }
  return text.length;
}

/** A string ends before a comma, colon, bracket or comment, or before a key on the next line (a forgotten comma). */
function canEndHere(text: string, from: number): boolean {
  let next = from;
  let newLine = false;
  for (; isSpace(text, next); next++) newLine ||= text[next] === '\n';
  const char = text[next];
  if (char === undefined || ',:}]'.includes(char)) return true;
  if (char === '/') return text[next + 1] === '/' || text[next + 1] === '*';
  return newLine && closers[char] !== undefined;
}

/** Whether there is white space at a place. */
export function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(text.charAt(at)));
}

/**
 * Where JSON (or an attempt at it) ends, just after its last bracket; or why it does not end, and where that shows.
 */
export type SpanEnd =
  | { readonly end: number }
  | { readonly end?: never; readonly problem: 'cut' | 'mismatch' | 'depth'; readonly at: number };

const objectBegins = /\{\s*(?:["'`“”„‘’}]|\/[/*]|[\p{L}_$][\p{L}\p{N}_$-]*\s*:|$)/uy;
const listBegins = /\[\s*(?:["'`“”„‘’{[\]\d-]|(?:true|false|null|True|False|None)\b)/y;
const interval = /\[\s*-?[\d.]+\s*,\s*-?[\d.]+\s*\)/y;

/**
 * Whether a bracket within a text begins JSON, and not a citation, a formula, an aside or an interval such as [0, 1).
 */
export function beginsJson(text: string, start: number): boolean {
  const standsHere = (pattern: RegExp): boolean => {
    pattern.lastIndex = start;
    return pattern.test(text);
  };
  return text[start] === '{' ? standsHere(objectBegins) : standsHere(listBegins) && !standsHere(interval);
}

/** Finds the bracket that closes the one at `start`, with strings as strict JSON defines them. */
export function strictEnd(text: string, start: number): SpanEnd {
  return follow(text, start, (at) => {
    if (text[at] !== '"') return at;
    for (let i = at + 1; i < text.length; i++) {
      if (text[i] === '\\') i++;
      else if (text[i] === '"') return i;
    }
    return text.length;
  });
}

/**
 * The same for what models write as JSON: other quotes, unescaped quotes inside strings, comments.
 * A quote opens a string only where a key or a value can begin, and closes it only where one can end.
 */
export function tolerantEnd(text: string, start: number): SpanEnd {
  let before = '';
  return follow(text, start, (at) => {
    const char = text[at] as string;
    if (char === '/' && text[at + 1] === '/') return orEnd(text, text.indexOf('\n', at));
    if (char === '/' && text[at + 1] === '*') return orEnd(text, text.indexOf('*/', at + 2) + 1 || -1);
    const closing = closers[char];
    if (closing !== undefined && (before === '' || '{[,:'.includes(before))) {
      before = char;
      return endOfString(text, at, closing);
    }
    if (!isSpace(text, at)) before = char;
    return at;
  });
}

/** Walks from bracket to bracket. `skip` returns where the string or comment that begins at a place ends. */
function follow(text: string, start: number, skip: (at: number) => number): SpanEnd {
  const open: string[] = [];
  for (let at = start; at < text.length; at++) {
    at = skip(at);
    const char = text[at];
    if (char === '{') open.push('}');
    else if (char === '[') open.push(']');
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) return { problem: 'mismatch', at };
      if (open.length === 0) return { end: at + 1 };
    }
    if (open.length > deepest) return { problem: 'depth', at };
  }
  return { problem: 'cut', at: text.length };
}

function orEnd(text: string, index: number): number {
  return index < 0 ? text.length : index;
}

/**
 * Reads a JSON object or list with the errors that models make: other quotes, unescaped quotes inside strings, keys
 * and words without quotes, comments, missing or surplus commas, None, True and False. It reads forward only, so time
 * grows linearly with the length of the text. A text that breaks off is not completed.
 */
export function readTolerantJson(text: string): { readonly value: unknown } | undefined {
  const reader = new TolerantReader(text);
  try {
    const value = reader.value(0);
    reader.space();
    return reader.at === text.length ? { value } : undefined;
  } catch (error) {
    if (error === unreadable) return undefined;
    throw error;
  }
}

const unreadable = new Error('unreadable');
const space = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const bareKey = /[\p{L}\p{N}_$-]+/uy;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,\]}]|\/[/*]|$)/y;
/** One or a few words without quotes. A formula or a sentence is not a value. */
const bareWord = /[\p{L}\p{N}_$][\p{L}\p{N}_$.' -]*/uy;
const words = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
  ['undefined', null],
]);
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class TolerantReader {
  at = 0;
  constructor(private readonly text: string) {}

  value(depth: number): unknown {
    if (depth > deepest) throw unreadable;
    this.space();
    const char = this.text[this.at];
    if (char === '{') return this.object(depth);
    if (char === '[') return this.list(depth);
    if (char !== undefined && closers[char] !== undefined) return this.string(closers[char]);
    const digits = this.match(number);
    if (digits !== undefined) return Number(digits);
    const word = this.match(bareWord)?.trim();
    if (word === undefined || word === '') throw unreadable;
    return words.has(word) ? words.get(word) : word;
  }

  space(): void {
    this.match(space);
  }

  private object(depth: number): unknown {
    const members: [string, unknown][] = [];
    for (this.at++; ; this.comma()) {
      this.space();
      if (this.take('}')) return Object.fromEntries(members);
      const closing = closers[this.text[this.at] ?? ''];
      const key = closing === undefined ? this.match(bareKey) : this.string(closing);
      this.space();
      if (key === undefined || !this.take(':')) throw unreadable;
      members.push([key, this.value(depth + 1)]);
    }
  }

  private list(depth: number): unknown[] {
    const values: unknown[] = [];
    for (this.at++; ; this.comma()) {
      this.space();
      if (this.take(']')) return values;
      values.push(this.value(depth + 1));
    }
  }

  /** Missing commas are tolerated. */
  private comma(): void {
    this.space();
    this.take(',');
  }

  private string(closing: string): string {
    const end = endOfString(this.text, this.at, closing);
    if (end === this.text.length) throw unreadable;
    const inner = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return inner.replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_, code: string | undefined, char: string) =>
      code === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
    );
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}
