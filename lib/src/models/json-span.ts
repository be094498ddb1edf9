/** Where JSON (or what was meant as JSON) ends, just after its last bracket; or why it does not. */
export type SpanEnd =
  { readonly end: number } | { readonly end?: never; readonly problem: 'cut' | 'mismatch' };

/** Quotes that open a string in what models write, and what may close it. */
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

/** Whether a bracket in the midst of text begins JSON, rather than a citation, a formula or an aside. */
export function beginsJson(text: string, start: number): boolean {
  const ahead = text.slice(start, start + 200);
  return text[start] === '{'
    ? /^\{\s*(?:["'`“”„‘’}]|\/[/*]|[\p{L}_$][\p{L}\p{N}_$-]*\s*:|$)/u.test(ahead)
    : /^\[\s*(?:["'`“”„‘’{[\]\d-]|(?:true|false|null|True|False|None)\b)/u.test(ahead);
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
    if (!/\s/.test(char)) before = char;
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
      if (open.pop() !== char) return { problem: 'mismatch' };
      if (open.length === 0) return { end: at + 1 };
    }
  }
  return { problem: 'cut' };
}

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
  while (/\s/.test(text[next] ?? '')) next++;
  const char = text[next];
  if (char === undefined || ',:}]'.includes(char)) return true;
  if (char === '/') return text[next + 1] === '/' || text[next + 1] === '*';
  return closers[char] !== undefined && text.slice(from, next).includes('\n');
}

function orEnd(text: string, index: number): number {
  return index < 0 ? text.length : index;
}
