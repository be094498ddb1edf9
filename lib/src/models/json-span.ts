import { closers, deepest, endOfString, isSpace } from './tolerant-json';

/** Where JSON (or what was meant as JSON) ends, just after its last bracket; or why it does not, and where that shows. */
export type SpanEnd =
  | { readonly end: number }
  | { readonly end?: never; readonly problem: 'cut' | 'mismatch' | 'depth'; readonly at: number };

const objectBegins = /\{\s*(?:["'`“”„‘’}]|\/[/*]|[\p{L}_$][\p{L}\p{N}_$-]*\s*:|$)/uy;
const listBegins = /\[\s*(?:["'`“”„‘’{[\]\d-]|(?:true|false|null|True|False|None)\b)/y;
const interval = /\[\s*-?[\d.]+\s*,\s*-?[\d.]+\s*\)/y;

/** Whether a bracket in the midst of text begins JSON, rather than a citation, a formula, an aside or [0, 1). */
export function beginsJson(text: string, start: number): boolean {
  const standsHere = (pattern: RegExp): boolean => {
    pattern.lastIndex = start;
    return pattern.test(text);
  };
  return text[start] === '{' ? standsHere(objectBegins) : standsHere(listBegins) && !standsHere(interval);
}

/** Finds the bracket that closes the one at `start`, with strings as JSON itself has them. */
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
 * The same for what models make of JSON: other quotes, quotes inside strings that nobody escaped, comments.
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

/** Walks from bracket to bracket; `skip` passes over whatever begins at a place and is no bracket. */
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
